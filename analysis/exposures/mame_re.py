"""MaMe-Re's tables and charts."""

from __future__ import annotations

from collections.abc import Mapping

from analysis.charts.mame_re import (
    mame_re_figure_4b,
    mame_re_figure_4c,
    mame_re_figure_4d,
    mame_re_figure_5,
    mame_re_figure_6,
    mame_re_figure_7,
    mame_re_ranks,
    mame_re_score_dots,
)
from analysis.exposures.exposure import Exposure
from analysis.tables.mame_re import (
    mame_re_consensus,
    mame_re_leaderboard,
    mame_re_pool_scores,
    mame_re_ranking,
    mame_re_ranking_conventions,
    mame_re_rerank_curve,
    mame_re_score_distribution,
    printed_policy,
)

EXPOSURES: Mapping[str, Exposure] = {
    "mame_re_leaderboard": Exposure("table", mame_re_leaderboard, printed_policy),
    "mame_re_score_distribution": Exposure("table", mame_re_score_distribution, printed_policy),
    "mame_re_rerank_curve": Exposure("table", mame_re_rerank_curve, printed_policy),
    "mame_re_pool_scores": Exposure("table", mame_re_pool_scores, printed_policy),
    "mame_re_consensus": Exposure("table", mame_re_consensus),
    "mame_re_figure_4b": Exposure("chart", mame_re_figure_4b, printed_policy),
    "mame_re_figure_4c": Exposure("chart", mame_re_figure_4c, printed_policy),
    "mame_re_figure_4d": Exposure("chart", mame_re_figure_4d, printed_policy),
    "mame_re_figure_5": Exposure("chart", mame_re_figure_5, printed_policy),
    "mame_re_figure_6": Exposure("chart", mame_re_figure_6, printed_policy),
    "mame_re_figure_7": Exposure("chart", mame_re_figure_7, printed_policy),
    "mame_re_score_dots": Exposure("chart", mame_re_score_dots, mame_re_ranking_conventions),
    "mame_re_ranks": Exposure("chart", mame_re_ranks, mame_re_ranking_conventions),
    "mame_re_ranking": Exposure("table", mame_re_ranking, mame_re_ranking_conventions),
}
