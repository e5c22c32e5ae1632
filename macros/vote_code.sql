{#
    One vote for a label as a packed count: 6 bits for each of a question's first 10 labels, so that a sum of codes
    holds all ten counts of an item. A later label sets the bit above them, which `is_packed_exactly` looks for.
#}
{% macro vote_code(label_number) -%}
    {{ shift_left(1, "least(" ~ label_number ~ ", 11) * 6 - 6") }}
{%- endmacro %}

{# Whether a sum of vote codes holds every count: no count can reach 64 and no vote went to a label after the tenth. #}
{% macro is_packed_exactly(code_sum, vote_total) -%}
    {{ vote_total }} <= 63 and {{ code_sum }} < {{ shift_left(1, 60) }}
{%- endmacro %}

{# The count of one of the first 10 labels in a sum of vote codes. #}
{% macro packed_count(code_sum, label_number) -%}
    {{ shift_right(code_sum, label_number ~ " * 6 - 6") }} & 63
{%- endmacro %}
