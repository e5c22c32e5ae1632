{#
    The 0.975 quantile of Student's t for more than 200 degrees of freedom: the expansion around the normal quantile
    (Abramowitz and Stegun 26.7.5), right to 1e-10 there.
#}
{% macro t_quantile_tail(degrees) -%}
    {%- set z = "1.959963984540054e0" -%}
    {%- set d = "cast(" ~ degrees ~ " as double)" -%}
    (
        {{ z }}
        + ({{ polynomial(z, [0, 1, 0, 1]) }}) / (4e0 * {{ d }})
        + ({{ polynomial(z, [0, 3, 0, 16, 0, 5]) }}) / (96e0 * {{ d }} * {{ d }})
        + ({{ polynomial(z, [0, -15, 0, 17, 0, 19, 0, 3]) }}) / (384e0 * {{ d }} * {{ d }} * {{ d }})
        + ({{ polynomial(z, [0, -945, 0, -1920, 0, 1482, 0, 776, 0, 79]) }})
        / (92160e0 * {{ d }} * {{ d }} * {{ d }} * {{ d }})
    )
{%- endmacro %}

{# A polynomial by Horner's rule; coefficients from the constant up. #}
{% macro polynomial(x, coefficients) -%}
    {%- set ns = namespace(text="0e0") -%}
    {%- for coefficient in coefficients | reverse -%}
        {%- set ns.text = "(" ~ ns.text ~ " * " ~ x ~ " + " ~ coefficient ~ "e0)" -%}
    {%- endfor -%}
    {{ ns.text }}
{%- endmacro %}
