/**
 * What the business plays: bet types, products with their multipliers, symbols and hours. A new
 * banca begins with it and may edit everything; the ids are fixed, since sold lines keep them.
 */
import type { PollaSettings } from '@contract/products.ts'
import type { BetKind } from '@contract/values/bet-numbers.ts'
import { animals } from './data/animals.ts'

export interface BetType {
  id: number
  code: string
  name: string
  kind: BetKind
  /** The column of the result it plays on; empty where a result has one number. */
  place: '' | 'A' | 'B' | 'C'
}

export const betTypes = [
  { id: 1, code: 'ANIMALITO', name: 'Animalito', kind: 'animalito', place: '' },
  { id: 2, code: 'TRIPLE_A', name: 'Triple A', kind: 'triple', place: 'A' },
  { id: 3, code: 'TRIPLE_B', name: 'Triple B', kind: 'triple', place: 'B' },
  { id: 4, code: 'TRIPLE_C', name: 'Triple C', kind: 'triple', place: 'C' },
  { id: 5, code: 'TERMINAL_A', name: 'Terminal A', kind: 'terminal', place: 'A' },
  { id: 6, code: 'TERMINAL_B', name: 'Terminal B', kind: 'terminal', place: 'B' },
  { id: 7, code: 'TERMINAL_C', name: 'Terminal C', kind: 'terminal', place: 'C' },
  { id: 8, code: 'PUNTA_A', name: 'Punta A', kind: 'punta', place: 'A' },
  { id: 9, code: 'PUNTA_B', name: 'Punta B', kind: 'punta', place: 'B' },
  { id: 10, code: 'PUNTA_C', name: 'Punta C', kind: 'punta', place: 'C' },
  { id: 11, code: 'ZODIACAL', name: 'Zodiacal', kind: 'zodiacal', place: 'C' },
  { id: 12, code: 'TERMINAL_SIGNO', name: 'Terminal y signo', kind: 'terminal_signo', place: 'C' },
  { id: 13, code: 'TRIPLETA', name: 'Tripleta', kind: 'tripleta', place: '' },
  { id: 14, code: 'TERMINAL_PA', name: 'Terminal Panamá', kind: 'terminal_pa', place: '' },
  { id: 15, code: 'POLLA', name: 'Polla', kind: 'polla', place: '' },
] as const satisfies readonly BetType[]
export type BetTypeCode = (typeof betTypes)[number]['code']

interface Schedule {
  /** Bit 0 is Monday. */
  weekday_mask: number
  times: readonly string[]
}
export interface Offer {
  bet_type: BetTypeCode
  multiplier: string
  /** Multiplier of the first, second and third prize. */
  place_multipliers?: readonly string[]
}
export interface CatalogueProduct {
  id: number
  code: string
  name: string
  kind: 'animalitos' | 'triples' | 'panama' | 'polla'
  zone: 'America/Caracas' | 'America/Panama'
  /** How many animals of the list it plays with. */
  symbols: 0 | 38 | 77 | 101
  offers: readonly Offer[]
  schedules: readonly Schedule[]
  /** How many symbols a polla asks for, and its price. */
  polla?: Pick<PollaSettings, 'symbols' | 'price'>
}

const everyDay = 127
const exceptSunday = 63
const onlyWednesday = 4
const onlySunday = 64

function hourly(from: number, to: number, minute = '00'): string[] {
  return Array.from({ length: to - from + 1 }, (_, at) => `${String(from + at).padStart(2, '0')}:${minute}`)
}

type AnimalProduct = Pick<CatalogueProduct, 'id' | 'code' | 'name' | 'symbols'> & {
  multiplier: string
  times: string[]
  tripleta?: true
}

function animalitos({ multiplier, times, tripleta, ...product }: AnimalProduct): CatalogueProduct {
  const offers: Offer[] = [{ bet_type: 'ANIMALITO', multiplier }]
  if (tripleta) offers.push({ bet_type: 'TRIPLETA', multiplier: '50' })
  return {
    ...product,
    kind: 'animalitos',
    zone: 'America/Caracas',
    offers,
    schedules: [{ weekday_mask: everyDay, times }],
  }
}

type TripleProduct = Pick<CatalogueProduct, 'id' | 'code' | 'name' | 'schedules'> & {
  multiplier: string
  columns: readonly ('A' | 'B' | 'C')[]
}

/** Terminals and points pay a tenth; the zodiac of column C pays ten times as much. */
function triples({ multiplier, columns, ...product }: TripleProduct): CatalogueProduct {
  const tenth = multiplier.slice(0, -1)
  const offers: Offer[] = columns.flatMap((column): Offer[] => [
    { bet_type: `TRIPLE_${column}`, multiplier },
    { bet_type: `TERMINAL_${column}`, multiplier: tenth },
    { bet_type: `PUNTA_${column}`, multiplier: tenth },
  ])
  if (columns.includes('C')) {
    offers.push({ bet_type: 'ZODIACAL', multiplier: `${multiplier}0` }, { bet_type: 'TERMINAL_SIGNO', multiplier })
  }
  return { ...product, kind: 'triples', zone: 'America/Caracas', symbols: 0, offers }
}

function panama(id: number, code: string, name: string, weekday_mask: number): CatalogueProduct {
  return {
    id,
    code,
    name,
    kind: 'panama',
    zone: 'America/Panama',
    symbols: 0,
    offers: [{ bet_type: 'TERMINAL_PA', multiplier: '56', place_multipliers: ['56', '12', '8'] }],
    schedules: [{ weekday_mask, times: ['15:00'] }],
  }
}

/** Its draw has no schedule of its own: it closes before the first of the day's draws it counts. */
function polla({
  symbols,
  price,
  ...product
}: Pick<CatalogueProduct, 'id' | 'code' | 'name'> & Pick<PollaSettings, 'symbols' | 'price'>): CatalogueProduct {
  return {
    ...product,
    kind: 'polla',
    zone: 'America/Caracas',
    symbols: 38,
    schedules: [],
    offers: [{ bet_type: 'POLLA', multiplier: '1' }],
    polla: { symbols, price },
  }
}

const daily = (...times: string[]): Schedule[] => [{ weekday_mask: everyDay, times }]

export const catalogueProducts: readonly CatalogueProduct[] = [
  animalitos({
    id: 1,
    code: 'LOTTO_ACTIVO',
    name: 'Lotto Activo',
    symbols: 38,
    multiplier: '30',
    times: hourly(8, 19),
    tripleta: true,
  }),
  animalitos({
    id: 2,
    code: 'LA_GRANJITA',
    name: 'La Granjita',
    symbols: 38,
    multiplier: '30',
    times: hourly(8, 19),
    tripleta: true,
  }),
  animalitos({
    id: 3,
    code: 'LOTTO_ACTIVO_RD',
    name: 'Lotto Activo RD',
    symbols: 38,
    multiplier: '30',
    times: hourly(8, 19, '30'),
  }),
  animalitos({
    id: 4,
    code: 'GUACHARO_ACTIVO',
    name: 'Guácharo Activo',
    symbols: 77,
    multiplier: '60',
    times: hourly(8, 19),
  }),
  animalitos({ id: 5, code: 'SELVA_PLUS', name: 'Selva Plus', symbols: 101, multiplier: '80', times: hourly(8, 19) }),
  triples({
    id: 6,
    code: 'TRIPLE_ZULIA',
    name: 'Triple Zulia',
    multiplier: '600',
    columns: ['A', 'B', 'C'],
    schedules: daily('12:45', '16:45', '19:05'),
  }),
  triples({
    id: 7,
    code: 'TRIPLE_CARACAS',
    name: 'Triple Caracas',
    multiplier: '600',
    columns: ['A', 'B', 'C'],
    schedules: daily('13:00', '16:30', '19:10'),
  }),
  triples({
    id: 8,
    code: 'TRIPLE_TACHIRA',
    name: 'Triple Táchira',
    multiplier: '500',
    columns: ['A', 'B', 'C'],
    schedules: daily('13:15', '16:45', '22:10'),
  }),
  triples({
    id: 9,
    code: 'TRIPLE_ZAMORANO',
    name: 'Triple Zamorano',
    multiplier: '600',
    columns: ['A', 'C'],
    schedules: [
      { weekday_mask: exceptSunday, times: ['10:00', '12:00', '14:00', '16:00'] },
      { weekday_mask: everyDay, times: ['19:00'] },
    ],
  }),
  triples({
    id: 10,
    code: 'TRIPLE_CHANCE',
    name: 'Triple Chance',
    multiplier: '600',
    columns: ['A', 'B', 'C'],
    schedules: daily(...hourly(9, 19)),
  }),
  panama(11, 'PANAMA_DOMINICAL', 'Panamá Dominical', onlySunday),
  panama(12, 'PANAMA_MIERCOLITO', 'Panamá Miercolito', onlyWednesday),
  polla({
    id: 13,
    code: 'POLLA_DEL_DIA',
    name: 'Polla del día',
    symbols: 6,
    price: { BS: '100.00', USD: '1.00', COP: '4000.00' },
  }),
  polla({
    id: 14,
    code: 'MICRO_POLLA',
    name: 'Micro polla',
    symbols: 3,
    price: { BS: '50.00', USD: '0.50', COP: '2000.00' },
  }),
]

/** The symbols of a product as `[code, name]`, in board order. */
export function catalogueSymbols(product: CatalogueProduct): readonly (readonly [code: string, name: string])[] {
  return animals.slice(0, product.symbols)
}

/** The id of a bet type. */
export function betTypeId(code: BetTypeCode): number {
  return betTypes.find((one) => one.code === code)!.id
}
