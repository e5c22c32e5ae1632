{#
    Rows of one fact that may stand in several files or lines: the last by file path and row stands, an earlier one
    that says the same is a duplicate, another is superseded. `keys` name the fact, `content` what it says.
    `first_by` is an ordering that goes before the place. Gives every column of `relation` with file_path, is_standing and exclusion_reason.
#}
{% macro standing_versions(relation, benchmark, table_name, keys, content, first_by="") -%}
    {%- set ordering = ([first_by] if first_by else []) + [
        "file_path desc",
        "row_number desc",
        "file_id desc",
    ] -%}
    select
        versions.* exclude (version_rank, content_digest, standing_digest),
        version_rank = 1 as is_standing,
        {{ version_reason("content_digest = standing_digest") }} as exclusion_reason
    from
        (
            select
                digested.*,
                row_number() over (
                    partition by {{ keys | join(", ") }} order by {{ ordering | join(", ") }}
                ) as version_rank,
                first_value(content_digest) over (
                    partition by {{ keys | join(", ") }} order by {{ ordering | join(", ") }}
                ) as standing_digest
            from
                (
                    select facts.*, files.file_path, {{ content_digest(content) }} as content_digest
                    from {{ relation }} as facts
                    inner join
                        {{ ref("stg_ledger__files") }} as files
                        on files.file_id = facts.file_id
                        and files.benchmark = '{{ benchmark }}'
                        and files.table_name = '{{ table_name }}'
                ) as digested
        ) as versions
{%- endmacro %}
