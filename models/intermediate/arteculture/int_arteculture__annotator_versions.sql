with

    facts as (select * from {{ ref("stg_arteculture__annotators") }}),

    final as (
        {{ standing_versions("facts", "arteculture", "annotators", ["rater_id", "culture"], ["residence"]) }}
    )

select *
from final
