/**
 * The pots' only writer. A pot is the sum of its movements, and every movement stands in the ledger:
 * what flows into a pot is set aside by the banca (debit `provision`, credit `potes`), what leaves it goes
 * back the same way; what passes from one pot to another is a debit and a credit of `potes`.
 */
import { sql, type SQL } from 'drizzle-orm'
import type { Jackpot, Pot } from '@contract/jackpots.ts'
import { list, type Executor, type Tx } from '../../platform/db/connect.ts'
import { entryCtes, mustBeWhole } from '../ledger/entries.ts'

type MovementKind = Jackpot['movements'][number]['kind']

export interface PotMove {
  jackpot_id: number
  pot: Pot
  /** Negative where it leaves the pot. */
  amount: string
}

/** Movements of one kind and currency, which share one ledger entry. */
export interface PotChange {
  kind: MovementKind
  currency: string
  /** Day of the ledger entry. */
  day: string
  at: Date
  by: number | null
  reason?: string
  /** The settlement that makes them. */
  result_id?: number
  moves: readonly PotMove[]
}

/** Where an entry stands: its kind is 'pote' and it speaks of one of the jackpots moved. */
export interface PotEntry {
  currency: string
  day: string
  at: Date
  by: number | null
  jackpot_id: number
}

/** Common table expressions of the ledger entry for the amounts that the expression `moved` holds. */
export function potEntryCtes({ currency, day, at, by, jackpot_id }: PotEntry): SQL {
  return entryCtes({
    day,
    currency,
    kind: 'pote',
    ref_kind: 'jackpot',
    ref_id: sql`${jackpot_id}::bigint`,
    office_id: sql`NULL::int`,
    created_at: at,
    ...(by !== null && { created_by: by }),
    sides: sql`
      SELECT (SELECT id FROM partners WHERE type = 'banca') AS partner_id, v.kind, v.amount
      FROM (
        SELECT coalesce(sum(amount) FILTER (WHERE amount > 0), 0) AS up,
          coalesce(-sum(amount) FILTER (WHERE amount < 0), 0) AS down
        FROM moved
      ) m,
      LATERAL (VALUES ('potes', -m.up), ('potes', m.down), ('provision', m.up - m.down)) AS v(kind, amount)`,
  })
}

/** Writes movements and their entry now. The caller holds what keeps the pots from changing meanwhile. */
export async function movePots(tx: Tx, change: PotChange): Promise<void> {
  const [first] = change.moves
  if (!first) return
  const { kind, currency, day, at, by, reason = '', result_id = null, moves } = change
  const row = await tx.one<{ whole: boolean }>(sql`
    WITH moved AS (
      INSERT INTO jackpot_movements (jackpot_id, pot, kind, amount, reason, day, created_by, created_at, result_id)
      SELECT m.jackpot_id, m.pot, ${kind}, m.amount, ${reason}, ${day}::date, ${by}::int, ${at.toISOString()}::timestamptz,
        ${result_id}::int
      FROM unnest(
        ${list(moves.map((one) => one.jackpot_id))}::int[], ${list(moves.map((one) => one.pot))}::text[],
        ${list(moves.map((one) => one.amount))}::numeric[]
      ) AS m(jackpot_id, pot, amount)
      RETURNING amount
    ), ${potEntryCtes({ currency, day, at, by, jackpot_id: first.jackpot_id })}
    SELECT whole FROM posted`)
  mustBeWhole(row, `jackpot ${first.jackpot_id}`)
}

export interface PotSum {
  jackpot_id: number
  pot: Pot
  amount: string
}

/** What is in each pot of these jackpots; a pot without movements is left out. */
export async function potSums(db: Executor, jackpot_ids: readonly number[]): Promise<PotSum[]> {
  return db.rows<PotSum>(sql`
    SELECT jackpot_id, pot, sum(amount) AS amount
    FROM jackpot_movements
    WHERE jackpot_id = ANY (${list(jackpot_ids)}::int[])
    GROUP BY 1, 2
    ORDER BY 1, 2`)
}

/** The id of a product's jackpot from a day on, made if it is not there yet. */
export async function jackpotId(
  tx: Executor,
  key: { product_id: number; kind: 'diario' | 'semanal'; currency: string; from_day: string },
): Promise<number> {
  const { product_id, kind, currency, from_day } = key
  const find = () =>
    tx.one<{ id: number }>(sql`
    SELECT id
    FROM jackpots
    WHERE product_id = ${product_id} AND kind = ${kind} AND currency = ${currency}::currency AND from_day = ${from_day}::date`)
  const found = await find()
  if (found) return found.id
  await tx.run(sql`
    INSERT INTO jackpots (product_id, kind, currency, from_day, to_day)
    VALUES (
      ${product_id}, ${kind}, ${currency}::currency, ${from_day}::date, ${from_day}::date + ${kind === 'semanal' ? 6 : 0}::int
    )
    ON CONFLICT DO NOTHING`)
  return (await find())!.id
}

/**
 * Holds jackpots until the transaction ends, among its last statements: a statement after this one sees
 * their pots as they are, and nobody takes from them by hand meanwhile.
 */
export function holdPotsLast(tx: Tx, jackpot_ids: readonly number[], refused: () => never): void {
  tx.last({
    name: 'polla-pots-hold',
    refused: async () => refused(),
    query: sql`SELECT id FROM jackpots WHERE id = ANY (${list(jackpot_ids)}::int[]) ORDER BY id FOR NO KEY UPDATE`,
  })
}
