/** What a partner sells: whose people switched a product off is kept, and whoever stands below them does not switch it on. */
import { sql, type SQL } from 'drizzle-orm'
import type { FieldFault } from '@contract/problems.ts'
import type { PartnerType } from '@contract/partners.ts'
import { json, list, type Executor } from '../../platform/db/connect.ts'
import type { Scope } from '../../platform/db/scope.ts'
import { Problem } from '../../platform/http/problem.ts'
import { offAbove, offAboveText } from '../../platform/lists/switched-off.ts'
import type { Form } from './check.ts'

/** Sets `rows` (`partner_id`, `product_id`, `enabled`). What was off already stays whose it was. */
export function writeProducts({ partner_id }: Scope, rows: SQL): SQL {
  return sql`
    INSERT INTO partner_products AS old (partner_id, product_id, enabled, off_by)
    SELECT r.partner_id, r.product_id, r.enabled, CASE WHEN NOT r.enabled THEN ${partner_id}::int END FROM (${rows}) AS r ORDER BY 1, 2
    ON CONFLICT (partner_id, product_id) DO UPDATE SET enabled = excluded.enabled,
      off_by = CASE WHEN excluded.enabled OR old.enabled THEN excluded.off_by ELSE old.off_by END`
}

/** The products of a form in the place of those that it shows. */
export async function replaceProducts(
  db: Executor,
  scope: Scope,
  { agency_id, products }: Form,
  shown: readonly number[],
): Promise<void> {
  const said = products.filter(({ enabled }) => enabled !== null)
  await db.run(sql`
    DELETE FROM partner_products WHERE partner_id = ${agency_id} AND product_id = ANY (${list(shown)}::int[])
      AND product_id <> ALL (${list(said.map(({ product_id }) => product_id))}::int[])`)
  await db.run(
    writeProducts(
      scope,
      sql`
        SELECT ${agency_id}::int AS partner_id, product_id, enabled
        FROM jsonb_to_recordset(${json(said)}) AS s(product_id smallint, enabled boolean)`,
    ),
  )
}

interface Off {
  partner_id: number
  partner: string
  product_id: number
  product: string
  above: PartnerType
}

/** Of the partners, which products somebody above the caller switched off there. Whoever holds the partners holds this. */
async function productsOffAbove(db: Executor, scope: Scope, ids: readonly number[], only?: number): Promise<Off[]> {
  if (scope.whole) return []
  return db.rows<Off>(sql`
    SELECT p.id AS partner_id, p.name AS partner, o.id AS product_id, o.name AS product, ${offAbove(scope, sql`x.off_by`)} AS above
    FROM partner_products x JOIN partners p ON p.id = x.partner_id JOIN products o ON o.id = x.product_id AND o.status = 'activo'
    WHERE x.partner_id = ANY (${list(ids)}::int[]) AND NOT x.enabled AND ${offAbove(scope, sql`x.off_by`)} IS NOT NULL
      AND ${only === undefined ? sql`true` : sql`o.id = ${only}`}
    ORDER BY p.id, o.position, o.name, o.id`)
}

function refusal({ partner_id, partner, product }: Off, errors: [FieldFault, ...FieldFault[]]): Problem {
  return new Problem('switched_off_above', { detail: errors[0].message, errors }).noting({
    entity_id: partner_id,
    title: 'Reactivación rechazada',
    tried: `quiso que ${partner} venda un producto desactivado más arriba: ${product}`,
  })
}

/** Inheriting again is switching on too. @throws Problem `switched_off_above` on each product of the form */
export async function mustStayOff(db: Executor, scope: Scope, { agency_id, products }: Form): Promise<void> {
  const kept = new Set(products.filter(({ enabled }) => enabled === false).map(({ product_id }) => product_id))
  const off = (await productsOffAbove(db, scope, [agency_id])).filter(({ product_id }) => !kept.has(product_id))
  const [first, ...others] = off.map(({ product_id, product, above }): FieldFault => {
    const index = products.findIndex((one) => one.product_id === product_id)
    return {
      path: index < 0 ? 'products' : `products.${index}.enabled`,
      code: 'switched_off_above',
      message: `${product}: ${offAboveText(above)}`,
    }
  })
  if (first) throw refusal(off[0]!, [first, ...others])
}

/** The same of one product at many partners. @throws Problem `switched_off_above` naming the first partner */
export async function mustStayOffAt(
  db: Executor,
  scope: Scope,
  ids: readonly number[],
  product_id: number,
): Promise<void> {
  const [first] = await productsOffAbove(db, scope, ids, product_id)
  if (!first) return
  const { partner, product, above } = first
  const message = `${partner}, ${product}: ${offAboveText(above)} No se modificó nada.`
  throw refusal(first, [{ path: 'change.value', code: 'switched_off_above', message }])
}
