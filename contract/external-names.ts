/** Names of another system's files: those that nobody assigned yet, those that are known, and the dictionary of what each means here. */
import { z } from 'zod'
import { id } from './endpoint.ts'
import { dictionaryKindLabels, dictionaryKinds, externalFields } from './external-file.ts'
import { field } from './field.ts'
import { text } from './values/contact.ts'
import { currency } from './values/currency.ts'
import { instant } from './values/dates.ts'
import { money } from './values/money.ts'

/** A name of the file that is in no dictionary yet, with what may be meant where one is called the same. */
export const pendingName = z.object({
  kind: field(z.enum(['agency', 'product']), 'Qué es', { labels: dictionaryKindLabels }),
  name: field(z.string(), 'Nombre en los archivos', { width: 36 }),
  /** What the file itself calls what it has a code of. */
  label: field(z.string().nullable(), 'El archivo lo llama', { width: 32 }),
  rows: field(z.number().int(), 'Filas'),
  suggested_id: z.number().int().nullable(),
  suggested_name: field(z.string().nullable(), 'Puede ser', { width: 32 }),
})
export type PendingName = z.output<typeof pendingName>

/** The same name of a system in all its loads that wait: assigned once, it is known in each. */
export const waitingName = pendingName.extend({
  /** System, kind and name: names the row. */
  key: z.string(),
  system_id: z.number().int(),
  system_name: field(z.string(), 'Sistema', { width: 24 }),
  loads: field(z.number().int(), 'Cargas'),
})
export type WaitingName = z.output<typeof waitingName>

/** A name that nobody assigned, since one of ours is called exactly so. */
export const knownName = pendingName.pick({ kind: true, name: true, label: true, rows: true }).extend({
  target: field(z.string(), 'Es', { width: 32 }),
})

/** What is not posted of a name that is not ours. */
export const leftOutName = z.object({
  kind: pendingName.shape.kind,
  name: z.string(),
  label: z.string().nullable(),
  /** What says so; null once nothing does any more. */
  dictionary_id: z.number().int().nullable(),
  rows: z.number().int(),
  currency,
  sold: field(money, 'Ventas'),
  prizes: field(money, 'Premios'),
  commission: field(money, 'Comisión'),
})

export const dictionaryRow = z.object({
  id: z.number().int(),
  system_id: z.number().int(),
  system_name: field(z.string(), 'Sistema', { width: 24 }),
  kind: field(z.enum(dictionaryKinds), 'Qué es', { labels: dictionaryKindLabels }),
  key: field(z.string(), 'Nombre externo', { width: 36 }),
  target: field(z.string(), 'Significa', { width: 36 }),
  agency_id: z.number().int().nullable(),
  product_id: z.number().int().nullable(),
  field: z.enum(externalFields).nullable(),
  left_out: z.boolean(),
  created_at: field(instant, 'Asignado'),
  created_by: field(z.string().nullable(), 'Por', { nothing: 'El sistema' }),
})
export type DictionaryRow = z.output<typeof dictionaryRow>

const externalName = text(1, 120, 'Escriba el nombre')
const of = { system_id: id, name: externalName }
/** Null: it is not ours, or the column is not used. */
export const assignment = z.discriminatedUnion('kind', [
  z.object({ ...of, kind: z.literal('agency'), agency_id: id.nullable() }),
  z.object({ ...of, kind: z.literal('product'), product_id: id.nullable() }),
  z.object({ ...of, kind: z.literal('column'), field: z.enum(externalFields).nullable() }),
])
export type Assignment = z.output<typeof assignment>
