-- What a later step counts, an earlier one counted too.
select *
from {{ ref("waterfall") }}
where
    received_count > expected_count
    or parsed_count > received_count
    or valid_count > parsed_count
    or scored_count > valid_count
    or comparable_count > scored_count
