/** What a sale still has to prove with its last statement, and the same ticket sold a moment ago. */
import { sql, type SQL } from 'drizzle-orm'
import { list, type Tx } from '../../platform/db/connect.ts'
import type { Held } from './facts.ts'
import type { Sale } from './sell.ts'

/** The same ticket by the same office within this asks for a confirmation. */
const repeatedWithin = '3 minutes'

/** The same ticket by the same office a moment ago, itself left out. */
function sameTicket({ office_id, at }: Sale, content_hash: SQL, id: SQL): SQL {
  return sql`tickets WHERE office_id = ${office_id} AND sold_at > ${at.toISOString()}::timestamptz - ${repeatedWithin}::interval
    AND content_hash = ${content_hash} AND state NOT IN ('anulado', 'devuelto') AND id <> ${id}`
}

/** The serial of the same ticket by the same office a moment ago. */
export async function repeatedOf(tx: Tx, sale: Sale, content_hash: number): Promise<string | null> {
  const [same] = await tx.prepared<{ serial: string }>(
    'sale-repeated',
    sql`SELECT serial FROM ${sameTicket(sale, sql`${content_hash}::int`, sql`0`)} ORDER BY sold_at DESC LIMIT 1`,
  )
  return same?.serial ?? null
}

/** What was remembered of a sale's draws did not hold, or a quota is short: it is done again by looking. */
export class WrongGuess extends Error {
  readonly code = '40001'
}

/** That the draws are open and as the ticket has them, and, where nobody looked, that nothing else speaks against it. */
export function proofOf(sale: Sale, held: Held, own: { id: string; content_hash: number }): SQL {
  const all = [...held.draws.values()]
  const guessed = held.guessed === true
  const hash = guessed && !sale.confirm_repeated ? own.content_hash : null
  return sql`(
      SELECT count(*) FROM unnest(${list(all.map((one) => one.id))}::int[], ${list(all.map((one) => one.day))}::date[], ${list(all.map((one) => one.closes_at))}::timestamptz[]) AS a(id, day, closes_at)
      JOIN draws d ON d.id = a.id AND d.state = 'activo' AND d.opens_at <= clock_timestamp() AND d.closes_at > clock_timestamp()
        AND d.day = a.day AND date_trunc('milliseconds', d.closes_at) = a.closes_at
    ) = ${all.length}::int
    AND (${hash}::int IS NULL OR NOT EXISTS (SELECT 1 FROM ${sameTicket(sale, sql`${hash}::int`, sql`${own.id}::bigint`)}))
    AND NOT (${guessed}::boolean AND EXISTS (SELECT 1 FROM rules_touched t WHERE t.transaction = pg_current_xact_id_if_assigned()))`
}
