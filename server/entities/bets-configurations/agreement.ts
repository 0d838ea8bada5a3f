/**
 * Minimum ≤ maximum ≤ ticket, for whoever sets one of them: its other two may come from above, so that
 * a change there can contradict what is set below. Such a change is refused, naming who it contradicts.
 */
import { sql } from 'drizzle-orm'
import { currencyFacts, type Currency } from '@contract/values/currency.ts'
import { formatMoney } from '@contract/values/money.ts'
import { list, type Executor } from '../../platform/db/connect.ts'
import { Problem } from '../../platform/http/problem.ts'

interface Contradiction {
  id: number
  name: string
  currency: Currency
  min: string | null
  max: string | null
  ticket: string | null
}

const held = (column: 'min_stake' | 'max_stake' | 'max_ticket') => sql`(
  SELECT x.${sql.raw(column)}
  FROM partner_ancestors a
  JOIN partner_limits x ON x.partner_id = a.ancestor_id AND x.currency = l.currency AND x.${sql.raw(column)} IS NOT NULL
  WHERE a.partner_id = l.partner_id ORDER BY a.depth LIMIT 1)`

/** Those under the partners, themselves included, whose limits contradict each other. */
async function contradictions(db: Executor, partner_ids: readonly number[]): Promise<Contradiction[]> {
  return db.rows<Contradiction>(sql`
    SELECT * FROM (
      SELECT p.id, p.name, l.currency::text AS currency, ${held('min_stake')} AS min, ${held('max_stake')} AS max,
        ${held('max_ticket')} AS ticket
      FROM partner_limits l JOIN partners p ON p.id = l.partner_id AND l.currency = ANY (p.currencies)
      WHERE EXISTS (
        SELECT 1
        FROM partner_ancestors sub
        WHERE sub.partner_id = l.partner_id AND sub.ancestor_id = ANY (${list(partner_ids)}::int[])
      )
    ) found
    WHERE min > max OR max > ticket OR min > ticket ORDER BY name, id, currency`)
}

function sentence({ name, currency, min, max, ticket }: Contradiction): string {
  const money = (value: string | null) => formatMoney(value ?? '0', currency)
  const values = [
    min && `mínimo ${money(min)}`,
    max && `máximo por jugada ${money(max)}`,
    ticket && `máximo por ticket ${money(ticket)}`,
  ]
    .filter(Boolean)
    .join(', ')
  return `Los límites de ${name} en ${currencyFacts[currency].name} se contradirían: ${values}. No se modificó nada.`
}

/** Looks at the limits before a change; the answer's `mustStillAgree` refuses what the change broke and leaves alone what was so before. */
export async function limitsUnder(
  db: Executor,
  partner_ids: readonly number[],
): Promise<{ mustStillAgree(): Promise<void> }> {
  const before = new Set((await contradictions(db, partner_ids)).map((one) => `${one.id}:${one.currency}`))
  return {
    /** @throws Problem `limit_contradiction` with the partner in `partner_id` */
    mustStillAgree: async () => {
      const broken = (await contradictions(db, partner_ids)).find((one) => !before.has(`${one.id}:${one.currency}`))
      if (broken)
        throw new Problem('limit_contradiction', { detail: sentence(broken), extra: { partner_id: broken.id } })
    },
  }
}
