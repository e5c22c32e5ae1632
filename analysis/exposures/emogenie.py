"""EmoGenie's tables and charts."""

from __future__ import annotations

from collections.abc import Mapping

from analysis.charts.emogenie import (
    emogenie_aesthetics,
    emogenie_affect,
    emogenie_alignment_bars,
    emogenie_assessment_dots,
    emogenie_confusion,
    emogenie_confusion_by_model,
    emogenie_qa_dots,
    emogenie_ranks,
    emogenie_score_dots,
)
from analysis.exposures.exposure import Exposure
from analysis.tables.emogenie import (
    emogenie_agreement,
    emogenie_alignment,
    emogenie_assessment,
    emogenie_description_scores,
    emogenie_labels,
    emogenie_mos,
    emogenie_qa_accuracy,
    emogenie_qa_dimensions,
    emogenie_ranking,
    emogenie_ranking_conventions,
    emogenie_screening,
    emogenie_substitutions,
)

EXPOSURES: Mapping[str, Exposure] = {
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
    "emogenie_score_dots": Exposure(
        "chart",
        "Systems by target alignment per perspective, with intervals.",
        emogenie_score_dots,
        emogenie_ranking_conventions,
    ),
    "emogenie_ranks": Exposure(
        "chart", "Systems by rank, with the ranks that the tests leave.", emogenie_ranks, emogenie_ranking_conventions
    ),
    "emogenie_ranking": Exposure(
        "table",
        "Systems with interval, rank interval, best group and probability of being best.",
        emogenie_ranking,
        emogenie_ranking_conventions,
    ),
}
