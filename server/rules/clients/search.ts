/** Clients as people look for them: by the words of a name, or by a document however it is typed. */
import { sql, type SQL } from 'drizzle-orm'
import { list } from '../../platform/db/connect.ts'
import { holdsWordsSql, startingWith } from '../../platform/lists/names.ts'
import type { ClientOperation } from './attach.ts'

/** Fewer characters are a number that is played, or the beginning of everybody's document. */
const leastOfDocument = 5

/** Document `dni` begins so: with its letter or without, with dots, and with the dashes that only Panama's has. */
export function byDocument(dni: SQL, q: string): SQL {
  const typed = bare(q)
  return sql`(${dni} LIKE ${startingWith(typed)} OR ${dni} LIKE ${startingWith(typed.replaceAll('-', ''))})`
}

const bare = (q: string) =>
  q
    .toUpperCase()
    .replace(/[.\s]/g, '')
    .replace(/^[VEPJGC]-(?=\w)|^[VEJG](?=\d)/, '')

/** Of ticket `of`: whoever stands on it as one of `kinds` is who is looked for. */
function standsOn(of: SQL, kinds: readonly ClientOperation['kind'][], q: string): SQL {
  const isDocument = bare(q).length >= leastOfDocument && /\d/.test(q)
  const named = holdsWordsSql([sql`k.name_key`], q)
  return sql`(${of}.day, ${of}.id) IN (
    SELECT o.day, o.ref_id FROM clients k JOIN client_operations o ON o.client_id = k.id AND o.kind = ANY (${list(kinds)}::text[])
    WHERE ${isDocument ? sql`${byDocument(sql`k.dni`, q)} OR (${named})` : named})`
}

/** Ticket `of`, of whatever game, was bought by who is looked for. */
export const boughtBy = (of: SQL, q: string) => standsOn(of, ['ticket', 'polla'], q)
/** The prize of ticket `of` was paid to who is looked for. */
export const paidTo = (of: SQL, q: string) => standsOn(of, ['premio'], q)
