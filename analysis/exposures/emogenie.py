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
    tie_credits,
)

EXPOSURES: Mapping[str, Exposure] = {
    "emogenie_alignment": Exposure(
        "table", emogenie_alignment, tie_credits("emogenie_alignment", "any", "fractional", "sole", "votes")
    ),
    "emogenie_confusion": Exposure("chart", emogenie_confusion, tie_credits("emogenie_confusion", "fractional")),
    "emogenie_qa_accuracy": Exposure("table", emogenie_qa_accuracy),
    "emogenie_assessment": Exposure("table", emogenie_assessment),
    "emogenie_labels": Exposure("table", emogenie_labels, tie_credits("emogenie_label_counts", "fractional")),
    "emogenie_substitutions": Exposure(
        "table", emogenie_substitutions, tie_credits("emogenie_substitutions", "fractional")
    ),
    "emogenie_mos": Exposure("table", emogenie_mos),
    "emogenie_screening": Exposure("table", emogenie_screening),
    "emogenie_agreement": Exposure("table", emogenie_agreement),
    "emogenie_qa_dimensions": Exposure("table", emogenie_qa_dimensions),
    "emogenie_description_scores": Exposure("table", emogenie_description_scores),
    "emogenie_confusion_by_model": Exposure(
        "chart", emogenie_confusion_by_model, tie_credits("emogenie_confusion", "fractional")
    ),
    "emogenie_alignment_bars": Exposure(
        "chart", emogenie_alignment_bars, tie_credits("emogenie_alignment", "fractional", "votes")
    ),
    "emogenie_aesthetics": Exposure("chart", emogenie_aesthetics),
    "emogenie_affect": Exposure("chart", emogenie_affect),
    "emogenie_qa_dots": Exposure("chart", emogenie_qa_dots),
    "emogenie_assessment_dots": Exposure("chart", emogenie_assessment_dots),
    "emogenie_score_dots": Exposure("chart", emogenie_score_dots, emogenie_ranking_conventions),
    "emogenie_ranks": Exposure("chart", emogenie_ranks, emogenie_ranking_conventions),
    "emogenie_ranking": Exposure("table", emogenie_ranking, emogenie_ranking_conventions),
}
