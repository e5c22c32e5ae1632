"""ArtECulture: artworks, three cultures' annotations, knowledge, predictions and ratings, with planted truths."""

from __future__ import annotations

import unicodedata
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import md5
from pathlib import Path
from random import Random
from typing import Any

from ingest.simulate.arteculture_models import Truths, write_models
from ingest.simulate.common import empty_folder, generator, write_csv, write_json

CULTURES = ("english", "chinese", "arabic")
EMOTIONS = ("contentment", "awe", "amusement", "sadness", "fear", "excitement", "disgust", "anger", "other")
#: How often each culture draws each emotion where it does not follow the picture.
WEIGHTS = {
    "english": (28, 18, 10, 12, 10, 8, 4, 3, 7),
    "chinese": (34, 20, 6, 10, 6, 12, 4, 2, 6),
    "arabic": (22, 14, 8, 18, 12, 8, 7, 5, 6),
}
RESIDENCES = {"english": ("United Kingdom", 691), "chinese": ("China", 746), "arabic": ("Egypt", 739)}
SENTENCES = {
    "english": "The quiet light over the water makes me feel something, and I keep looking.",
    "chinese": "画面安静，光落在水面上，让我久久停留。",
    "arabic": "الضوء الهادئ فوق الماء يجعلني أتأمل المشهد طويلا",
}
STYLES = ("Impressionism", "Ukiyo_e", "Romanticism", "Baroque", "Ink_wash")
PAINTERS = ("claude-monet", "édouard-manet", "józsef-rippl-rónai", "katsushika-hokusai", "hilma-af-klint")
NON_WESTERN = ("Chinese", "Japanese", "Korean", "Indian", "Islamic")
NOUNS = ("moon", "crane", "river", "lantern", "temple", "horse", "garden", "mountain", "letter", "boat", "月", "bamboo")
#: The paper's images: kept from the release (of them Western), newly collected and kept, collected and discarded.
RELEASED, RELEASED_WESTERN, COLLECTED, DISCARDED = 4928, 3796, 1864, 919
PAPER_CONCEPTS = 2950
SPLIT_SEED = 42


@dataclass
class Image:
    """One artwork, its culture-level labels (None: no majority) and its votes by culture."""

    id: str
    source: str
    tradition: str
    labels: dict[str, str | None]
    votes: dict[str, list[str]] = field(default_factory=dict)
    concepts: list[str] = field(default_factory=list)

    @property
    def region(self) -> str:
        """The region that a tradition belongs to."""
        return "western" if self.tradition == "Western" else "non_western"

    @property
    def is_retained(self) -> bool:
        """Whether every culture has a label."""
        return all(self.labels.get(culture) for culture in CULTURES)

    @property
    def split(self) -> str:
        """The side of the split: thresholds on md5 of seed and id."""
        part = int(md5(f"{SPLIT_SEED}|{self.id}".encode()).hexdigest(), 16) / 16**32
        return "train" if part < 0.8 else "validation" if part < 0.9 else "test"


def simulate(out: Path, seed: int, scale: float, *, has_judge_study: bool = False) -> dict[str, int]:
    """Write `out`/arteculture and `out`/truths.json; 1 is the paper's size. Returns the planted counts.

    `has_judge_study` makes the judge's scores from known bias and noise, so that its card can be held against them.

    Raises ValueError when `out` is not empty.
    """
    folder = empty_folder(out) / "arteculture"
    truths = Truths()
    images = make_images(seed, scale)
    write_release(folder, seed, images, truths)
    write_annotations(folder, seed, images, truths)
    plant_labels(images, truths)
    associations = write_concepts(folder, seed, images, max(30, round(PAPER_CONCEPTS * scale)), truths)
    kept = write_knowledge(folder, seed, associations, truths)
    retained = [image for image in images if image.is_retained]
    write_models(folder, seed, retained, images, kept, truths, has_judge_study=has_judge_study)
    found = dict(sorted(truths.counts.items()))
    write_json(out / "truths.json", found)
    return found


# --- images and votes -------------------------------------------------------------------------------------------------


def make_images(seed: int, scale: float) -> list[Image]:
    """Return the artworks: released ones, collected ones that are kept, and collected ones that are discarded."""
    draw = generator(seed, "images")
    released = max(60, round(RELEASED * scale))
    western = round(released * RELEASED_WESTERN / RELEASED)
    collected, discarded = max(24, round(COLLECTED * scale)), max(6, round(DISCARDED * scale))
    images = []
    for number in range(released):
        tradition = "Western" if number < western else draw.choice(NON_WESTERN)
        name = f"{draw.choice(STYLES)}/{draw.choice(PAINTERS)}_untitled-{number}"
        images.append(Image(name, "artelingo", tradition, labels_of(draw)))
    for number in range(collected + discarded):
        image = Image(f"vulca-{number:05d}", "vulca_bench", draw.choice(NON_WESTERN), labels_of(draw))
        if number >= collected:
            for culture in draw.sample(CULTURES, draw.randint(1, 2)):
                image.labels[culture] = None
        images.append(image)
    return images


def labels_of(draw: Random) -> dict[str, str | None]:
    """Return one label per culture: a third follow the picture, the others the culture."""
    shared = draw.choices(EMOTIONS, WEIGHTS["english"])[0]
    return {
        culture: shared if draw.random() < 0.3 else draw.choices(EMOTIONS, WEIGHTS[culture])[0] for culture in CULTURES
    }


def others(draw: Random, label: str | None, count: int) -> list[str]:
    """Return different emotions, none of them the label."""
    return draw.sample([emotion for emotion in EMOTIONS if emotion != label], count)


def write_release(folder: Path, seed: int, images: Sequence[Image], truths: Truths) -> None:
    """Write the released table: anonymous raters, painters' names decomposed, another language, its own spelling."""
    draw = generator(seed, "release")
    rows = []
    for image in images:
        if image.source != "artelingo":
            continue
        style, painting = image.id.split("/")
        for culture in CULTURES:
            label = image.labels[culture]
            assert label is not None
            agreeing = draw.choices((3, 4, 5), (50, 30, 20))[0]
            image.votes[culture] = [label] * agreeing + [
                draw.choice(others(draw, label, 8)) for _ in range(5 - agreeing)
            ]
            for emotion in image.votes[culture]:
                rows.append(
                    {
                        "art_style": style,
                        "painting": unicodedata.normalize("NFD", painting) if draw.random() < 0.5 else painting,
                        "emotion": "something else" if emotion == "other" else emotion,
                        "utterance": SENTENCES[culture],
                        "repetition": 1,
                        "language": culture,
                        "split": "test",
                    }
                )
    truths.add("release_annotations", len(rows))
    foreign = [{**row, "language": "spanish"} for row in draw.sample(rows, max(3, len(rows) // 50))]
    truths.add("reason:culture.not_in_scale", len(foreign))
    header = ("art_style", "painting", "emotion", "utterance", "repetition", "language", "split")
    write_csv(folder / "artelingo.csv", header, rows + foreign)


def write_annotations(folder: Path, seed: int, images: list[Image], truths: Truths) -> None:
    """Write artworks, annotators and the new annotations, three votes and two more where they have no majority."""
    draw = generator(seed, "annotations")
    raters = {culture: [f"{culture[:2]}{number:03d}" for number in range(40)] for culture in CULTURES}
    rows: list[dict[str, Any]] = []

    def vote(image_id: str, culture: str, emotion: str, rater: str, turn: int | None) -> dict[str, Any]:
        return {
            "image_id": image_id, "culture": culture, "emotion": emotion, "annotator_id": rater,
            "explanation": SENTENCES[culture], "annotation_round": turn,
        }  # fmt: skip

    for image in images:
        if image.source != "vulca_bench":
            continue
        for culture in CULTURES:
            cast = votes_of(draw, image.labels[culture])
            image.votes[culture] = [emotion for emotion, _ in cast]
            people = draw.sample(raters[culture], len(cast))
            rows += [vote(image.id, culture, e, person, turn) for (e, turn), person in zip(cast, people, strict=True)]
            outcome = "discarded" if image.labels[culture] is None else "round_1" if len(cast) == 3 else "round_2"
            truths.add(f"settled:{culture}/{outcome}")
    truths.add("new_annotations", len(rows))
    first = next(image for image in images if image.source == "vulca_bench")
    for name, turns, emotions in (
        ("second-without-first", (2, 2, 2), ("awe", "awe", "fear")),
        ("second-after-majority", (1, 1, 1, 2, 2), ("awe", "awe", "awe", "fear", "fear")),
        ("six-votes", (1, 1, 1, 2, 2, 2), ("awe", "fear", "anger", "awe", "awe", "awe")),
    ):
        image = Image(f"vulca-{name}", "vulca_bench", "Korean", {"english": "awe"}, {"english": list(emotions)})
        images.append(image)
        people = draw.sample(raters["english"], len(turns))
        rows += [vote(image.id, "english", e, p, turn) for e, p, turn in zip(emotions, people, turns, strict=True)]
        truths.add("settled:english/deviation")
    # What one row shows to be wrong, what only several files show, and answers that come twice.
    good = vote(first.id, "english", "awe", "en900", 1)
    rows += [
        {**good, "culture": "klingon"},
        {**good, "emotion": "joyful"},
        {**good, "annotator_id": None},
        {**good, "annotation_round": 3},
        {**good, "image_id": "vulca-never-came"},
        dict(rows[0]),
    ]
    rows.insert(0, {**rows[1], "emotion": others(draw, rows[1]["emotion"], 1)[0]})
    for reason in ("culture.not_in_scale", "label.not_in_scale", "rater.missing", "annotation_round.out_of_range"):
        truths.add(f"reason:{reason}")
    truths.add("excluded:annotations/item.unknown")
    truths.add("excluded:ballots/row.duplicate")
    truths.add("excluded:ballots/row.superseded")
    header = ("image_id", "culture", "emotion", "annotator_id", "explanation", "annotation_round")
    write_csv(folder / "annotations.csv", header, rows)
    write_csv(
        folder / "annotators.csv",
        ("annotator_id", "culture", "residence"),
        (
            {"annotator_id": rater, "culture": culture, "residence": residence(number, culture)}
            for culture, names in raters.items()
            for number, rater in enumerate(names)
        ),
    )
    artworks = [{"image_id": i.id, "source": i.source, "tradition": i.tradition, "region": i.region} for i in images]
    artworks.append({**artworks[0], "image_id": "vulca-atlantis", "tradition": "Atlantean"})
    truths.add("reason:tradition.not_in_scale")
    write_csv(folder / "artworks.csv", ("image_id", "source", "tradition", "region"), artworks)
    truths.add("images", len(images))


def residence(number: int, culture: str) -> str | None:
    """Return where an annotator lives: most in one country, one unknown."""
    country, thousandths = RESIDENCES[culture]
    return None if number == 39 else country if number * 1000 < 39 * thousandths else "elsewhere"


def votes_of(draw: Random, label: str | None) -> list[tuple[str, int]]:
    """Return (emotion, round) of three or five votes that give the label, or none."""
    if label is None:
        a, b, c, d = others(draw, None, 4)
        return [(a, 1), (b, 1), (c, 1), (a, 2), (d, 2)]
    if draw.random() < 0.7:
        cast = [label, label, label if draw.random() < 0.5 else others(draw, label, 1)[0]]
        draw.shuffle(cast)
        return [(emotion, 1) for emotion in cast]
    a, b = others(draw, label, 2)
    return [(a, 1), (label, 1), (b, 1), (label, 2), (label, 2)]


def plant_labels(images: Sequence[Image], truths: Truths) -> None:
    """Count labels, the funnel, divergence and, in millionths, alpha over retained images."""
    for image in images:
        truths.add(f"labelled_in:{sum(label is not None for label in image.labels.values())}")
        for culture, label in image.labels.items():
            if label is not None:
                truths.add(f"label:{culture}/{label}")
        if image.is_retained:
            truths.add("retained")
            truths.add(f"distinct_labels:{len(set(image.labels.values()))}")
            truths.add(f"split:{image.split}")
    for culture in CULTURES:
        units = [image.votes[culture] for image in images if image.is_retained]
        truths.add(f"retained_annotations:{culture}", sum(map(len, units)))
        truths.add(f"alpha_millionths:{culture}", round(1e6 * nominal_alpha(units)))


def nominal_alpha(units: Sequence[Sequence[str]]) -> float:
    """Return Krippendorff's nominal alpha over units of two votes and more (Krippendorff 2011)."""
    totals: Counter[str] = Counter()
    disagreement = 0.0
    for votes in units:
        if len(votes) > 1:
            totals.update(votes)
            counts = Counter(votes)
            disagreement += sum(c * (len(votes) - c) for c in counts.values()) / (len(votes) - 1)
    whole = sum(totals.values())
    expected = sum(count * (whole - count) for count in totals.values()) / (whole - 1)
    return 1 - disagreement / expected


# --- concepts and knowledge -------------------------------------------------------------------------------------------


def write_concepts(
    folder: Path, seed: int, images: Sequence[Image], count: int, truths: Truths
) -> dict[tuple[str, str], tuple[Counter[str], int]]:
    """Write the images' concepts; return label counts and support of each (concept, culture) over training images."""
    draw = generator(seed, "concepts")
    vocabulary = [f"{NOUNS[k % len(NOUNS)]} {k // len(NOUNS)}" if k >= len(NOUNS) else NOUNS[k] for k in range(count)]
    weights = [1 / (k + 3) for k in range(count)]
    rows = []
    for image in images:
        image.concepts = list(dict.fromkeys(draw.choices(vocabulary, weights, k=7)))
        rows += [{"image_id": image.id, "concept": spelt(draw, concept)} for concept in image.concepts]
    truths.add("concept_rows", len(rows))
    # The same concept once more, in capitals or full width only.
    again = draw.sample(rows, max(2, len(rows) // 500))
    rows += [{**row, "concept": f" {row['concept'].upper()} "} for row in again]
    rows.append({"image_id": "vulca-never-came", "concept": "moon"})
    truths.add("excluded:concepts/row.duplicate", len(again))
    truths.add("excluded:concepts/item.unknown")
    write_csv(folder / "concepts.csv", ("image_id", "concept"), rows)
    associations: dict[tuple[str, str], tuple[Counter[str], int]] = {}
    holders: dict[str, list[Image]] = defaultdict(list)
    for image in images:
        if image.is_retained and image.split == "train":
            for concept in image.concepts:
                holders[concept].append(image)
    for concept in vocabulary:
        for culture in CULTURES:
            held = holders[concept]
            labels = Counter(str(image.labels[culture]) for image in held)
            if any(concept in image.concepts for image in images):
                associations[concept, culture] = labels, len(held)
            truths.add("concept_emotions", len(labels))
    return associations


def spelt(draw: Random, concept: str) -> str:
    """Return a concept as an extractor may write it: capitals, full width, double spaces."""
    chance = draw.random()
    if chance < 0.1:
        return concept.title()
    if chance < 0.15:
        return "".join(chr(ord(c) + 0xFEE0) if "!" <= c <= "~" else c for c in concept)
    return concept.replace(" ", "  ") if chance < 0.2 else concept


def write_knowledge(
    folder: Path, seed: int, associations: Mapping[tuple[str, str], tuple[Counter[str], int]], truths: Truths
) -> dict[str, list[str]]:
    """Write rationales, reverse validations and reviews; return the kept concepts of each culture."""
    draw = generator(seed, "knowledge")
    rationales, validations, reviews = [], [], []
    kept: dict[str, list[str]] = {culture: [] for culture in CULTURES}
    # The last concept is judged and never explained.
    unexplained = list(associations)[-1]
    for (concept, culture), (labels, support) in associations.items():
        if (concept, culture) == unexplained:
            validations.append({"concept": concept, "culture": culture, "judge": "judge-one", "emotion": "awe"})
            truths.add("excluded:validations/rationale.unknown")
            continue
        leaders = [e for e in EMOTIONS if support and labels[e] == max(labels.values())]
        claimed = leaders[0] if leaders else "awe"
        if leaders and draw.random() < 0.03:
            claimed = others(draw, claimed, 1)[0]
        count = draw.randint(2, 5)
        rationales += [
            {
                "concept": spelt(draw, concept),
                "culture": culture,
                "emotion": claimed,
                "rationale": f"Reason {k}: {concept}.",
            }
            for k in range(count)
        ]
        judges = ("judge-one",) if draw.random() < 0.02 else ("judge-one", "judge-two")
        named = [draw.choice(leaders) if leaders and draw.random() < 0.95 else draw.choice(EMOTIONS) for _ in judges]
        validations += [
            {"concept": concept, "culture": culture, "judge": judge, "emotion": emotion}
            for judge, emotion in zip(judges, named, strict=True)
        ]
        is_flagged = len(judges) < 2 or any(emotion not in leaders for emotion in named)
        is_accepted = None
        if draw.random() < (0.9 if is_flagged else 0.02):
            is_accepted = draw.random() < 0.6
            reviews.append({"concept": concept, "culture": culture, "accepted": str(is_accepted).lower()})
        truths.add("reviews_without_effect", int(not is_flagged and is_accepted is not None))
        truths.add(f"flagged_tuples:{culture}", int(is_flagged))
        if not is_flagged or is_accepted:
            kept[culture].append(concept)
            truths.add(f"kept_tuples:{culture}")
            truths.add(f"kept_rationales:{culture}", count)
    absent = {"concept": "unicorn", "culture": "arabic", "emotion": "awe"}
    rationales.append({**absent, "rationale": "No image holds it."})
    validations.append({**absent, "judge": "judge-one"})
    truths.add("excluded:rationales/concept.unknown")
    truths.add("excluded:validations/concept.unknown")
    write_csv(folder / "rationales.csv", ("concept", "culture", "emotion", "rationale"), rationales)
    write_csv(folder / "validations.csv", ("concept", "culture", "judge", "emotion"), validations)
    write_csv(folder / "reviews.csv", ("concept", "culture", "accepted"), reviews)
    return kept
