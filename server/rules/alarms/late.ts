/**
 * A draw without a result `late_minutes` after its hour, where something was sold in it. Only those of the last 24 hours:
 * an older one waits in the list of what is to be awarded, and is no news. Suspended draws wait for nobody.
 */
import { sql } from 'drizzle-orm'
import { allows, rules } from '@contract/access/rules.ts'
import { awardLink, drawLink, screenLink } from '@contract/links.ts'
import { countText } from '@contract/values/money.ts'
import { every } from '../../platform/db/connect.ts'
import { isUnawarded } from '../draws/pending.ts'
import { narrowedBy } from '../figures/subject.ts'
import { drawName, type Alarm, type Look } from './alarm.ts'

interface LateDraw {
  id: number
  product_name: string
  scheduled_at: string
  hour: string
  minutes: number
}

/** The one that waits longest first. */
export async function lateResults(look: Look): Promise<Alarm[]> {
  const { db, subject, of, by, at } = look
  const now = sql`${at.now.toISOString()}::timestamptz`
  const rows = await db.rows<LateDraw>(sql`
    SELECT draw.id, product.name AS product_name, draw.scheduled_at, date_trunc('hour', draw.scheduled_at) AS hour,
      floor(extract(epoch FROM ${now} - draw.scheduled_at) / 60)::int AS minutes
    FROM draws draw JOIN products product ON product.id = draw.product_id
    WHERE ${every(
      sql`draw.scheduled_at <= ${now} - make_interval(mins => ${of.late_minutes}::int)
        AND draw.scheduled_at > ${now} - interval '24 hours'`,
      isUnawarded(at),
      sql`EXISTS (SELECT 1 FROM draw_sales sale WHERE sale.draw_id = draw.id AND sale.partner_id = ${subject.id} AND sale.sold > 0)`,
      ...narrowedBy({ product_id: by.product_id }, 'draw'),
    )}
    ORDER BY draw.scheduled_at, draw.id`)
  return rows.map((draw) => {
    const name = drawName(draw, at)
    const waited = draw.minutes < 120 ? `${draw.minutes} minutos` : `${Math.floor(draw.minutes / 60)} horas`
    return {
      kind: 'resultado',
      level: 'urge',
      key: `resultado:${draw.id}`,
      title: `${name}: sin resultado`,
      text: `Pasaron ${waited} desde la hora del sorteo.`,
      link: (who) => (allows(rules.awarding, who) ? awardLink(draw.id) : drawLink(draw.id)),
      group: {
        key: `resultado:${draw.hour}`,
        title: (count) => `${countText(count, 'sorteo', 'sorteos')} de la misma hora sin resultado`,
        link: (who) =>
          allows(rules.awarding, who) ? screenLink('manage-draws', { pending: 'true' }) : screenLink('results'),
      },
    }
  })
}
