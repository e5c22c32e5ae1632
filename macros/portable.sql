{# The only place where engines differ. No `default__`: an engine without its own line must fail, not guess. #}
{# Sum of doubles that does not depend on row order or threads (compensated summation). #}
{% macro fsum(expression) -%} {{ return(adapter.dispatch("fsum", "affectmart")(expression)) }} {%- endmacro %}

{# `sum` over doubles differs in its last digits from run to run with two threads; Kahan's sum does not. #}
{% macro duckdb__fsum(expression) -%} fsum({{ expression }}) {%- endmacro %}

{# Mean of doubles that does not depend on row order or threads. #}
{% macro favg(expression) -%} {{ return(adapter.dispatch("favg", "affectmart")(expression)) }} {%- endmacro %}

{# As fsum: the compensated mean. #}
{% macro duckdb__favg(expression) -%} favg({{ expression }}) {%- endmacro %}

{# A 64-bit integer with its bits moved up. #}
{% macro shift_left(value, bits) -%}
    {{ return(adapter.dispatch("shift_left", "affectmart")(value, bits)) }}
{%- endmacro %}

{# Engines name the shift differently: an operator here, a function elsewhere. #}
{% macro duckdb__shift_left(value, bits) -%} (cast({{ value }} as bigint) << ({{ bits }})) {%- endmacro %}

{# A 64-bit integer with its bits moved down. #}
{% macro shift_right(value, bits) -%}
    {{ return(adapter.dispatch("shift_right", "affectmart")(value, bits)) }}
{%- endmacro %}

{# As shift_left. #}
{% macro duckdb__shift_right(value, bits) -%} (cast({{ value }} as bigint) >> ({{ bits }})) {%- endmacro %}
