-- What subjects belong together when they are drawn anew. A subject that is not named here is its own
-- cluster.
with final as ({{ union_shape("subject_clusters", ["benchmark", "subject_id", "cluster_id"], landed=false) }})

select *
from final
