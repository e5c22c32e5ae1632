{#
    Where a fact's rows say which model and image they are about; a knowledge row is about its concept. `name` is the
    part of `int_arteculture__<name>_versions`.
#}
{% macro arteculture_subject(name) -%}
    {%- set systems = {
        "prediction": "system_id",
        "test_concept": "system_id",
        "explanation_score": "system_id",
        "preference": "system_id",
        "validation": "judge_id",
    } -%}
    {%- set concepts = ["rationale", "validation", "review", "similarity"] -%}
    {{ systems.get(name, "cast(null as string)") }} as system_id,
    {% if name in concepts -%} concept_key
    {%- elif name == "annotator" -%} rater_id
    {%- else -%} image_id
    {%- endif %}
{%- endmacro %}

{# Rows that do not stand, of each fact named in `facts` (name: stage), with the reason. #}
{% macro arteculture_replaced_rows(facts) -%}
    {%- for name, stage in facts.items() %}
        select
            '{{ stage }}' as stage,
            {{ arteculture_subject(name) }} as item_id,
            source_row_id,
            exclusion_reason as reason,
            case
                when exclusion_reason = 'row.duplicate'
                then 'a later row says the same'
                else 'a later row says otherwise'
            end as detail
        from {{ ref("int_arteculture__" ~ name ~ "_versions") }}
        where not is_standing
        {% if not loop.last %}
            union all
        {% endif %}
    {%- endfor %}
{%- endmacro %}

{# Standing rows of each fact named in `facts` (name: stage) with the image that they are about. #}
{% macro arteculture_standing_rows(facts) -%}
    {%- for name, stage in facts.items() %}
        select '{{ stage }}' as stage, {{ arteculture_subject(name) }} as image_id, source_row_id
        from {{ ref("int_arteculture__" ~ name ~ "_versions") }}
        where is_standing
        {% if not loop.last %}
            union all
        {% endif %}
    {%- endfor %}
{%- endmacro %}
