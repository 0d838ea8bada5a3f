/** What the names in other systems' files mean here: what the dictionary says of each, or which of ours is called exactly so. */
import { sql, type SQL } from 'drizzle-orm'

/**
 * What is called exactly so here: one agency by its name or code, or one product, `match` folded as names of files are.
 * What two are called is nobody's.
 */
export const ours = sql`(
  SELECT own.kind, own.match, min(own.id) AS id FROM (
    SELECT 'agency' AS kind, name_key AS match, id FROM partners WHERE type = 'agencia'
    UNION SELECT 'agency', lower(code), id FROM partners WHERE type = 'agencia'
    UNION SELECT 'product', translate(lower(name), 'áéíóúüñ', 'aeiouun'), id::int FROM products
    UNION SELECT 'product', lower(code), id::int FROM products
    UNION SELECT 'product', lower(replace(code, '_', ' ')), id::int FROM products
  ) own GROUP BY own.kind, own.match HAVING count(*) = 1
)`

/** What the file itself calls a partner or product `name` whose code it has, folded. */
export const labelMatch = sql`translate(lower(name.label), 'áéíóúüñàèìòù', 'aeiouunaeiou')`

/** The names of loads, `which` of `name` (a condition), each with what the dictionary says of it, or which of ours it is. */
export const nameMeanings = (which: SQL) => sql`(
  SELECT name.load_id, name.kind, name.match, name.name, name.label, name.rows, meaning.id AS dictionary_id,
    meaning.id IS NOT NULL AS said, coalesce(meaning.left_out, false) AS left_out,
    CASE WHEN meaning.id IS NULL THEN exact.id ELSE coalesce(meaning.agency_id, meaning.product_id) END AS target_id
  FROM external_names name JOIN external_loads load ON load.id = name.load_id
  LEFT JOIN external_dictionary meaning ON meaning.system_id = load.system_id AND meaning.kind = name.kind AND meaning.match = name.match
  LEFT JOIN ${ours} exact ON exact.kind = name.kind AND exact.match = name.match
    AND NOT EXISTS (SELECT 1 FROM ${ours} other WHERE other.kind = name.kind AND other.match = ${labelMatch} AND other.id <> exact.id)
  WHERE ${which}
)`

/** Those of one load. */
export const namesOf = (load_id: number) => nameMeanings(sql`name.load_id = ${load_id}`)
