/** What a sale still has to prove with its last statement, and the same ticket sold a moment ago. */
import { sql, type SQL } from 'drizzle-orm'
import type { Places } from '../../platform/db/compile.ts'
import { array, type Tx } from '../../platform/db/connect.ts'
import type { HeldDraws } from './facts.ts'
import type { Sale } from './sell.ts'

/** The same ticket by the same office within this asks for a confirmation. */
const repeatedWithin = '3 minutes'

/** The same ticket by the same office a moment ago, itself left out. Its day is said too: it is in one of two partitions. */
function sameTicket(at: Places<{ day: string; office_id: number; at: string; hash: number | null; id: string }>): SQL {
  return sql`tickets WHERE day >= ${at.day}::date - 1 AND office_id = ${at.office_id}::int
    AND sold_at > ${at.at}::timestamptz - ${sql.raw(`'${repeatedWithin}'`)}::interval
    AND content_hash = ${at.hash}::int AND state NOT IN ('anulado', 'devuelto') AND id <> ${at.id}::bigint`
}

/** The serial of the same ticket by the same office a moment ago. */
export async function repeatedOf(tx: Tx, sale: Sale, content_hash: number): Promise<string | null> {
  const [same] = await tx.prepared<{ serial: string }>(
    'sale-repeated',
    sql`SELECT serial FROM ${sameTicket({
      day: sql`${sale.day}`,
      office_id: sql`${sale.office_id}`,
      at: sql`${sale.at.toISOString()}`,
      hash: sql`${content_hash}`,
      id: sql`0`,
    })} ORDER BY sold_at DESC LIMIT 1`,
  )
  return same?.serial ?? null
}

/** What was remembered of a sale's draws did not hold, or a quota is short: it is done again by looking. */
export class WrongGuess extends Error {
  readonly code = '40001'
}

/** What `proof` takes. Without a hash nobody asks for the same ticket. */
export function proofValues(sale: Sale, held: HeldDraws, own: { id: string; content_hash: number }) {
  const all = [...held.draws.values()]
  const guessed = held.guessed === true
  return {
    day: sale.day,
    office_id: sale.office_id,
    at: sale.at.toISOString(),
    id: own.id,
    hash: guessed && !sale.confirm_repeated ? own.content_hash : null,
    guessed,
    held_ids: array(all.map((one) => one.id)),
    held_days: array(all.map((one) => one.day)),
    held_closes: array(all.map((one) => one.closes_at)),
  }
}

/** That the draws are open and as the ticket has them, and, where nobody looked, that nothing else speaks against it. */
export function proof(at: Places<ReturnType<typeof proofValues>>): SQL {
  return sql`(
      SELECT count(*)
      FROM unnest(${at.held_ids}::int[], ${at.held_days}::date[], ${at.held_closes}::timestamptz[]) AS held(id, day, closes_at)
      JOIN draws draw ON draw.id = held.id AND draw.state = 'activo' AND draw.opens_at <= clock_timestamp()
        AND draw.closes_at > clock_timestamp()
        AND draw.day = held.day AND date_trunc('milliseconds', draw.closes_at) = held.closes_at
    ) = cardinality(${at.held_ids}::int[])
    AND (${at.hash}::int IS NULL OR NOT EXISTS (SELECT 1 FROM ${sameTicket(at)}))
    AND NOT (${at.guessed}::boolean
      AND EXISTS (SELECT 1 FROM rules_touched touched WHERE touched.transaction = pg_current_xact_id_if_assigned()))`
}
