/** A file of another system's sales once it was loaded: what was read of it, what it comes to, and its rows. */
import { z } from 'zod'
import { externalFields, loadStates, totalCheck, rowStanding, rowStandings } from './external-file.ts'
import { knownName, leftOutName, pendingName } from './external-names.ts'
import { field } from './field.ts'
import { currency } from './values/currency.ts'
import { day, instant } from './values/dates.ts'
import { money } from './values/money.ts'
import { dayOrders } from './values/reading.ts'

export const loadState = field(z.enum(loadStates), 'Estado', {
  labels: {
    por_revisar: 'Por revisar',
    publicada: 'Publicada',
    descartada: 'Descartada',
    reemplazada: 'Reemplazada',
  },
  tones: { por_revisar: 'waiting', publicada: 'good', descartada: 'neutral', reemplazada: 'neutral' },
})

export const loadRow = z.object({
  id: field(z.number().int(), 'Carga', { width: 8 }),
  system_id: z.number().int(),
  system_name: field(z.string(), 'Sistema', { width: 24 }),
  filename: field(z.string(), 'Archivo', { width: 36 }),
  state: loadState,
  first_day: field(day.nullable(), 'Desde'),
  last_day: field(day.nullable(), 'Hasta'),
  rows: field(z.number().int(), 'Filas'),
  faults: field(z.number().int(), 'Con falla'),
  pending: field(z.number().int(), 'Por asignar'),
  ignored: field(z.number().int(), 'No son ventas'),
  loaded_at: field(instant, 'Subida'),
  loaded_by: field(z.string(), 'Por'),
  decided_at: field(instant.nullable(), 'Decidida'),
  decided_by: field(z.string().nullable(), 'Decidió'),
})
export type ExternalLoadRow = z.output<typeof loadRow>

/** Amounts of one currency. */
const sums = z.object({
  currency,
  entries: z.number().int(),
  sold: field(money, 'Ventas'),
  prizes: field(money, 'Premios'),
  commission: field(money, 'Comisión'),
  net: field(money, 'Por cobrar'),
})

const fileColumn = z.object({ name: z.string(), field: z.enum(externalFields).nullable() })

export const externalLoad = loadRow.extend({
  /** Another load took the place of a part of it: its file may come again. */
  replaced_in_part: z.boolean(),
  header_row: z.number().int(),
  sheet: z.string(),
  day: day.nullable(),
  columns: z.array(fileColumn),
  /** Needed, and no column of the file or two of them are it. */
  missing: z.array(z.enum(externalFields)),
  /** The format changed since the file was read. */
  stale: z.boolean(),
  standings: z.object(
    Object.fromEntries(rowStandings.map((one) => [one, z.number().int()])) as Record<
      (typeof rowStandings)[number],
      z.ZodNumber
    >,
  ),
  /** As its own days tell it; null where they tell nothing, or both. */
  day_order: z.enum(dayOrders).nullable(),
  /** Its own totals against its lines: how many columns agree, and those of most concern. */
  totals: z.object({
    equal: z.number().int(),
    differ: z.number().int(),
    uncompared: z.number().int(),
    lines: z.array(totalCheck),
  }),
  /** What is posted, or would be. */
  sums: z.array(sums),
  left_out: z.array(leftOutName),
  /** What stands of other loads where this one would. */
  replaces: z.array(sums.extend({ load_ids: z.array(z.number().int()) })),
  settled_weeks: z.array(z.object({ agency_name: z.string(), currency, week: day })),
  pending_names: z.array(pendingName),
  pending_total: z.number().int(),
  known_names: z.array(knownName),
  known_total: z.number().int(),
  /** Names what was reviewed: posting sends it back, and is refused when something changed. */
  review: z.string(),
  /** The file had been loaded before: this is that load. */
  repeated: z.boolean(),
})
export type ExternalLoad = z.output<typeof externalLoad>

export const entryRow = z.object({
  n: field(z.number().int(), 'Fila', { width: 8 }),
  standing: rowStanding,
  note: field(z.string(), 'Motivo', { width: 40 }),
  day: field(day.nullable(), 'Fecha'),
  agency: field(z.string().nullable(), 'Agencia en el archivo', { width: 28 }),
  agency_label: field(z.string().nullable(), 'El archivo la llama', { width: 28 }),
  agency_name: field(z.string().nullable(), 'Agencia', { width: 28 }),
  product: field(z.string().nullable(), 'Producto en el archivo', { width: 24 }),
  product_label: field(z.string().nullable(), 'El archivo lo llama', { width: 24 }),
  product_name: field(z.string().nullable(), 'Producto', { width: 24 }),
  currency: field(currency.nullable(), 'Moneda'),
  sold: field(money.nullable(), 'Ventas'),
  prizes: field(money.nullable(), 'Premios'),
  commission: field(money.nullable(), 'Comisión'),
  cells: field(z.array(z.string()), 'Como está en el archivo', { width: 60 }),
})
export type ExternalEntryRow = z.output<typeof entryRow>
