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
    "arteculture_labels": Exposure("table", arteculture_labels),
    "arteculture_retention": Exposure("table", arteculture_retention),
    "arteculture_statistics": Exposure("table", arteculture_statistics),
    "arteculture_agreement": Exposure("table", arteculture_agreement),
    "arteculture_divergence": Exposure("table", arteculture_divergence),
    "arteculture_split": Exposure("table", arteculture_split),
    "arteculture_concept_emotions": Exposure("table", arteculture_concept_emotions),
    "arteculture_knowledge_base": Exposure("table", arteculture_knowledge_base),
    "arteculture_accuracy": Exposure("table", arteculture_accuracy),
    "arteculture_accuracy_by_region": Exposure("table", arteculture_accuracy_by_region),
    "arteculture_ablation": Exposure("table", arteculture_ablation),
    "arteculture_prompt_languages": Exposure("table", arteculture_prompt_languages),
    "arteculture_other_sets": Exposure("table", arteculture_other_sets),
    "arteculture_explanations": Exposure("table", arteculture_explanations),
    "arteculture_explanation_lengths": Exposure("table", arteculture_explanation_lengths),
    "arteculture_preferences": Exposure("table", arteculture_preferences),
    "arteculture_retrieval": Exposure("table", arteculture_retrieval),
    "arteculture_accuracy_gains": Exposure("chart", arteculture_accuracy_gains),
    "arteculture_transitions": Exposure("chart", arteculture_transitions),
    "arteculture_emotions": Exposure("chart", arteculture_emotions),
    "arteculture_score_dots": Exposure("chart", arteculture_score_dots, arteculture_ranking_conventions),
    "arteculture_ranks": Exposure("chart", arteculture_ranks, arteculture_ranking_conventions),
    "arteculture_ranking": Exposure("table", arteculture_ranking, arteculture_ranking_conventions),
}
