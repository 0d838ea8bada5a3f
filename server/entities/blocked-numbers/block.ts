/** Blocks numbers, and lifts a block. Lines already sold stay; whoever sells from then on is refused. */
import { sql } from 'drizzle-orm'
import { canonicalNumber, isBetNumber, type BetKind } from '@contract/values/bet-numbers.ts'
import type { Received } from '@contract/endpoint.ts'
import type { blockedNumbers } from '@contract/blocked-numbers.ts'
import type { FieldFault } from '@contract/problems.ts'
import { list, type Executor, type Tx } from '../../platform/db/connect.ts'
import { within, type Scope } from '../../platform/db/scope.ts'
import { Problem } from '../../platform/http/problem.ts'
import { mustBeWithin } from '../../rules/tree/reach.ts'

type Asked = Received<typeof blockedNumbers.create>['body']

/** How many were blocked, and how many were so already: for the same partner, bet, draw and days. */
export async function block(
  scope: Scope,
  tx: Tx,
  asked: Asked,
  maker: { by: number; at: Date },
): Promise<{ blocked: number; already: number }> {
  const { product_id, bet_type_id = null, draw_id = null, from_day = null, to_day = null, reason } = asked
  const partner_id = asked.partner_id ?? scope.partner_id
  await mustBeWithin(scope, tx, partner_id)
  if (from_day && to_day && from_day > to_day) throw Problem.on('to_day', 'range_backwards')
  await mustBeItsDraw(tx, product_id, draw_id)
  const numbers = await validNumbers(tx, asked)
  // Of two that block the same at once, the second finds it blocked.
  await tx.run(sql`SELECT 1 FROM products WHERE id = ${product_id} FOR NO KEY UPDATE`)
  const blocked = await tx.run(sql`
    INSERT INTO blocked_numbers (partner_id, product_id, bet_type_id, number, draw_id, from_day, to_day, reason, created_by, created_at)
    SELECT ${partner_id}::int, ${product_id}::int, ${bet_type_id}::int, n.number, ${draw_id}::int, ${from_day}::date,
      ${to_day}::date, ${reason}, ${maker.by}::int, ${maker.at.toISOString()}::timestamptz
    FROM unnest(${list(numbers)}::text[]) AS n(number)
    WHERE NOT EXISTS (
      SELECT 1
      FROM blocked_numbers b
      WHERE b.lifted_at IS NULL AND b.partner_id = ${partner_id}::int AND b.product_id = ${product_id}::int
        AND b.number = n.number
        AND b.bet_type_id IS NOT DISTINCT FROM ${bet_type_id}::int AND b.draw_id IS NOT DISTINCT FROM ${draw_id}::int
        AND b.from_day IS NOT DISTINCT FROM ${from_day}::date AND b.to_day IS NOT DISTINCT FROM ${to_day}::date)`)
  return { blocked, already: numbers.length - blocked }
}

async function mustBeItsDraw(db: Executor, product_id: number, draw_id: number | null): Promise<void> {
  const product = await db.one(sql`SELECT 1 FROM products WHERE id = ${product_id}`)
  if (!product) throw Problem.on('product_id', 'invalid', 'El producto no existe.')
  const draw =
    draw_id === null || (await db.one(sql`SELECT 1 FROM draws WHERE id = ${draw_id} AND product_id = ${product_id}`))
  if (!draw) throw Problem.on('draw_id', 'draw_unknown', 'El sorteo no es de ese producto.')
}

/**
 * The numbers in their one spelling, each once; every one must be a number of the bet, or of one of the product's bets
 * when none is named.
 */
async function validNumbers(db: Executor, { product_id, bet_type_id, numbers }: Asked): Promise<string[]> {
  const bets = await db.rows<{ id: number; kind: BetKind }>(sql`
    SELECT b.id, b.kind::text AS kind
    FROM product_bet_types o
    JOIN bet_types b ON b.id = o.bet_type_id
    WHERE o.product_id = ${product_id} AND (${bet_type_id ?? null}::int IS NULL OR b.id = ${bet_type_id ?? null}::int)`)
  if (bets.length === 0) throw Problem.on('bet_type_id', 'bet_type_not_offered')
  const symbols = new Set(
    (await db.rows<{ code: string }>(sql`SELECT code FROM product_symbols WHERE product_id = ${product_id}`)).map(
      (row) => row.code,
    ),
  )
  const errors: FieldFault[] = []
  const read = numbers.map((number, index) => {
    const bet = bets.find(({ kind }) => isBetNumber(kind, number, symbols))
    if (!bet)
      errors.push({
        path: `numbers.${index}`,
        code: 'number_invalid',
        message: `«${number}» no es un número de este producto.`,
      })
    return bet ? canonicalNumber(bet.kind, number) : number
  })
  if (errors.length > 0)
    throw new Problem('number_invalid', { errors, ...(errors.length === 1 && { detail: errors[0]!.message }) })
  return [...new Set(read)]
}

/** Answers what was blocked. @throws Problem `not_found` when it is not blocked, or not by somebody of the caller's subtree. */
export async function unblock(
  scope: Scope,
  tx: Tx,
  { id, by, at }: { id: number; by: number; at: Date },
): Promise<{ product_id: number; bet_type_id: number | null; number: string }> {
  const lifted = await tx.one<{ product_id: number; bet_type_id: number | null; number: string }>(sql`
    UPDATE blocked_numbers
    SET lifted_at = ${at.toISOString()}, lifted_by = ${by}
    WHERE id = ${id} AND lifted_at IS NULL AND ${within(scope, sql`blocked_numbers.partner_id`)}
    RETURNING product_id, bet_type_id, number`)
  if (!lifted) throw new Problem('not_found')
  return lifted
}
