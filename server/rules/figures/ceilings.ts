/** The quota that holds for a partner: the smallest of the banca's ceiling, its own and its ancestors'. */
import { sql, type SQL } from 'drizzle-orm'
import type { Currency } from '@contract/values/currency.ts'
import { every } from '../../platform/db/connect.ts'
import { narrowedBy, type Narrowing, type Subject } from './subject.ts'

type By = Omit<Narrowing, 'currency'> & { currency?: Currency | undefined }

/** Rows `product_id, bet_type_id, currency, amount`; of all currencies where none is said. */
export function ceilingsOf(subject: Pick<Subject, 'id'>, by: By): SQL {
  const { currency } = by
  return sql`
    SELECT product_id, bet_type_id, currency, min(amount) AS amount FROM (
      SELECT product_id, bet_type_id, currency, amount FROM top_quotas
      UNION ALL
      SELECT q.product_id, q.bet_type_id, q.currency, q.amount
      FROM partner_ancestors a
      JOIN regular_quotas q ON q.partner_id = a.ancestor_id
      WHERE a.partner_id = ${subject.id}
    ) q WHERE ${every(currency && sql`q.currency = ${currency}`, ...narrowedBy(by, 'q'))} GROUP BY 1, 2, 3`
}
