"""Every table and chart that leaves the warehouse: name, kind, a sentence, and the function that makes it.

The same names are exposures in dbt. A new one is a function in `tables/` or `charts/`, a line here, and an
exposure beside its mart.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from analysis.charts.arteculture import arteculture_accuracy_gains, arteculture_emotions, arteculture_transitions
from analysis.charts.emogenie import (
    emogenie_aesthetics,
    emogenie_affect,
    emogenie_alignment_bars,
    emogenie_assessment_dots,
    emogenie_confusion,
    emogenie_confusion_by_model,
    emogenie_qa_dots,
)
from analysis.charts.mame_re import (
    mame_re_figure_4b,
    mame_re_figure_4c,
    mame_re_figure_4d,
    mame_re_figure_5,
    mame_re_figure_6,
    mame_re_figure_7,
)
from analysis.charts.mer_bench import mer_bench_components, mer_bench_heat_map, mer_bench_rfs_by_category
from analysis.marts import Marts
from analysis.mer_bench import printed_conventions
from analysis.tables.agreement import agreement
from analysis.tables.arteculture import (
    arteculture_agreement,
    arteculture_concept_emotions,
    arteculture_divergence,
    arteculture_knowledge_base,
    arteculture_labels,
    arteculture_retention,
    arteculture_split,
    arteculture_statistics,
)
from analysis.tables.arteculture_models import (
    arteculture_ablation,
    arteculture_accuracy,
    arteculture_accuracy_by_region,
    arteculture_explanation_lengths,
    arteculture_explanations,
    arteculture_other_sets,
    arteculture_preferences,
    arteculture_prompt_languages,
    arteculture_retrieval,
)
from analysis.tables.emogenie import (
    emogenie_agreement,
    emogenie_alignment,
    emogenie_assessment,
    emogenie_description_scores,
    emogenie_labels,
    emogenie_mos,
    emogenie_qa_accuracy,
    emogenie_qa_dimensions,
    emogenie_screening,
    emogenie_substitutions,
)
from analysis.tables.mame_re import (
    mame_re_consensus,
    mame_re_leaderboard,
    mame_re_pool_scores,
    mame_re_rerank_curve,
    mame_re_score_distribution,
    printed_policy,
)
from analysis.tables.mer_bench import (
    mer_bench_figure_5,
    mer_bench_table_2,
    mer_bench_table_3,
    mer_bench_table_s4,
    mer_bench_table_s6,
    mer_bench_table_s7,
)


def _none(_: Marts) -> tuple[str, ...]:
    """Counts follow no convention."""
    return ()


@dataclass(frozen=True)
class Exposure:
    """One table or chart: its kind, what it shows, what makes it, and the conventions of its numbers."""

    kind: Literal["table", "chart"]
    sentence: str
    make: Callable[[Marts], Any]
    conventions: Callable[[Marts], tuple[str, ...]] = _none


EXPOSURES: Mapping[str, Exposure] = {
    "agreement": Exposure(
        "table", "Raw agreement and the unweighted coefficients per benchmark, panel and question.", agreement
    ),
    "mer_bench_table_2": Exposure(
        "table",
        "Every system on eight metrics and four aggregates, mean and spread over runs.",
        mer_bench_table_2,
        printed_conventions,
    ),
    "mer_bench_heat_map": Exposure(
        "chart", "Systems by metrics as a heat map of mean percent.", mer_bench_heat_map, printed_conventions
    ),
    "emogenie_alignment": Exposure(
        "table", "Image models by how far the seen emotion is the prompted one.", emogenie_alignment
    ),
    "emogenie_confusion": Exposure(
        "chart", "Prompted by assigned emotion, every image model pooled.", emogenie_confusion
    ),
    "emogenie_qa_accuracy": Exposure(
        "table", "Models by accuracy on closed test questions, and the paper's overall.", emogenie_qa_accuracy
    ),
    "emogenie_assessment": Exposure(
        "table", "Models by correlation of predicted with mean opinion scores.", emogenie_assessment
    ),
    "emogenie_labels": Exposure("table", "Emotions by how many images have them, alone or tied.", emogenie_labels),
    "emogenie_substitutions": Exposure(
        "table", "Each image model's largest shares of images seen as another emotion.", emogenie_substitutions
    ),
    "emogenie_mos": Exposure(
        "table", "Image models by the distribution of their images' mean opinion scores.", emogenie_mos
    ),
    "emogenie_screening": Exposure("table", "Raters whom ITU-R BT.500 would reject.", emogenie_screening),
    "emogenie_agreement": Exposure(
        "table", "AC1 for emotions and quadratic AC2 for ordered ratings.", emogenie_agreement
    ),
    "emogenie_qa_dimensions": Exposure(
        "table", "Models by accuracy per perspective, dimension and format.", emogenie_qa_dimensions
    ),
    "emogenie_description_scores": Exposure(
        "table", "Models by the four dimensions of their descriptions.", emogenie_description_scores
    ),
    "emogenie_confusion_by_model": Exposure(
        "chart", "Prompted by assigned emotion, a matrix for each image model.", emogenie_confusion_by_model
    ),
    "emogenie_alignment_bars": Exposure("chart", "Target alignment of image models as bars.", emogenie_alignment_bars),
    "emogenie_aesthetics": Exposure("chart", "Aesthetic scores of image models as boxes.", emogenie_aesthetics),
    "emogenie_affect": Exposure("chart", "Valence, arousal and dominance of image models as boxes.", emogenie_affect),
    "emogenie_qa_dots": Exposure("chart", "Accuracy by dimension and format as dots.", emogenie_qa_dots),
    "emogenie_assessment_dots": Exposure(
        "chart", "Correlations of predicted scores as dots.", emogenie_assessment_dots
    ),
    "mer_bench_table_3": Exposure(
        "table", "Every category with all systems pooled.", mer_bench_table_3, printed_conventions
    ),
    "mer_bench_figure_5": Exposure(
        "table", "RFS of every system in every category, as data.", mer_bench_figure_5, printed_conventions
    ),
    "mer_bench_rfs_by_category": Exposure(
        "chart", "RFS of every system in every category.", mer_bench_rfs_by_category, printed_conventions
    ),
    "mer_bench_components": Exposure(
        "chart",
        "The components of RFS for every system, with their spread.",
        mer_bench_components,
        printed_conventions,
    ),
    "mer_bench_table_s4": Exposure("table", "Memes left after each filtering stage.", mer_bench_table_s4),
    "mer_bench_table_s6": Exposure("table", "Outcomes of human verification.", mer_bench_table_s6),
    "mer_bench_table_s7": Exposure(
        "table", "Annotators' agreement by task, with counts and escalations.", mer_bench_table_s7
    ),
    "mame_re_leaderboard": Exposure(
        "table",
        "Systems by mean funniness of the chosen meme, consensus hits and nDCG@5.",
        mame_re_leaderboard,
        printed_policy,
    ),
    "mame_re_score_distribution": Exposure(
        "table", "Systems by the share of their choices at each score.", mame_re_score_distribution, printed_policy
    ),
    "mame_re_rerank_curve": Exposure(
        "table", "Rerankers by Score@1 within the first k memes of a retriever.", mame_re_rerank_curve, printed_policy
    ),
    "mame_re_pool_scores": Exposure(
        "table", "Systems by Score@1 in pools of k, by similarity, and High - Low.", mame_re_pool_scores, printed_policy
    ),
    "mame_re_consensus": Exposure("table", "Pairs by the consensus of their annotators.", mame_re_consensus),
    "mame_re_figure_4b": Exposure(
        "chart", "Scores of the chosen memes with and without panel descriptions.", mame_re_figure_4b, printed_policy
    ),
    "mame_re_figure_4c": Exposure(
        "chart", "Scores of the memes that language models chose.", mame_re_figure_4c, printed_policy
    ),
    "mame_re_figure_4d": Exposure(
        "chart", "Scores of the memes that are nearest in embeddings.", mame_re_figure_4d, printed_policy
    ),
    "mame_re_figure_5": Exposure(
        "chart", "Score@1 of rerankers by the number of retrieved memes.", mame_re_figure_5, printed_policy
    ),
    "mame_re_figure_6": Exposure(
        "chart", "Score@1 by pool size where one candidate is funny.", mame_re_figure_6, printed_policy
    ),
    "mame_re_figure_7": Exposure(
        "chart", "Scores of the memes chosen by the best system of each method.", mame_re_figure_7, printed_policy
    ),
    "arteculture_labels": Exposure(
        "table",
        "Culture-level labels of retained images, with their names in each culture's script.",
        arteculture_labels,
    ),
    "arteculture_retention": Exposure(
        "table", "Images by the number of cultures with a label, and those retained.", arteculture_retention
    ),
    "arteculture_statistics": Exposure("table", "Images, annotations and regions per culture.", arteculture_statistics),
    "arteculture_agreement": Exposure("table", "Agreement within each culture and across them.", arteculture_agreement),
    "arteculture_divergence": Exposure(
        "table", "Retained images by the number of different labels across cultures.", arteculture_divergence
    ),
    "arteculture_split": Exposure("table", "The hashed split by region, beside 8 : 1 : 1.", arteculture_split),
    "arteculture_concept_emotions": Exposure(
        "table",
        "The most frequent concepts and the label that each culture most often gives their images.",
        arteculture_concept_emotions,
    ),
    "arteculture_knowledge_base": Exposure(
        "table", "Concepts, tuples and rationales of each culture, kept and claimed.", arteculture_knowledge_base
    ),
    "arteculture_accuracy": Exposure(
        "table", "Every model under Orig., Know. and SFT, with gains.", arteculture_accuracy
    ),
    "arteculture_accuracy_by_region": Exposure(
        "table", "Accuracy on Western and on non-Western images.", arteculture_accuracy_by_region
    ),
    "arteculture_ablation": Exposure(
        "table", "Accuracy with other knowledge than the retrieved one.", arteculture_ablation
    ),
    "arteculture_prompt_languages": Exposure(
        "table", "Accuracy by language of the prompt and target culture.", arteculture_prompt_languages
    ),
    "arteculture_other_sets": Exposure("table", "Accuracy on other evaluation sets.", arteculture_other_sets),
    "arteculture_explanations": Exposure(
        "table", "Mean scores of explanations per judge, model and setting.", arteculture_explanations
    ),
    "arteculture_explanation_lengths": Exposure(
        "table", "Mean words of explanations per model, setting and culture.", arteculture_explanation_lengths
    ),
    "arteculture_preferences": Exposure(
        "table", "Raters' choices between explanations of two settings.", arteculture_preferences
    ),
    "arteculture_retrieval": Exposure(
        "table", "Images for which retrieval finds knowledge, and how.", arteculture_retrieval
    ),
    "arteculture_accuracy_gains": Exposure(
        "chart",
        "Accuracy of every model under Orig., Know. and SFT as joined dots, per culture.",
        arteculture_accuracy_gains,
    ),
    "arteculture_transitions": Exposure(
        "chart", "The label of one culture by the label of another.", arteculture_transitions
    ),
    "arteculture_emotions": Exposure("chart", "Shares of labels per culture, in its own script.", arteculture_emotions),
}
