-- Also where values and tests stand on different clusters.
select *
from {{ ref("rankings") }}
where rank < rank_low or rank > rank_high or (rank is null) <> (rank_low is null or rank_high is null)
