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
    "mame_re_score_dots": Exposure(
        "chart", "Systems by Score@1, with intervals.", mame_re_score_dots, mame_re_ranking_conventions
    ),
    "mame_re_ranks": Exposure(
        "chart", "Systems by rank, with the ranks that the tests leave.", mame_re_ranks, mame_re_ranking_conventions
    ),
    "mame_re_ranking": Exposure(
        "table",
        "Systems with interval, rank interval, best group and probability of being best.",
        mame_re_ranking,
        mame_re_ranking_conventions,
    ),
}
