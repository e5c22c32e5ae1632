{#
    A bound of Wilson's 95 % interval of a share (Wilson 1927), `hits` of `trials`: sign `-` low, `+` high. NULL
    without trials. Treats trials as independent.
#}
{% macro wilson_bound(hits, trials, sign) -%}
    {%- set z = "1.959963984540054e0" -%}
    {%- set n = "nullif(cast(" ~ trials ~ " as double), 0e0)" -%}
    {%- set p = "(cast(" ~ hits ~ " as double) / " ~ n ~ ")" -%}
    (
        {{ p }}
        + {{ z }}
        * {{ z }}
        / (2e0 * {{ n }}) {{ sign }} {{ z }}
        * sqrt({{ p }} * (1e0 - {{ p }}) / {{ n }} + {{ z }} * {{ z }} / (4e0 * {{ n }} * {{ n }}))
    )
    / (1e0 + {{ z }} * {{ z }} / {{ n }})
{%- endmacro %}
