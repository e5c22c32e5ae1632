-- One order per pair of settings: the later paradigm first (know/orig, sft/orig, sft/know), others by name; a
-- comparison the other way round has its verdict and its first side swapped.
with

    preferences as (select * from {{ ref("stg_arteculture__preferences") }}),

    ordered as (
        select
            *,
            case
                when setting_a in ('orig', 'know', 'sft') and setting_b in ('orig', 'know', 'sft')
                then setting_a = 'orig' or setting_b = 'sft'
                else setting_a > setting_b
            end as is_swapped
        from preferences
    ),

    facts as (
        select
            image_id,
            culture,
            rater_id,
            coalesce(system_id, 'all') as system_id,
            case when is_swapped then setting_b else setting_a end as setting_a,
            case when is_swapped then setting_a else setting_b end as setting_b,
            case
                when is_swapped and verdict = 'a'
                then 'b'
                when is_swapped and verdict = 'b'
                then 'a'
                else verdict
            end as verdict,
            case
                when is_swapped and first_shown = 'a'
                then 'b'
                when is_swapped and first_shown = 'b'
                then 'a'
                else first_shown
            end as first_shown,
            is_first_shown_unreadable,
            annotated_at,
            source_row_id,
            file_id,
            row_number
        from ordered
    ),

    final as (
        {{
            standing_versions(
                "facts",
                "arteculture",
                "preferences",
                [
                    "image_id",
                    "culture",
                    "system_id",
                    "setting_a",
                    "setting_b",
                    "rater_id",
                    "case when rater_id is null then source_row_id end",
                ],
                ["verdict", "first_shown"],
                first_by="annotated_at desc nulls last",
            )
        }}
    )

select *
from final
