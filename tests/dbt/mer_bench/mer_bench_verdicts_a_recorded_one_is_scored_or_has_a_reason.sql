-- Nothing that landed is lost: a verdict of a recorded run enters means, or exclusions says why not.
with

    verdicts as (select * from {{ ref("mer_bench_verdicts") }} where experiment is not null),

    excluded as (select distinct source_row_id from {{ ref("exclusions") }} where stage = 'verdicts'),

    final as (
        select verdicts.*, excluded.source_row_id as excluded_row_id
        from verdicts
        left join excluded on excluded.source_row_id = verdicts.source_row_id
        where verdicts.is_scored = (excluded.source_row_id is not null)
    )

select *
from final
