/**
 * A file of another system's sales: what its columns may be, what becomes of its rows, and how large it may be.
 * Values and words of columns; the calls are in `external-sales.ts`.
 */
import { z } from 'zod'
import { field } from './field.ts'

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

/** What a column of a file can be. */
export const externalFields = ['day', 'agency', 'product', 'currency', 'sold', 'prizes', 'commission'] as const
export type ExternalField = (typeof externalFields)[number]
export const externalFieldLabels: Record<ExternalField, string> = {
  day: 'Fecha',
  agency: 'Agencia',
  product: 'Producto',
  currency: 'Moneda',
  sold: 'Ventas',
  prizes: 'Premios',
  commission: 'Comisión',
}

/** What a new system calls its columns until somebody says otherwise: names that most of them use. */
export const usualColumns: Record<ExternalField, readonly string[]> = {
  day: ['Fecha', 'Día', 'Date', 'Fecha de venta', 'Fecha Sorteo'],
  agency: ['Agencia', 'Taquilla', 'Punto de venta', 'Agency', 'Cliente', 'Nombre agencia'],
  product: ['Producto', 'Lotería', 'Juego', 'Product', 'Game'],
  currency: ['Moneda', 'Currency', 'Divisa'],
  sold: ['Ventas', 'Venta', 'Monto venta', 'Total ventas', 'Venta bruta', 'Vendido', 'Sales'],
  prizes: ['Premios', 'Premio', 'Total premios', 'Monto premios', 'Prizes'],
  commission: ['Comisión', 'Comisiones', 'Commission'],
}

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

export const loadStates = ['por_revisar', 'publicada', 'descartada', 'reemplazada'] as const

/** What becomes of a row when its load is posted. */
export const rowStandings = ['lista', 'pendiente', 'falla', 'moneda', 'cerrada', 'ignorada'] as const
export type RowStanding = (typeof rowStandings)[number]
export const rowStanding = field(z.enum(rowStandings), 'Situación', {
  labels: {
    lista: 'Lista',
    pendiente: 'Por asignar',
    falla: 'Con falla',
    moneda: 'Moneda no habilitada',
    cerrada: 'Semana liquidada',
    ignorada: 'No es una venta',
  },
  tones: {
    lista: 'good',
    pendiente: 'waiting',
    falla: 'bad',
    moneda: 'bad',
    cerrada: 'bad',
    ignorada: 'neutral',
  },
})
