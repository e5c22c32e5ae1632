"""One row per meme, caption and word."""

from analysis.words import caption_words


def model(dbt, session):
    """Count the words of every caption."""
    return caption_words(dbt.ref("int_mer_bench__captions").to_arrow_table())
