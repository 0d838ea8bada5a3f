/** Saves the symbols a product plays with, in the order given. A code that somebody is playing stays. */
import { sql } from 'drizzle-orm'
import type { Answer, Received } from '@contract/endpoint.ts'
import type { FieldFault } from '@contract/problems.ts'
import type { ProductKind, ProductSymbol, products } from '@contract/products.ts'
import { fold } from '@contract/values/text.ts'
import { json, list, type Executor } from '../../platform/db/connect.ts'
import type { Context } from '../../platform/http/context.ts'
import { Problem } from '../../platform/http/problem.ts'
import { fault } from './check-schedule.ts'
import { playsSymbols } from './kinds.ts'
import { readSymbols } from './queries.ts'

/**
 * @throws Problem `not_found`, `changed_meanwhile` (with the symbols as they are now in `current`),
 * `symbol_repeated` on their rows, and `symbol_in_use` when a code that goes is being played
 */
export async function saveSymbols(
  { db, audit }: Context,
  id: number,
  { version, data }: Received<typeof products.saveSymbols>['body'],
): Promise<Answer<typeof products.saveSymbols>> {
  const before = await readSymbols(db, id)
  if (before.version !== version) throw new Problem('changed_meanwhile', { extra: { current: before } })
  await mustBeSound(db, id, data)
  const removed = before.data.filter((old) => !data.some((one) => one.code === old.code))
  if (removed.length) await mustNotBePlayed(db, id, removed)
  const taken = await db.run(sql`UPDATE products SET version = version + 1 WHERE id = ${id} AND version = ${version}`)
  if (taken !== 1) throw new Problem('changed_meanwhile', { extra: { current: await readSymbols(db, id) } })
  await db.run(sql`DELETE FROM product_symbols WHERE product_id = ${id}`)
  await db.run(sql`
    INSERT INTO product_symbols (product_id, code, name, image_url, position)
    SELECT ${id}::smallint, given.code, given.name, given.image_url, given.position
    FROM jsonb_to_recordset(
      ${json(data.map((one, at) => ({ ...one, position: at + 1 })))}
    ) AS given(code text, name text, image_url text, position smallint)`)
  const after = await readSymbols(db, id)
  audit({
    entity_id: id,
    before: { symbols: before.data },
    after: { symbols: after.data },
    significant: removed.length > 0,
  })
  return after
}

async function mustBeSound(db: Executor, id: number, data: readonly ProductSymbol[]): Promise<void> {
  const product = await db.one<{ kind: ProductKind }>(sql`SELECT kind FROM products WHERE id = ${id}`)
  if (product && !playsSymbols(product.kind) && data.length)
    throw Problem.on('data', 'invalid', 'Este producto juega con números, no con símbolos')
  const faults = data.flatMap((one, at): FieldFault[] => [
    ...(data.findIndex((other) => other.code === one.code) < at
      ? [fault(`data.${at}.code`, 'symbol_repeated', `El código ${one.code} está repetido`)]
      : []),
    ...(data.findIndex((other) => fold(other.name) === fold(one.name)) < at
      ? [fault(`data.${at}.name`, 'symbol_repeated', `El nombre ${one.name} está repetido`)]
      : []),
  ])
  const [first] = faults
  if (first) throw new Problem(first.code!, { detail: first.message, errors: faults })
}

/**
 * Lines that wait for a result that could name the code: of the product's own draws, of tripletas over
 * them, and of pollas that count them. A wildcard on it would speak of nothing, too.
 */
async function mustNotBePlayed(db: Executor, id: number, removed: readonly ProductSymbol[]): Promise<void> {
  const codes = list(removed.map((one) => one.code))
  const played = await db.rows<{ code: string }>(sql`
    WITH open AS (SELECT id FROM draws WHERE product_id = ${id} AND state = 'activo'),
    waiting AS (
      SELECT line.number FROM open JOIN ticket_lines line ON line.draw_id = open.id AND line.state = 'pendiente'
      UNION
      SELECT line.number
      FROM open
      JOIN line_draws line_draw ON line_draw.draw_id = open.id
      JOIN ticket_lines line ON line.day = line_draw.day AND line.ticket_id = line_draw.ticket_id AND line.n = line_draw.line_n
        AND line.state = 'pendiente'
      UNION
      SELECT line.number
      FROM open
      JOIN polla_draws polla_draw ON polla_draw.draw_id = open.id
      JOIN ticket_lines line ON line.draw_id = polla_draw.polla_draw_id AND line.state = 'pendiente'
      UNION SELECT number FROM product_wildcards WHERE product_id = ${id}
    )
    SELECT DISTINCT code
    FROM unnest(${codes}::text[]) AS code
    JOIN waiting ON code = ANY (string_to_array(waiting.number, '-'))
    ORDER BY code`)
  if (played.length === 0) return
  const names = played.map(({ code }) => `${code} ${removed.find((one) => one.code === code)?.name ?? ''}`.trim())
  throw Problem.on('data', 'symbol_in_use', `Hay jugadas abiertas o comodines con: ${names.join(', ')}`)
}
