/**
 * Names as people order them and look for them. Columns that hold names have the collation `names` in the tables: Zona 2
 * stands before Zona 10, accents and capitals beside their letter, ñ after n, as `compareNames` orders them in the console.
 */
import { sql, type SQL } from 'drizzle-orm'
import { wordsOf } from '@contract/values/text.ts'

/** A text that is no name's column, or was made of several, in the order of names. */
export function asName(text: SQL): SQL {
  return sql`(${text}) COLLATE names`
}

/** The name of a row, marked where it is switched off, as `markedName` of the contract says it. */
export function markedNameSql(alias: string): SQL {
  return sql.raw(`${alias}.name || CASE ${alias}.status WHEN 'inactivo' THEN ' (inactivo)' ELSE '' END`)
}

/** The name behind an id that a list is narrowed by, as a one-column query: for the heading of its file. */
export function nameById(table: 'partners' | 'products' | 'external_systems', id: number): SQL {
  return sql`SELECT ${markedNameSql('t')} FROM ${sql.identifier(table)} t WHERE t.id = ${id}`
}

/** What begins with the text, as a LIKE pattern: what a person types is never a wildcard. */
export function startingWith(text: string): string {
  return `${text.replace(/[\\%_]/g, '\\$&')}%`
}

/** A text column as `fold` leaves what is looked for in it. */
export function foldedSql(column: SQL): SQL {
  return sql`translate(lower(${column}), 'áéíóúüñ', 'aeiouun')`
}

/**
 * Every word of what was typed stands in one of these texts, in any order, each as a part. The texts are kept as `fold`
 * leaves them.
 */
export function holdsWordsSql(texts: readonly SQL[], typed: string): SQL {
  const words = wordsOf(typed).map((word) => {
    const places = texts.map((text) => sql`${text} LIKE ${`%${startingWith(word)}`}`)
    return places.length === 1 ? places[0]! : sql`(${sql.join(places, sql` OR `)})`
  })
  return words.length === 0 ? sql`true` : sql`(${sql.join(words, sql` AND `)})`
}

/** What `q` is looked for in: names kept folded, texts as they are kept, and what only the whole of it finds. */
export interface Search {
  folded?: readonly SQL[]
  plain?: readonly SQL[]
  more?: (q: string) => SQL
}

/** What `q` is found in, as a condition. */
export function searchCondition(search: Search | undefined, q: string | undefined): SQL | undefined {
  if (!q || !search) return undefined
  const texts = [...(search.folded ?? []), ...(search.plain ?? []).map(foldedSql)]
  const conditions = [...(texts.length > 0 ? [holdsWordsSql(texts, q)] : []), ...(search.more ? [search.more(q)] : [])]
  return sql`(${sql.join(conditions, sql` OR `)})`
}
