/** What a person should look at before a result is confirmed. Said, never decided: no number is better than another here. */
import { sql, type SQL } from 'drizzle-orm'
import { lateAfterMinutes } from '@contract/draws.ts'
import type { AwardPreview } from '@contract/award-preview.ts'
import { formatDay } from '@contract/values/dates.ts'
import type { Currency } from '@contract/values/currency.ts'
import { compare, countText, formatCount, formatMoney, percentOf } from '@contract/values/money.ts'
import { sameNumbers } from '../../rules/award/numbers.ts'
import type { PlacedNumber } from '../../rules/award/winning.ts'
import type { Executor } from '../../platform/db/connect.ts'
import { within, type Scope } from '../../platform/db/scope.ts'
import { tripletaVerdict } from '../../rules/award/tripletas.ts'

type Anomaly = AwardPreview['anomalies'][number]

/** One ticket with more than this part of the prizes is worth a look, where more than one wins. */
const concentratedPercent = '50'
/** A winning line sold this short before the close too. */
const lastMinutes = 2

interface Asked {
  scope: Scope
  draw: { id: number; product_id: number }
  preview: Omit<AwardPreview, 'anomalies'>
  /** Bet types over several draws. */
  several: readonly number[]
  /** Names the winning lines as `win`. */
  lines: SQL
  at: Date
}

/** The anomalies of a previewed result, in the order a person should read them. */
export async function anomaliesOf(db: Executor, asked: Asked): Promise<Anomaly[]> {
  const found = [
    ...paid(asked),
    ...losses(asked),
    await sourcesDiffer(db, asked),
    await repeated(db, asked),
    await blocked(db, asked),
    ...concentrated(asked),
    await lastMinute(db, asked),
    ...tripletas(asked),
    ...(await elsewhere(db, asked)),
    await late(db, asked),
  ]
  return found.filter((one): one is Anomaly => one !== null)
}

function paid({ preview: { correction } }: Asked): Anomaly[] {
  const count = correction?.paid_tickets.length ?? 0
  return count === 0
    ? []
    : [
        {
          code: 'tickets_pagados',
          text:
            `${count === 1 ? 'Un ticket ya pagado ganaría' : `${formatCount(count)} tickets ya pagados ganarían`} ` +
            'otro monto: la diferencia se asienta a la agencia.',
        },
      ]
}

function losses({ preview }: Asked): Anomaly[] {
  return preview.by_currency
    .filter((sum) => compare(sum.profit, '0') < 0)
    .map((sum) => ({
      code: 'utilidad_negativa',
      text: `Los premios superan la venta del sorteo en ${formatMoney(sum.profit.replace('-', ''), sum.currency, true)}.`,
    }))
}

function concentrated({ preview }: Asked): Anomaly[] {
  if (preview.winning_tickets < 2) return []
  return preview.by_currency.flatMap(({ currency, prizes }): Anomaly[] => {
    const top = preview.top_tickets.find((ticket) => ticket.currency === currency)
    if (!top || compare(top.prize, percentOf(prizes, concentratedPercent)) <= 0 || compare(top.prize, prizes) === 0)
      return []
    return [
      {
        code: 'premio_concentrado',
        text:
          `El ticket ${top.serial} de ${top.office_name} se lleva ` +
          `${formatMoney(top.prize, currency, true)} de ${formatMoney(prizes, currency, true)}.`,
      },
    ]
  })
}

/** The product's draw before this one came out the same. */
async function repeated(db: Executor, { draw, preview }: Asked): Promise<Anomaly | null> {
  const before = await db.rows<PlacedNumber & { day: string }>(sql`
    SELECT number.place, number.number, number.sign, draw.day FROM result_numbers number
    JOIN draws draw ON draw.result_id = number.result_id
    WHERE draw.id = (
      SELECT other.id
      FROM draws other
      JOIN draws me ON me.id = ${draw.id}
      WHERE other.product_id = me.product_id AND other.scheduled_at < me.scheduled_at AND other.result_id IS NOT NULL
      ORDER BY other.scheduled_at DESC
      LIMIT 1
    )`)
  return before[0] && sameNumbers(before, preview.numbers)
    ? { code: 'repetido', text: `Es el mismo resultado del sorteo anterior (${formatDay(before[0].day)}).` }
    : null
}

async function blocked(db: Executor, { draw, lines }: Asked): Promise<Anomaly | null> {
  const row = await db.one<{ numbers: string | null }>(sql`
    WITH ${lines}
    SELECT string_agg(DISTINCT winning.number, ', ') AS numbers
    FROM (SELECT DISTINCT bet_type_id, number FROM win) winning
    JOIN draws draw ON draw.id = ${draw.id}
    JOIN blocked_numbers block ON block.product_id = draw.product_id AND block.number = winning.number AND block.lifted_at IS NULL
      AND (block.bet_type_id IS NULL OR block.bet_type_id = winning.bet_type_id)
      AND (block.draw_id IS NULL OR block.draw_id = draw.id) AND (block.from_day IS NULL OR block.from_day <= draw.day)
        AND (block.to_day IS NULL OR block.to_day >= draw.day)`)
  return row?.numbers
    ? { code: 'numero_bloqueado', text: `Está bloqueado y aun así tiene jugadas ganadoras: ${row.numbers}.` }
    : null
}

async function lastMinute(db: Executor, { draw, lines }: Asked): Promise<Anomaly | null> {
  const row = await db.one<{ tickets: number }>(sql`
    WITH ${lines}
    SELECT count(*)::int AS tickets
    FROM (SELECT DISTINCT day, ticket_id FROM win) winning
    JOIN tickets ticket ON ticket.day = winning.day AND ticket.id = winning.ticket_id
    JOIN draws draw ON draw.id = ${draw.id}
    WHERE ticket.sold_at >= draw.closes_at - make_interval(mins => ${lastMinutes})`)
  const count = row?.tickets ?? 0
  return count === 0
    ? null
    : {
        code: 'ultimo_minuto',
        text:
          `${count === 1 ? 'Un ticket ganador se vendió' : `${formatCount(count)} tickets ganadores se vendieron`} ` +
          `en los últimos ${lastMinutes} minutos.`,
      }
}

function tripletas({ preview, several }: Asked): Anomaly[] {
  const count = preview.by_bet_type
    .filter((row) => several.includes(row.bet_type_id))
    .reduce((sum, row) => sum + row.lines, 0)
  return count === 0
    ? []
    : [
        {
          code: 'tripletas',
          text: `Con este resultado ${count === 1 ? 'se completa una tripleta' : `se completan ${formatCount(count)} tripletas`}.`,
        },
      ]
}

interface Elsewhere {
  currency: Currency
  won: number
  won_amount: string
  lost: number
  lost_amount: string
  moved: number
}

/** What the result does to prizes of other draws: they are not among this one's, whose profit says nothing of them. */
async function elsewhere(db: Executor, { scope, draw, preview: { numbers } }: Asked): Promise<Anomaly[]> {
  const rows = await db.rows<Elsewhere>(sql`
    SELECT currency::text AS currency, count(*) FILTER (WHERE now IS NULL AND goes <> ${draw.id})::int AS won,
      coalesce(sum(prize) FILTER (WHERE now IS NULL AND goes <> ${draw.id}), 0) AS won_amount,
      count(*) FILTER (WHERE now <> ${draw.id} AND goes IS NULL)::int AS lost,
      coalesce(sum(prize) FILTER (WHERE now <> ${draw.id} AND goes IS NULL), 0) AS lost_amount,
      count(*) FILTER (WHERE now <> goes)::int AS moved
    FROM (
      SELECT line.currency, prize_of(line.stake, line.multiplier, line.currency) AS prize,
        CASE WHEN verdict.won THEN verdict.completed_by END AS goes,
        (
          SELECT prize.draw_id
          FROM prizes prize
          WHERE prize.ticket_day = line.day AND prize.ticket_id = line.ticket_id AND prize.line_n = line.n AND prize.withdrawn_at IS NULL
        ) AS now
      FROM ${tripletaVerdict({ draw_id: draw.id, numbers })}
      WHERE line_draw.draw_id = ${draw.id} AND line.state NOT IN ('anulada', 'devuelta') AND ${within(scope, sql`line.office_id`)}
    ) line GROUP BY line.currency ORDER BY line.currency`)
  const anomaly = (count: number, one: string, many: string, rest: string): Anomaly[] =>
    count === 0 ? [] : [{ code: 'tripletas', text: `${countText(count, one, many)} ${rest}` }]
  return rows.flatMap(({ currency, won, won_amount, lost, lost_amount, moved }) => [
    ...anomaly(won, 'tripleta gana', 'tripletas ganan', `en otro sorteo: ${formatMoney(won_amount, currency, true)}.`),
    ...anomaly(
      lost,
      'tripleta deja',
      'tripletas dejan',
      `de ganar en otro sorteo: ${formatMoney(lost_amount, currency, true)}.`,
    ),
    ...anomaly(
      moved,
      'premio de tripleta pasa',
      'premios de tripletas pasan',
      'al sorteo que ahora la completa por la hora.',
    ),
  ])
}

async function late(db: Executor, { draw, at }: Asked): Promise<Anomaly | null> {
  const row = await db.one<{ minutes: number }>(sql`
    SELECT floor(extract(epoch FROM ${at.toISOString()}::timestamptz - scheduled_at) / 60)::int AS minutes
    FROM draws
    WHERE id = ${draw.id} AND state = 'activo'`)
  return !row || row.minutes < lateAfterMinutes
    ? null
    : {
        code: 'resultado_tardio',
        text: `El sorteo fue hace ${row.minutes < 120 ? `${row.minutes} minutos` : `${formatCount(Math.floor(row.minutes / 60))} horas`}.`,
      }
}

/** The last answer of a source is another. */
async function sourcesDiffer(db: Executor, { draw, preview }: Asked): Promise<Anomaly | null> {
  const answers = await db.rows<{ source: string; numbers: PlacedNumber[] }>(sql`
    SELECT DISTINCT ON (source) source, numbers FROM external_results WHERE draw_id = ${draw.id} ORDER BY source, id DESC`)
  const others = answers
    .filter((answer) => answer.numbers.length > 0 && !sameNumbers(answer.numbers, preview.numbers))
    .map((answer) => answer.source)
  return others.length === 0 ? null : { code: 'fuentes_distintas', text: `Dice otro resultado: ${others.join(', ')}.` }
}
