/** What the caller's subtree has of all that a first sale needs. Each fact is one row looked for, never a count. */
import { sql } from 'drizzle-orm'
import type { Answer } from '@contract/endpoint.ts'
import { firstSteps, type firstStepCalls, type FirstStep } from '@contract/first-steps.ts'
import type { PartnerType } from '@contract/partners.ts'
import type { Executor } from '../platform/db/connect.ts'
import type { Scope } from '../platform/db/scope.ts'
import type { Handlers } from '../platform/http/context.ts'

/** Partners of a type in the subtree that take part, with their users where `more` asks for them. */
const below = (scope: Scope, type: PartnerType, more = sql``) => sql`EXISTS (
  SELECT 1 FROM partner_ancestors above JOIN partners partner ON partner.id = above.partner_id AND partner.status = 'activo' ${more}
  WHERE above.ancestor_id = ${scope.partner_id} AND above.partner_type = ${type})`

/** Its own, what it inherits, or what somebody below it has. */
const reaching = (scope: Scope, partner_id = sql`given.partner_id`) => sql`(
  ${partner_id} IN (SELECT ancestor_id FROM partner_ancestors WHERE partner_id = ${scope.partner_id})
  OR ${partner_id} IN (SELECT partner_id FROM partner_ancestors WHERE ancestor_id = ${scope.partner_id}))`

async function stepsOf(scope: Scope, db: Executor): Promise<Answer<typeof firstStepCalls.show>> {
  const sold = await db.one(sql`SELECT 1 FROM sales_hours WHERE partner_id = ${scope.partner_id} LIMIT 1`)
  if (sold) return { sold: true, done: [...firstSteps] }
  const found = await db.one<Record<Exclude<FirstStep, 'sale'>, boolean>>(sql`
    SELECT EXISTS (
        SELECT 1 FROM products product WHERE product.status = 'activo'
          AND (product.kind = 'polla' OR EXISTS (SELECT 1 FROM product_schedules schedule WHERE schedule.product_id = product.id))
          AND EXISTS (SELECT 1 FROM product_bet_types offer WHERE offer.product_id = product.id)) AS products,
      ${below(scope, 'agencia')} AS agencies, ${below(scope, 'taquilla')} AS offices,
      ${below(scope, 'taquilla', sql`JOIN users person ON person.partner_id = partner.id AND person.status = 'activo'`)} AS sellers,
      EXISTS (SELECT 1 FROM commissions given WHERE ${reaching(scope)}) AS rates,
      EXISTS (SELECT 1 FROM top_quotas) OR EXISTS (SELECT 1 FROM regular_quotas given WHERE ${reaching(scope)}) AS quotas`)
  return { sold: false, done: firstSteps.filter((step) => step !== 'sale' && found![step]) }
}

export const firstStepsRoutes: Handlers<typeof firstStepCalls> = {
  show: ({ scope, db }) => stepsOf(scope, db),
}
