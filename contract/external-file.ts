/**
 * A file of another system's sales: what its columns may be, what becomes of its rows, and how large it may be.
 * Values and words of columns; the calls are in `external-sales.ts`.
 */
import { z } from 'zod'
import { field } from './field.ts'
import { currency } from './values/currency.ts'
import { money } from './values/money.ts'

export const externalLimits = {
  /** Of the file as it comes: a hundred thousand rows of a CSV. */
  bytes: 16_000_000,
  rows: 100_000,
  columns: 100,
  /** Names of one system. */
  names: 20_000,
  /** Loads of one system that wait for somebody, and whose files are kept. */
  waiting: 20,
  /** Months of the books that are surely there: a sale further back has no place in them. */
  days_back: 85,
} as const

/** What a column of a file can be. The labels are what the file itself calls a partner or product whose code it has. */
export const externalFields = [
  'day',
  'agency',
  'agency_label',
  'product',
  'product_label',
  'currency',
  'sold',
  'prizes',
  'commission',
] as const
export type ExternalField = (typeof externalFields)[number]
export const externalFieldLabels: Record<ExternalField, string> = {
  day: 'Fecha',
  agency: 'Agencia',
  agency_label: 'Nombre de la agencia',
  product: 'Producto',
  product_label: 'Nombre del producto',
  currency: 'Moneda',
  sold: 'Ventas',
  prizes: 'Premios',
  commission: 'Comisión',
}
/** Columns of amounts, which a line of totals sums up. */
export const amountFields = ['sold', 'prizes', 'commission'] as const
export type AmountField = (typeof amountFields)[number]

export const dictionaryKinds = ['agency', 'product', 'column'] as const
export type DictionaryKind = (typeof dictionaryKinds)[number]
export const dictionaryKindLabels: Record<DictionaryKind, string> = {
  agency: 'Agencia',
  product: 'Producto',
  column: 'Columna',
}

/** The key of a name in the dictionary: its first space is an underscore, and only the first. */
export function dictionaryKey(name: string): string {
  return name.replace(/\s+/g, ' ').trim().replace(' ', '_')
}

/** What a file's own total says of a column, beside what its lines come to. */
export const totalCheck = z.object({
  /** Its line in the file. */
  n: z.number().int(),
  label: z.string(),
  column: z.enum(amountFields),
  currency: currency.nullable(),
  /** As it is written, and as it is read; null where it is no amount. */
  written: z.string(),
  said: money.nullable(),
  /** Null where it cannot be compared: lines of several currencies under a total that names none. */
  summed: money.nullable(),
  standing: z.enum(['equal', 'differ', 'uncompared']),
})
export type TotalCheck = z.output<typeof totalCheck>

/** What is said of a name that means nothing here: its rows are left out, or its column is not read. */
export const leftOutLabels: Record<DictionaryKind, string> = {
  agency: 'No es nuestra',
  product: 'No es nuestro',
  column: 'No se usa',
}

export const loadStates = ['por_revisar', 'publicada', 'descartada', 'reemplazada'] as const

/** What becomes of a row when its load is posted. */
export const rowStandings = ['lista', 'pendiente', 'falla', 'moneda', 'cerrada', 'ajena', 'ignorada'] as const
export type RowStanding = (typeof rowStandings)[number]
export const rowStanding = field(z.enum(rowStandings), 'Situación', {
  labels: {
    lista: 'Lista',
    pendiente: 'Por asignar',
    falla: 'Con falla',
    moneda: 'Moneda no habilitada',
    cerrada: 'Semana cerrada',
    ajena: 'No es nuestra',
    ignorada: 'No es una venta',
  },
  tones: {
    lista: 'good',
    pendiente: 'waiting',
    falla: 'bad',
    moneda: 'bad',
    cerrada: 'waiting',
    ajena: 'neutral',
    ignorada: 'neutral',
  },
})
