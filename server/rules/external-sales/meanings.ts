/** What the names in other systems' files mean here: what the dictionary says of each, or which of ours is called exactly so. */
import { sql, type SQL } from 'drizzle-orm'

/**
 * What is called exactly so here: one agency by its name or code, or one product, `match` folded as names of files are.
 * No row for what nothing, or two, are called. Each name is looked up by itself, through indexes: what is asked of a file
 * takes as long as its names are many, even before the planner has learnt of them.
 */
const called = (match: SQL) => sql`(
  SELECT min(own.id) AS id FROM (
    SELECT id FROM partners WHERE name.kind = 'agency' AND type = 'agencia' AND name_key = ${match}
    UNION SELECT id FROM partners WHERE name.kind = 'agency' AND type = 'agencia' AND lower(code) = ${match}
    UNION SELECT id FROM products WHERE name.kind = 'product'
      AND ${match} IN (translate(lower(name), 'áéíóúüñ', 'aeiouun'), lower(code), lower(replace(code, '_', ' ')))
  ) own HAVING count(*) = 1
)`

/** Of a `name`, which of ours is called as the file itself calls it beside what it is matched by, e.g. beside a code; folded. */
export const calledAsLabelled = called(sql`translate(lower(name.label), 'áéíóúüñàèìòù', 'aeiouunaeiou')`)

/**
 * Which of ours a `name` is without anybody saying it, `exact`. Where the file has a name beside it that is another one's,
 * a person is asked.
 */
export const joinExact = sql`LEFT JOIN LATERAL (
  SELECT own.id FROM ${called(sql`name.match`)} own LEFT JOIN ${calledAsLabelled} other ON true
  WHERE other.id IS NULL OR other.id = own.id
) exact ON true`

/** The names of loads, `which` of `name` (a condition), each with what the dictionary says of it, or which of ours it is. */
export const nameMeanings = (which: SQL) => sql`(
  SELECT name.load_id, name.kind, name.match, name.name, name.label, name.rows, meaning.id AS dictionary_id,
    meaning.id IS NOT NULL AS said, coalesce(meaning.left_out, false) AS left_out,
    CASE WHEN meaning.id IS NULL THEN exact.id ELSE coalesce(meaning.agency_id, meaning.product_id) END AS target_id
  FROM external_names name JOIN external_loads load ON load.id = name.load_id
  LEFT JOIN external_dictionary meaning ON meaning.system_id = load.system_id AND meaning.kind = name.kind AND meaning.match = name.match
  ${joinExact}
  WHERE ${which}
)`

/** Those of one load. */
export const namesOf = (load_id: number) => nameMeanings(sql`name.load_id = ${load_id}`)
