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
  SELECT 1 FROM partner_ancestors a JOIN partners p ON p.id = a.partner_id AND p.status = 'activo' ${more}
  WHERE a.ancestor_id = ${scope.partner_id} AND a.partner_type = ${type})`

/** Its own, what it inherits, or what somebody below it has. */
const reaching = (scope: Scope, partner_id = sql`r.partner_id`) => sql`(
  ${partner_id} IN (SELECT ancestor_id FROM partner_ancestors WHERE partner_id = ${scope.partner_id})
  OR ${partner_id} IN (SELECT partner_id FROM partner_ancestors WHERE ancestor_id = ${scope.partner_id}))`

async function stepsOf(scope: Scope, db: Executor): Promise<Answer<typeof firstStepCalls.show>> {
  const sold = await db.one(sql`SELECT 1 FROM sales_hours WHERE partner_id = ${scope.partner_id} LIMIT 1`)
  if (sold) return { sold: true, done: [...firstSteps] }
  const found = await db.one<Record<Exclude<FirstStep, 'sale'>, boolean>>(sql`
    SELECT EXISTS (
        SELECT 1 FROM products p WHERE p.status = 'activo'
          AND (p.kind = 'polla' OR EXISTS (SELECT 1 FROM product_schedules s WHERE s.product_id = p.id))
          AND EXISTS (SELECT 1 FROM product_bet_types b WHERE b.product_id = p.id)) AS products,
      ${below(scope, 'agencia')} AS agencies, ${below(scope, 'taquilla')} AS offices,
      ${below(scope, 'taquilla', sql`JOIN users u ON u.partner_id = p.id AND u.status = 'activo'`)} AS sellers,
      EXISTS (SELECT 1 FROM commissions r WHERE ${reaching(scope)}) AS rates,
      EXISTS (SELECT 1 FROM top_quotas) OR EXISTS (SELECT 1 FROM regular_quotas r WHERE ${reaching(scope)}) AS quotas`)
  return { sold: false, done: firstSteps.filter((step) => step !== 'sale' && found![step]) }
}

export const firstStepsRoutes: Handlers<typeof firstStepCalls> = {
  show: ({ scope, db }) => stepsOf(scope, db),
}
