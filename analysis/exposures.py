"""Every table and chart that leaves the warehouse: name, kind, a sentence, and the function that makes it.

The same names are exposures in dbt. A new one is a function in `tables/` or `charts/`, a line here, and an
exposure beside its mart.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from analysis.charts.arteculture import arteculture_accuracy_gains, arteculture_emotions, arteculture_transitions
from analysis.charts.emogenie import emogenie_confusion
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
from analysis.tables.emogenie import emogenie_alignment, emogenie_assessment, emogenie_qa_accuracy
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
        "table", "Annotation tasks: memes, annotators, answers, escalations.", mer_bench_table_s7
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
