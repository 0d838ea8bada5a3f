/**
 * Each of the dashboards' calls as one question over the raw rows, for the whole banca: the same answer, worked out
 * anew. Both are brought into one form, so that they can be held side by side to the cent.
 */
import type { Period } from '../../contract/values/dates.ts'
import { add } from '../../contract/values/money.ts'
import type { previousOf } from '../../server/rules/figures/stretch.ts'
import type { RawRow } from './raw.ts'

export interface Question extends Period {
  currency: string
  /** The banca. */
  root: number
  now: Date
  /** Milliseconds to add to an instant for the time of the banca's day. */
  zone_offset: number
  before: NonNullable<ReturnType<typeof previousOf>>['window']
  limit: number
}

interface RawAnswer {
  sql(question: Question): string
  /** The rows of the product's answer that the question gives too, in its order. */
  rows(answer: unknown): RawRow[]
  /** What is the same whatever its order. */
  unordered?: true
}

const instant = (at: Date | string) => `TIMESTAMP '${new Date(at).toISOString().replace('T', ' ').replace('Z', '')}'`
const valid = "state NOT IN ('anulada', 'devuelta')"
const standing = "state NOT IN ('anulado', 'devuelto')"
const within = ({ from, to }: Period, column = 'day') => `${column} BETWEEN DATE '${from}' AND DATE '${to}'`
const hourOf = (column: string, { zone_offset }: Question) =>
  `extract(hour FROM ${column} + to_minutes(${zone_offset / 60_000}))`

/** Every sale, prize and commission of a window as rows of their own, up to the minute where it is cut. */
function moves(question: Question, window: Question['before']): string {
  const { cut, to } = window
  const of = `currency = '${question.currency}' AND ${within(window)}`
  const until = (column: string, sign: string) =>
    cut ? ` AND (day < DATE '${to}' OR ${column} ${sign} ${instant(cut.at)})` : ''
  const hours = cut ? ` AND (day < DATE '${to}' OR hour < ${cut.hour})` : ''
  return `
    SELECT day, ${hourOf('sold_at', question)} AS hour, office_id, product_id, bet_type_id, stake AS sold,
      0::DECIMAL(18, 2) AS prizes, 0::DECIMAL(18, 2) AS commission, 0 AS tickets, 1 AS lines
    FROM lines WHERE ${of} AND ${valid}${until('sold_at', '<')}
    UNION ALL
    SELECT day, ${hourOf('sold_at', question)}, office_id, NULL, NULL, 0, 0, 0, 1, 0
    FROM tickets
    WHERE ${of} AND ${standing}${until('sold_at', '<')}
    UNION ALL
    SELECT day, ${hourOf('scheduled_at', question)}, office_id, product_id, bet_type_id, 0, amount, 0, 0, 0
    FROM prizes
    WHERE ${of}${until('scheduled_at', '<=')}
    UNION ALL
    SELECT day, hour, office_id, product_id, bet_type_id, 0, 0, commission, 0, 0 FROM commissions WHERE ${of}${hours}
    ${cut ? `UNION ALL ${dividedHour(question, window, cut)}` : ''}`
}

const cents = (sum: string) => `(100 * ${sum})::HUGEINT`
/** A part of an amount, rounded to the cent as PostgreSQL does; with whole numbers, since a division here is a floating one. */
function shareOf(amount: string, part: string, all: string): string {
  const product = `${cents(amount)} * ${cents(part)}`
  return `((sign(${product}) * ((2 * abs(${product}) + ${cents(all)}) // (2 * ${cents(all)})))::DECIMAL(18, 0) * 0.01)::DECIMAL(18, 2)`
}

/** Of the hour that is cut, each office's commission by its part of the sales, or of the prizes where it had none. */
function dividedHour(question: Question, { to }: Period, { hour, at }: { hour: number; at: string }): string {
  const of = `currency = '${question.currency}' AND day = DATE '${to}'`
  const nothing = '0::DECIMAL(18, 2)'
  return `
    SELECT DATE '${to}', ${hour}, office_id, NULL, NULL, 0, 0,
      CASE WHEN sum(sold) <> 0 THEN ${shareOf('sum(earned)', 'sum(sold_until)', 'sum(sold)')}
        WHEN sum(won) <> 0 THEN ${shareOf('sum(earned)', 'sum(won_until)', 'sum(won)')} ELSE 0 END, 0, 0
    FROM (
      SELECT office_id, stake AS sold, CASE WHEN sold_at < ${instant(at)} THEN stake ELSE 0 END AS sold_until,
        ${nothing} AS won, ${nothing} AS won_until, ${nothing} AS earned
      FROM lines WHERE ${of} AND ${valid} AND ${hourOf('sold_at', question)} = ${hour}
      UNION ALL
      SELECT office_id, 0, 0, amount, CASE WHEN scheduled_at <= ${instant(at)} THEN amount ELSE 0 END, 0
      FROM prizes
      WHERE ${of} AND ${hourOf('scheduled_at', question)} = ${hour}
      UNION ALL
      SELECT office_id, 0, 0, 0, 0, commission FROM commissions WHERE ${of} AND hour = ${hour}
    ) GROUP BY office_id`
}

const whole = ({ from, to }: Period) => ({ from, to, cut: null })

/** The window's figures, and what the one before sold, by some columns of the moves. */
function sideBySide(question: Question, key: string, join = ''): string {
  return `
    SELECT key, sum(sold)::VARCHAR AS sold, sum(prizes)::VARCHAR AS prizes, sum(commission)::VARCHAR AS commission,
      sum(tickets) AS tickets, sum(lines) AS lines, sum(previous)::VARCHAR AS previous
    FROM (
      SELECT ${key} AS key, sold, prizes, commission, tickets, lines, 0::DECIMAL(18, 2) AS previous
      FROM (${moves(question, whole(question))}) m ${join}
      UNION ALL
      SELECT ${key}, 0, 0, 0, 0, 0, sold FROM (${moves(question, question.before)}) m ${join}
    ) WHERE key IS NOT NULL GROUP BY key HAVING sum(sold) <> 0 OR sum(prizes) <> 0 OR sum(commission) <> 0 OR sum(previous) <> 0`
}

const dataOf = (answer: unknown) => (answer as { data: RawRow[] }).data

/** Of each row of an answer these of its columns. */
const picked =
  (...keys: string[]) =>
  (answer: unknown): RawRow[] =>
    dataOf(answer).map((row) => Object.fromEntries(keys.map((key) => [key, row[key]])))

const isNone = (row: RawRow, keys: readonly string[]) => keys.every((key) => Number(row[key]) === 0)

/** Who sold and paid nothing in either period has no rows of which a question could tell. */
const sideRows = (key: string) => (answer: unknown) =>
  dataOf(answer)
    .filter((row) => !isNone(row, ['sold', 'prizes', 'commission', 'previous_sold']))
    .map((row) => ({
      key: row[key],
      sold: row['sold'],
      prizes: row['prizes'],
      commission: row['commission'],
      ...('tickets' in row ? { tickets: row['tickets'] } : { lines: row['lines'] }),
      previous: row['previous_sold'],
    }))

function series(step: 'day' | 'hour'): RawAnswer {
  const hour = step === 'hour' ? 'hour' : 'NULL'
  const of = (question: Question, window: Question['before'], which: string) => `
    SELECT '${which}' AS which, day::VARCHAR AS day, ${hour} AS hour, sum(sold)::VARCHAR AS sold,
      sum(prizes)::VARCHAR AS prizes, sum(commission)::VARCHAR AS commission, sum(tickets) AS tickets
    FROM (${moves(question, window)}) m GROUP BY ALL HAVING sum(sold) <> 0 OR sum(prizes) <> 0 OR sum(commission) <> 0 OR sum(tickets) <> 0`
  const columns = ['sold', 'prizes', 'commission', 'tickets'] as const
  const points = (which: string, found: unknown) =>
    (found as { points: RawRow[] }).points
      .filter((one) => !isNone(one, columns))
      .map((one): RawRow => {
        const { day, hour: at } = one
        return { which, day, hour: at, ...Object.fromEntries(columns.map((key) => [key, one[key]])) }
      })
  return {
    sql: (question) => `${of(question, whole(question), 'now')} UNION ALL ${of(question, question.before, 'before')}`,
    rows: (answer) => [...points('now', answer), ...points('before', (answer as { previous: unknown }).previous)],
    unordered: true,
  }
}

const largestTickets = (by: 'total' | 'potential'): RawAnswer => ({
  sql: ({ currency, limit, ...period }) => `
    SELECT serial, total::VARCHAR AS total, potential::VARCHAR AS potential, state::VARCHAR AS state FROM tickets
    WHERE currency = '${currency}' AND ${within(period)} AND ${standing} ORDER BY tickets.${by} DESC, day DESC, id DESC LIMIT ${limit}`,
  rows: picked('serial', 'total', 'potential', 'state'),
})

/** By the call, and what it is asked beside the defaults. */
export const rawAnswers: Record<string, RawAnswer> = {
  lossProfit: series('day'),
  'lossProfit hour': series('hour'),
  ticketsByDay: {
    sql: ({ currency, ...period }) => `
      SELECT day::VARCHAR AS day, state::VARCHAR AS state, count(*) AS tickets
      FROM tickets
      WHERE currency = '${currency}' AND ${within(period)}
      GROUP BY 1, 2`,
    rows: (answer) =>
      dataOf(answer).flatMap(({ day, total: _total, ...states }) =>
        Object.entries(states).flatMap(([state, tickets]) => (tickets ? [{ day, state, tickets }] : [])),
      ),
    unordered: true,
  },
  salesByPartner: {
    sql: (question) =>
      sideBySide(
        question,
        'a.ancestor_id',
        `JOIN ancestors a ON a.partner_id = m.office_id JOIN partners p ON p.id = a.ancestor_id AND p.father_id = ${question.root}`,
      ),
    rows: sideRows('partner_id'),
    unordered: true,
  },
  salesByProduct: {
    sql: (question) => sideBySide(question, 'product_id'),
    rows: sideRows('product_id'),
    unordered: true,
  },
  salesByBetTypes: {
    sql: (question) => sideBySide(question, 'bet_type_id'),
    rows: sideRows('bet_type_id'),
    unordered: true,
  },
  topNumbers: {
    sql: ({ currency, limit, ...period }) => `
      SELECT l.product_id, l.bet_type_id, l.number, count(*) AS lines, sum(l.stake)::VARCHAR AS sold
      FROM lines l JOIN draws d ON d.id = l.draw_id AND ${within(period, 'd.day')}
      WHERE l.currency = '${currency}' AND l.${valid} GROUP BY 1, 2, 3 ORDER BY sum(l.stake) DESC, 1, 2, 3 LIMIT ${limit}`,
    rows: picked('product_id', 'bet_type_id', 'number', 'lines', 'sold'),
  },
  topRisk: {
    sql: ({ currency, limit, now, ...period }) => `
      WITH sold AS (
        SELECT l.draw_id, d.product_id, l.bet_type_id, l.number, sum(l.stake) AS sold, sum(l.potential) AS liability
        FROM lines l
        JOIN draws d ON d.id = l.draw_id AND d.state = 'activo' AND ${within(period, 'd.day')}
          AND d.closes_at > ${instant(now)}
        WHERE l.currency = '${currency}' AND l.${valid} GROUP BY ALL
      ), totals AS (SELECT *, sum(sold) OVER (PARTITION BY draw_id) AS draw_sold FROM sold),
      limits AS (SELECT product_id, bet_type_id, min(amount) AS quota FROM quotas WHERE currency = '${currency}' GROUP BY ALL)
      SELECT draw_id, bet_type_id, number, sold::VARCHAR AS sold, liability::VARCHAR AS liability,
        draw_sold::VARCHAR AS draw_sold, (liability - draw_sold)::VARCHAR AS risk, quota::VARCHAR AS quota
      FROM totals t LEFT JOIN limits USING (product_id, bet_type_id) ORDER BY t.liability - t.draw_sold DESC, 1, 2, 3 LIMIT ${limit}`,
    rows: picked('draw_id', 'bet_type_id', 'number', 'sold', 'liability', 'draw_sold', 'risk', 'quota'),
  },
  topTickets: largestTickets('total'),
  'topTickets potential': largestTickets('potential'),
  latestPartners: {
    sql: ({ currency, limit, ...period }) => `
      SELECT o.father_id AS partner_id, strftime(max(m.last), '%Y-%m-%dT%H:%M:%S') AS last, sum(tickets) AS tickets,
        sum(sold)::VARCHAR AS sold
      FROM (
        SELECT office_id, sold_at AS last, CASE WHEN ${standing} THEN 1 ELSE 0 END AS tickets, 0::DECIMAL(18, 2) AS sold
        FROM tickets
        WHERE currency = '${currency}' AND ${within(period)}
        UNION ALL
        SELECT office_id, NULL, 0, stake FROM lines WHERE currency = '${currency}' AND ${within(period)} AND ${valid}
      ) m JOIN partners o ON o.id = m.office_id GROUP BY 1 ORDER BY max(m.last) DESC, 1 LIMIT ${limit}`,
    rows: (answer) =>
      dataOf(answer).map(({ partner_id, last_sale_at, tickets, sold }) => ({
        partner_id,
        last: new Date(String(last_sale_at)).toISOString().slice(0, 19),
        tickets,
        sold,
      })),
  },
  coldestNumbers: {
    sql: ({ to, limit }) => `
      WITH drawn AS (
        SELECT product_id, scheduled_at, result_id, row_number() OVER (PARTITION BY product_id ORDER BY scheduled_at DESC) - 1 AS since
        FROM draws WHERE state = 'premiado' AND day <= DATE '${to}'
      ), last AS (
        SELECT d.product_id, n.number, min(d.since) AS since, max(d.scheduled_at) AS at
        FROM drawn d
        JOIN result_numbers n USING (result_id)
        GROUP BY 1, 2
      ), counted AS (SELECT product_id, count(*) AS draws FROM drawn GROUP BY 1)
      SELECT y.product_id, y.code AS number, coalesce(l.since, c.draws) AS draws_since
      FROM symbols y
      JOIN products p ON p.id = y.product_id AND p.kind = 'animalitos' AND p.status = 'activo'
      JOIN counted c ON c.product_id = y.product_id
      LEFT JOIN last l ON l.product_id = y.product_id AND l.number = y.code
      ORDER BY draws_since DESC, l.at NULLS FIRST, p.position, y.product_id, y.position, y.code LIMIT ${limit}`,
    rows: picked('product_id', 'number', 'draws_since'),
  },
}

const amounts = new Set([
  'sold',
  'prizes',
  'commission',
  'previous',
  'total',
  'potential',
  'liability',
  'draw_sold',
  'risk',
  'quota',
])

/** A row as one text: amounts to the cent, whatever zero is written as. */
function textOf(row: RawRow, keys: readonly string[]): string {
  return keys
    .map((key) => {
      const value = row[key] ?? null
      return `${key}=${value !== null && amounts.has(key) ? add(String(value)) : String(value)}`
    })
    .join(' ')
}

/** The first row in which two answers differ, as a text; undefined where they say the same. */
export function differenceOf(
  { rows, unordered }: RawAnswer,
  ours: unknown,
  raw: readonly RawRow[],
): string | undefined {
  const own = rows(ours)
  const keys = Object.keys(own[0] ?? raw[0] ?? {})
  const [left, right] = [own, raw].map((all) => {
    const texts = all.map((row) => textOf(row, keys))
    return unordered ? texts.sort() : texts
  }) as [string[], string[]]
  const at = left.findIndex((text, n) => text !== right[n])
  if (at >= 0) return `${left[at]} contra ${right[at] ?? 'nada'}`
  return right.length > left.length ? `nada contra ${right[left.length]}` : undefined
}
