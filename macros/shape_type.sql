{# The type of a column of a conformed shape: a name means the same everywhere. #}
{% macro shape_type(column) -%}
    {%- set whole = ["k", "trial", "run", "round", "repeat_number", "position", "low", "high"] -%}
    {%- set real = [
        "score",
        "raw_score",
        "predicted_score",
        "numeric_value",
        "score_sum",
        "score_sum_squares",
        "value",
        "ci_low",
        "ci_high",
        "se",
        "x",
        "y",
    ] -%}
    {%- if column.startswith("is_") -%} boolean
    {%- elif column.endswith("_count") or column in whole -%} bigint
    {%- elif column in real -%} double
    {%- elif column == "annotated_at" -%} timestamp
    {%- else -%} string
    {%- endif -%}
{%- endmacro %}
