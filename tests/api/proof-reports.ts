/** The reports that are proven: what each is asked, by what its rows are known, and what they open into. */
import { analytics } from '../../contract/analytics.ts'
import { dailyBets } from '../../contract/daily-bets.ts'
import { dailySales } from '../../contract/daily-sales.ts'
import { dailyTerminalPaBets } from '../../contract/daily-terminal-pa-bets.ts'
import { grossSales } from '../../contract/gross-sales.ts'
import { reports } from '../../contract/reports.ts'
import { ticketReports } from '../../contract/ticket-reports.ts'
import { betTypeId } from '../support/world.ts'
import type { Level, Proof, Sums, Tree } from './proof-facts.ts'

export type FigureName = keyof Sums
type Row = Record<string, unknown> & { currency: string }
type Fact = Parameters<Parameters<Proof['sums']>[2]>[0]

interface Drill {
  more: object
  endpoint?: object
  compared?: readonly FigureName[]
  /** What the figure is called there. */
  named?: string
}

export interface Asked {
  list: object
  file: object
  query: object
  question: Omit<Parameters<Proof['sums']>[0], 'from' | 'to'>
  figures: readonly FigureName[]
  /** A row is there when one of these is not zero. */
  alive: readonly FigureName[]
  titles: Readonly<Partial<Record<FigureName, string>>>
  keyOf: (row: Row) => string
  keysOf: (fact: Fact, tree: Tree, subject: number) => readonly string[]
  /** Rows lie inside one another. */
  overlaps?: boolean
  /** Few enough rows for a year. */
  few?: true
  /** Too many of them for a month. */
  many?: true
  drillsOf?: (row: Row) => readonly Drill[]
}

const titles = { sold: 'Ventas', prizes: 'Premios', tickets: 'Tickets', annulled: 'Anulado', lines: 'Jugadas' }
const levels = ['directos', 'distribuidor', 'agencia', 'taquilla'] as const
const joined = (...parts: unknown[]) => parts.map(String).join(':')

const generalBy = (level: 'dia' | 'producto'): Asked => {
  const by = level === 'dia' ? 'day' : 'product_id'
  const isDay = level === 'dia'
  return {
    list: reports.general,
    file: reports.generalExport,
    query: { level },
    question: { clock: 'sale', by: [by] },
    figures: isDay ? ['sold', 'prizes', 'tickets', 'annulled'] : ['sold', 'prizes'],
    alive: isDay ? ['sold', 'prizes', 'annulled'] : ['sold', 'prizes'],
    titles,
    few: true,
    keyOf: ({ key }) => String(key),
    keysOf: (fact) => [String(fact[by])],
    drillsOf: ({ key }) => [
      { more: { level: 'directos', ...(isDay ? { from: key, to: key } : { product_id: Number(key) }) } },
    ],
  }
}

const general = (level: Level): Asked => ({
  list: reports.general,
  file: reports.generalExport,
  query: { level },
  question: { clock: 'sale', by: [] },
  figures: ['sold', 'prizes', 'tickets', 'annulled'],
  alive: ['sold', 'prizes', 'annulled'],
  titles,
  keyOf: ({ key }) => String(key),
  keysOf: ({ office_id }, tree, subject) => tree.places(office_id, subject, level).map(String),
  overlaps: level === 'distribuidor',
  drillsOf: ({ key }) => {
    if (key === '0') return []
    const partner_id = Number(key)
    const one = { partner_id, level: undefined, per_page: 1 }
    return [
      { more: { level: 'directos', partner_id } },
      { more: { level: 'producto', partner_id }, compared: ['sold', 'prizes'] },
      { more: one, endpoint: ticketReports.consult, compared: ['sold'] },
    ]
  },
})

const gross = (level: Level): Asked => ({
  list: grossSales.list,
  file: grossSales.export,
  query: { level },
  question: { clock: 'sale', by: ['product_id'] },
  figures: ['sold', 'lines'],
  alive: ['sold'],
  titles,
  keyOf: (row) => joined(row['partner_id'], row['product_id']),
  keysOf: ({ office_id, product_id }, tree, subject) =>
    tree.places(office_id, subject, level).map((place) => joined(place, product_id)),
  overlaps: level === 'distribuidor',
  drillsOf: ({ partner_id, product_id, ...row }) =>
    partner_id === 0 ? [] : [{ more: { level: 'directos', partner_id, product_id, ...((row as object) && {}) } }],
})

const daily = (level: Level): Asked => ({
  list: dailySales.list,
  file: dailySales.export,
  query: { level },
  question: { clock: 'sale', by: ['day'] },
  figures: ['sold', 'prizes', 'tickets'],
  alive: ['sold', 'prizes'],
  titles,
  keyOf: (row) => joined(row['day'], row['partner_id']),
  keysOf: ({ office_id, day }, tree, subject) =>
    tree.places(office_id, subject, level).map((place) => joined(day, place)),
  overlaps: level === 'distribuidor',
  drillsOf: ({ partner_id, day }) => {
    if (partner_id === 0) return []
    const on = { partner_id, from: day, to: day }
    const listed = { ...on, level: undefined, per_page: 1 }
    return [
      { more: { ...on, level: 'directos' } },
      { more: listed, endpoint: ticketReports.consult, compared: ['sold'] },
      { more: listed, endpoint: ticketReports.detailedPrize, compared: ['prizes'], named: 'awarded' },
    ]
  },
})

const detailKeys = {
  dia: ['day'],
  producto: ['day', 'product_id'],
  sorteo: ['day', 'product_id', 'draw_id'],
  jugada: ['day', 'product_id', 'draw_id', 'bet_type_id'],
} as const
type Detail = keyof typeof detailKeys

const bets = (detail: Detail, level?: Level): Asked => {
  const by = detailKeys[detail]
  return {
    list: dailyBets.list,
    file: dailyBets.export,
    query: { detail, ...(level && { level }) },
    question: { clock: 'draw', by },
    figures: ['sold', 'prizes', 'lines'],
    alive: ['sold', 'prizes'],
    titles,
    keyOf: (row) => joined(...by.map((name) => row[name]), level ? row['partner_id'] : null),
    keysOf: (fact, tree, subject) => {
      const own = by.map((name) => fact[name])
      return level
        ? tree.places(fact.office_id, subject, level).map((place) => joined(...own, place))
        : [joined(...own, null)]
    },
    overlaps: level === 'distribuidor',
    ...(detail !== 'dia' && { many: true as const }),
    drillsOf: ({ day, product_id, time, partner_id, bet_type_id }) => {
      if (partner_id === 0) return []
      const more = {
        from: day,
        to: day,
        ...(product_id !== null && { product_id }),
        ...(time !== null && { time }),
        ...(bet_type_id !== null && { bet_type_id }),
        ...(partner_id !== null && { partner_id }),
      }
      return [{ more: { ...more, level: 'directos' } }, { more: { ...more, detail: 'jugada', level: undefined } }]
    },
  }
}

const terminals: Asked = {
  ...bets('producto', 'directos'),
  list: dailyTerminalPaBets.list,
  file: dailyTerminalPaBets.export,
  question: { clock: 'draw', by: detailKeys.producto, only: { bet_type_id: betTypeId('TERMINAL_PA') } },
}
delete terminals.many

const free: Asked = {
  list: analytics.rows,
  file: analytics.rowsExport,
  query: { by: 'dia,producto,jugada', measures: 'prizes,lines', compare: 'ninguna' },
  question: { clock: 'sale', by: ['day', 'product_id', 'bet_type_id'] },
  figures: ['sold', 'prizes', 'lines'],
  alive: ['sold', 'prizes'],
  titles,
  keyOf: (row) => joined(row['day'], row['product_id'], row['bet_type_id']),
  keysOf: ({ day, product_id, bet_type_id }) => [joined(day, product_id, bet_type_id)],
  drillsOf: ({ day, product_id, bet_type_id }) => [
    { more: { by: 'afiliado', level: 'directos', from: day, to: day, product_id, bet_type_id } },
  ],
}

/** An agency has neither agencies nor distributors below it. */
const levelsOf = (role: string): readonly Level[] => (role === 'agencia' ? ['directos'] : levels)

export function questions(role: string): Asked[] {
  return [
    generalBy('dia'),
    generalBy('producto'),
    ...levelsOf(role).flatMap((level) => [general(level), gross(level), daily(level), bets('dia', level)]),
    bets('dia'),
    bets('producto'),
    bets('sorteo'),
    bets('sorteo', 'directos'),
    bets('jugada'),
    terminals,
    free,
  ]
}
