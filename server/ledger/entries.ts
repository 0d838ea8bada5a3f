/**
 * The only writer of ledger entries. An entry's postings add up to zero; entries are added, never
 * edited: what was wrong is reversed. Debit is positive.
 */
import { sql } from 'drizzle-orm'
import { isZero, negate } from '@contract/values/money.ts'
import { list, type Tx } from '../db/connect.ts'
import type { AccountKind } from './accounts.ts'

export type EntryKind = 'venta' | 'anulacion' | 'devolucion' | 'premiacion' | 'correccion' | 'pago_premio' | 'vencimiento' | 'comision' | 'participacion' | 'pago' | 'ingreso' | 'egreso' | 'transferencia' | 'recarga' | 'fondo' | 'pote' | 'ajuste'

export interface Move {
  debit: { partner_id: number; kind: AccountKind }
  credit: { partner_id: number; kind: AccountKind }
  /** Decimal string; a negative one swaps debit and credit, zero is left out. */
  amount: string
}

export interface Entry {
  /** Business day it counts on, which may be before the day it is written. */
  day: string
  kind: EntryKind
  ref_kind: 'ticket' | 'draw' | 'payment' | 'register' | 'jackpot' | 'adjustment'
  ref_id: string | number
  office_id?: number
  currency: string
  moves: readonly Move[]
  memo?: string
  created_by?: number
  created_at?: Date
}

/** Adds one entry; answers its id, or null when every move was zero. Each move is a debit and a credit, so it balances. */
export async function post(tx: Tx, entry: Entry): Promise<string | null> {
  const moves = entry.moves.filter((move) => !isZero(move.amount))
  if (moves.length === 0) return null
  const sides = moves.flatMap((move) => [
    { ...move.debit, amount: move.amount },
    { ...move.credit, amount: negate(move.amount) },
  ])
  const [row] = await tx.prepared<{ id: string; postings: string }>('ledger-post', sql`
    WITH side AS (
      SELECT * FROM unnest(${list(sides.map((side) => side.partner_id))}::int[], ${list(sides.map((side) => side.kind))}::text[], ${list(sides.map((side) => side.amount))}::numeric[])
        AS s(partner_id, kind, amount)
    ), account AS (
      SELECT a.id, s.amount FROM side s JOIN ledger_accounts a ON a.partner_id = s.partner_id AND a.kind = s.kind AND a.currency = ${entry.currency}::currency
    ), entry AS (
      INSERT INTO ledger_entries (day, kind, ref_kind, ref_id, office_id, memo, created_by, created_at)
      VALUES (${entry.day}, ${entry.kind}, ${entry.ref_kind}, ${entry.ref_id}, ${entry.office_id ?? null}, ${entry.memo ?? null}, ${entry.created_by ?? null}, ${(entry.created_at ?? new Date()).toISOString()})
      RETURNING id
    ), posting AS (
      INSERT INTO ledger_postings (day, entry_id, account_id, amount, currency)
      SELECT ${entry.day}::date, entry.id, account.id, account.amount, ${entry.currency}::currency FROM entry, account
      RETURNING account_id, amount
    ), daily AS (
      INSERT INTO ledger_days AS d (account_id, day, debit, credit)
      SELECT id, ${entry.day}::date, sum(greatest(amount, 0)), sum(greatest(-amount, 0)) FROM account GROUP BY id ORDER BY id
      ON CONFLICT (account_id, day) DO UPDATE SET debit = d.debit + excluded.debit, credit = d.credit + excluded.credit
      RETURNING 1
    )
    SELECT entry.id, (SELECT count(*) FROM posting) AS postings FROM entry`)
  if (!row || Number(row.postings) !== sides.length) throw new Error(`ledger accounts are missing for ${entry.ref_kind} ${entry.ref_id}`)
  return row.id
}
