"""ArtECulture's tables and charts."""

from __future__ import annotations

from collections.abc import Mapping

from analysis.charts.arteculture import (
    arteculture_accuracy_gains,
    arteculture_emotions,
    arteculture_ranks,
    arteculture_score_dots,
    arteculture_transitions,
)
from analysis.exposures.exposure import Exposure
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
    arteculture_ranking,
    arteculture_ranking_conventions,
    arteculture_retrieval,
)

EXPOSURES: Mapping[str, Exposure] = {
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
    "arteculture_score_dots": Exposure(
        "chart",
        "Systems by accuracy per setting, with intervals.",
        arteculture_score_dots,
        arteculture_ranking_conventions,
    ),
    "arteculture_ranks": Exposure(
        "chart",
        "Systems by rank, with the ranks that the tests leave.",
        arteculture_ranks,
        arteculture_ranking_conventions,
    ),
    "arteculture_ranking": Exposure(
        "table",
        "Systems with interval, rank interval, best group and probability of being best.",
        arteculture_ranking,
        arteculture_ranking_conventions,
    ),
}
