/**
 * A number that has used `quota_percent` of its quota, or more, in a draw that is open. The quota is the one that
 * holds for the partner looked at: what a level below may sell is for that level to watch. When it is full that is
 * another alarm: whoever was told that it nearly was is told again.
 */
import { sql } from 'drizzle-orm'
import { allows, rules } from '@contract/access/rules.ts'
import { blockLink, drawLink } from '@contract/links.ts'
import type { Currency } from '@contract/values/currency.ts'
import { compare, formatDecimal, formatMoney, ratioPercent } from '@contract/values/money.ts'
import { every } from '../../platform/db/connect.ts'
import { ceilingsOf } from '../figures/ceilings.ts'
import { narrowed } from '../figures/subject.ts'
import { drawName, type Alarm, type Look } from './alarm.ts'

interface FullNumber {
  draw_id: number
  product_name: string
  scheduled_at: string
  bet_type_id: number
  bet_type_name: string
  number: string
  currency: Currency
  sold: string
  quota: string
}

/** The fullest first. Reads the counters of what is open, by their key. */
export async function fullNumbers(look: Look): Promise<Alarm[]> {
  const { db, subject, of, by } = look
  const now = look.at.now.toISOString()
  const rows = await db.rows<FullNumber>(sql`
    WITH open AS (
      SELECT d.id, d.product_id, d.scheduled_at FROM draws d
      WHERE
        ${every(
          sql`
          d.state = 'activo' AND d.opens_at <= ${now}::timestamptz AND d.closes_at > ${now}::timestamptz`,
          ...narrowed({ product_id: by.product_id }, 'd'),
        )}
    ), quotas AS (${ceilingsOf(subject, by)})
    SELECT o.id AS draw_id, p.name AS product_name, o.scheduled_at, s.bet_type_id, b.name AS bet_type_name, s.number,
      s.currency::text AS currency, s.sold, q.amount AS quota
    FROM open o JOIN quotas q ON q.product_id = o.product_id AND q.amount > 0
    JOIN draw_sales s ON s.draw_id = o.id AND s.partner_id = ${subject.id} AND s.bet_type_id = q.bet_type_id AND s.currency = q.currency
    JOIN products p ON p.id = o.product_id JOIN bet_types b ON b.id = s.bet_type_id
    WHERE s.sold * 100 >= q.amount * ${of.quota_percent}::int
    ORDER BY s.sold / q.amount DESC, o.id, s.bet_type_id, s.number, s.currency`)
  return rows.map((row) => alarmOf(row, look))
}

function alarmOf(row: FullNumber, { at }: Look): Alarm {
  const { draw_id, bet_type_id, number, currency } = row
  const draw = drawName(row, at)
  const full = compare(row.sold, row.quota) >= 0
  const used = formatDecimal(ratioPercent(row.sold, row.quota) ?? '0')
  const spent = full ? ':lleno' : ''
  return {
    kind: 'cupo',
    level: full ? 'urge' : 'advierte',
    key: `cupo:${draw_id}:${bet_type_id}:${number}:${currency}${spent}`,
    title: full ? `El ${number} llenó su cupo` : `El ${number} lleva el ${used} % de su cupo`,
    text: `${draw}, ${row.bet_type_name}: ${formatMoney(row.sold, currency, true)} de ${formatMoney(row.quota, currency, true)}.`,
    link: (who) =>
      allows(rules.supervision, who) ? blockLink({ draw_id, bet_type_id, number }) : drawLink(draw_id, 'numeros'),
    group: {
      key: `cupo:${draw_id}${spent}`,
      title: (count) => `${count} números de ${draw} ${full ? 'llenaron' : 'casi llenan'} su cupo`,
      link: (who) => (allows(rules.supervision, who) ? blockLink({ draw_id }) : drawLink(draw_id, 'numeros')),
    },
  }
}
