with

    facts as (select * from {{ ref("stg_mame_re__contexts") }}),

    final as ({{ standing_versions("facts", "mame_re", "contexts", ["context_id"], ["context_text"]) }})

select *
from final
