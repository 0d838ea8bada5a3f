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
import { narrowedBy } from '../figures/subject.ts'
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
      SELECT draw.id, draw.product_id, draw.scheduled_at FROM draws draw
      WHERE
        ${every(
          sql`
          draw.state = 'activo' AND draw.opens_at <= ${now}::timestamptz AND draw.closes_at > ${now}::timestamptz`,
          ...narrowedBy({ product_id: by.product_id }, 'draw'),
        )}
    ), quotas AS (${ceilingsOf(subject, by)})
    SELECT open.id AS draw_id, product.name AS product_name, open.scheduled_at, sale.bet_type_id, bet.name AS bet_type_name, sale.number,
      sale.currency::text AS currency, sale.sold, quota.amount AS quota
    FROM open JOIN quotas quota ON quota.product_id = open.product_id AND quota.amount > 0
    JOIN draw_sales sale ON sale.draw_id = open.id AND sale.partner_id = ${subject.id} AND sale.bet_type_id = quota.bet_type_id
      AND sale.currency = quota.currency
    JOIN products product ON product.id = open.product_id JOIN bet_types bet ON bet.id = sale.bet_type_id
    WHERE sale.sold * 100 >= quota.amount * ${of.quota_percent}::int
    ORDER BY sale.sold / quota.amount DESC, open.id, sale.bet_type_id, sale.number, sale.currency`)
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
