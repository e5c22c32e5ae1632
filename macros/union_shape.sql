{#
    All rows of one conformed shape: the files that users landed in that shape directly, and the model
    `int_<benchmark>__<shape>` of every benchmark that `vars: benchmarks` gives the shape.
    `columns` is the list of columns that every part is reduced to; `pattern` names the parts. The parts are named in `vars`, so dbt's
    graph knows them without a `depends_on` line. A shape that nobody has is empty, with columns of its types.
#}
{% macro union_shape(shape, columns, landed=true, pattern="int_%s__%s") -%}
    {%- set parts = [] -%}
    {%- if landed -%} {%- do parts.append("stg_conformed__" ~ shape) -%} {%- endif -%}
    {%- for benchmark, shapes in var("benchmarks").items() -%}
        {%- if shape in shapes -%} {%- do parts.append(pattern | format(benchmark, shape)) -%} {%- endif -%}
    {%- endfor -%}
    {%- if not parts %}
        select
            {% for column in columns %}
                cast(null as {{ shape_type(column) }}) as {{ column }} {%- if not loop.last %}, {% endif -%}
            {% endfor %}
        where false
    {%- endif -%}
    {%- for part in parts %}
        select {{ columns | join(", ") }}
        from {{ ref(part) }}
        {%- if not loop.last %}
            union all
        {% endif -%}
    {%- endfor -%}
{%- endmacro %}
