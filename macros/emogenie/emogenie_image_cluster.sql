{# What questions share: the image, or both images of a pair in either order. #}
{% macro emogenie_image_cluster() -%}
    case
        when image_id_2 is null
        then image_id_1
        else least(image_id_1, image_id_2) || '|' || greatest(image_id_1, image_id_2)
    end
{%- endmacro %}
