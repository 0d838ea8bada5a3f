/** Sales control, and the limits that it tells about. */
import { sql } from 'drizzle-orm'
import type { Answer, Received } from '@contract/endpoint.ts'
import type { salesControl } from '@contract/sales-control.ts'
import type { Context, Handlers } from '../../platform/http/context.ts'
import { Problem } from '../../platform/http/problem.ts'
import { settledListOf } from '../../rules/settlement/readers.ts'
import { mustBeWithin } from '../../rules/tree/reach.ts'
import { controlList } from './list.ts'

type Limits = Answer<typeof salesControl.update>

/** @throws Problem `not_found`, `own_partner`, `changed_meanwhile` with the limits as they are */
async function saveLimits(
  context: Context,
  { params: { id }, body }: Received<typeof salesControl.update>,
): Promise<Limits> {
  const { db, scope, session, now } = context
  await mustBeWithin(scope, db, id)
  const partner = await db.one(sql`SELECT 1 FROM partners WHERE id = ${id} AND type IN ('agencia', 'distribuidor')`)
  if (!partner) throw new Problem('not_found')
  if (id === scope.partner_id) throw new Problem('own_partner')
  const read = () =>
    db.one<Limits>(sql`
      SELECT partner_id AS id, currency::text AS currency, week_limit::text AS week_limit, debt_limit::text AS debt_limit, version
      FROM partner_debt_limits WHERE partner_id = ${id} AND currency = ${body.currency}::currency`)
  const before = await read()
  const written = await db.run(sql`
    INSERT INTO partner_debt_limits AS limits (partner_id, currency, week_limit, debt_limit, set_by, set_at)
    SELECT ${id}, ${body.currency}::currency, ${body.week_limit}::numeric, ${body.debt_limit}::numeric, ${session.id}::int,
      ${now.toISOString()}::timestamptz
    WHERE ${body.version} = 0 OR EXISTS (
      SELECT 1 FROM partner_debt_limits known WHERE known.partner_id = ${id} AND known.currency = ${body.currency}::currency)
    ON CONFLICT (partner_id, currency) DO UPDATE
    SET week_limit = excluded.week_limit, debt_limit = excluded.debt_limit, set_by = excluded.set_by, set_at = excluded.set_at,
      version = limits.version + 1
    WHERE limits.version = ${body.version}`)
  if (written !== 1) throw new Problem('changed_meanwhile', { extra: { current: await read() } })
  const after = (await read())!
  context.audit({ entity_id: id, before: before ?? null, after, significant: true })
  return after
}

export const salesControlRoutes: Handlers<typeof salesControl> = {
  ...settledListOf(controlList),
  update: saveLimits,
}
