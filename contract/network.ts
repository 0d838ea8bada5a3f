/**
 * The network from a workbook: distributors, agencies, ticket offices, users and rates. It is checked whole first,
 * every fault with its sheet, row and column; then it is written whole or not at all. Brought in again, it changes
 * only what differs.
 */
import { z } from 'zod'
import { rules } from './access/rules.ts'
import { all, byId, endpoint, entity, flag, id } from './endpoint.ts'
import { field } from './field.ts'
import { listEndpoint } from './lists.ts'
import { networkLimits, networkSheetLabels, networkSheets } from './network-sheets.ts'
import { instant } from './values/dates.ts'

const base = '/api/v2/admin/registry/network'
const access = rules.registryWrite

const sheet = field(z.enum(networkSheets), 'Hoja', { labels: networkSheetLabels })
const action = field(z.enum(['crea', 'cambia', 'igual']), 'Qué hace', {
  labels: { crea: 'Se crea', cambia: 'Cambia', igual: 'Queda igual' },
  tones: { crea: 'good', cambia: 'waiting', igual: 'neutral' },
})

const states = ['por_revisar', 'revisada', 'por_aplicar', 'aplicada', 'fallida', 'descartada'] as const
const state = field(z.enum(states), 'Estado', {
  labels: {
    por_revisar: 'Revisando',
    revisada: 'Revisada',
    por_aplicar: 'Aplicando',
    aplicada: 'Aplicada',
    fallida: 'No se pudo leer',
    descartada: 'Descartada',
  },
  tones: {
    por_revisar: 'waiting',
    revisada: 'waiting',
    por_aplicar: 'waiting',
    aplicada: 'good',
    fallida: 'bad',
    descartada: 'neutral',
  },
})

const counts = z.object({ crea: z.number().int(), cambia: z.number().int(), igual: z.number().int() })
const readColumn = z.object({
  /** As it stands over the column. */
  name: z.string(),
  /** What it is taken for; null is left out. */
  field: z.string().nullable(),
})
const readSheet = z.object({
  sheet: z.enum(networkSheets),
  /** Its name in the file. */
  name: z.string(),
  rows: z.number().int(),
  columns: z.array(readColumn),
  counts,
})
export type ReadNetworkSheet = z.infer<typeof readSheet>

const row = z.object({
  id: z.number().int(),
  filename: z.string(),
  state,
  /** What is being done, in words, and how far it is. */
  phase: z.string(),
  done: z.number().int(),
  total: z.number().int(),
  requested_at: instant,
  ended_at: instant.nullable(),
  /** What the file says; empty until it was checked. */
  sheets: z.array(readSheet),
  faults: z.number().int(),
  /** Sheets of the file that nothing is read from. */
  others: z.array(z.string()),
  /** Names what was checked: applying sends it back, and is refused when the network is another by then. */
  review: z.string().nullable(),
  /** Why it could not be read or written. */
  problem: z.string().nullable(),
  /** Users that it made and who never entered: theirs to be given a password. */
  without_password: z.number().int(),
})
export type NetworkImport = z.infer<typeof row>

const fault = z.object({
  n: z.number().int(),
  sheet,
  line: field(z.number().int(), 'Fila'),
  column: field(z.string(), 'Columna', { width: 20 }),
  value: field(z.string(), 'Dice', { width: 30 }),
  message: field(z.string(), 'Qué pasa', { width: 60 }),
})
export type NetworkFault = z.infer<typeof fault>

const change = z.object({
  n: z.number().int(),
  sheet,
  line: field(z.number().int(), 'Fila'),
  action,
  key: field(z.string(), 'Clave', { width: 20 }),
  name: field(z.string(), 'Nombre', { width: 30 }),
  /** `Teléfono: 0414… → 0424…`, one for each that changes. */
  differences: field(z.array(z.string()), 'Cambios', { width: 60 }),
})
export type NetworkChange = z.infer<typeof change>

const node = z.object({
  code: z.string(),
  name: z.string(),
  type: z.enum(['banca', 'distribuidor', 'agencia', 'taquilla']),
  /** What the workbook does with it; null where it only stands above. */
  action: z.enum(['crea', 'cambia', 'igual']).nullable(),
  below: z.number().int(),
  users: z.number().int(),
  rates: z.number().int(),
})
export type NetworkNode = z.infer<typeof node>

const { list: faults, export: faultsExport } = listEndpoint(base, {
  path: `${base}/faults`,
  title: 'Fallas del libro',
  access,
  row: fault,
  of: { import_id: id },
  filters: { sheet },
  sort: ['line'],
  search: 'valor, columna o mensaje',
  summary: 'Lo que impide aplicar un libro, con hoja, fila y columna',
})
const { list: changes, export: changesExport } = listEndpoint(base, {
  path: `${base}/changes`,
  title: 'Cambios del libro',
  access,
  row: change,
  of: { import_id: id },
  filters: { sheet, action },
  sort: ['line'],
  search: 'clave o nombre',
  summary: 'Qué haría un libro, fila por fila',
})

export const network = entity('network', {
  list: endpoint({
    method: 'GET',
    path: `${base}/`,
    access,
    response: all(row),
    summary: 'Los libros propios, los últimos primero',
  }),
  load: endpoint({
    method: 'POST',
    path: `${base}/`,
    access,
    status: 202,
    upload: { largest_bytes: networkLimits.bytes },
    response: row,
    summary: 'Sube un libro XLSX de la red, o el XLSX o CSV que da una de sus listas; se revisa aparte',
  }),
  book: endpoint({
    method: 'GET',
    path: `${base}/book`,
    access,
    query: z.object({
      empty: flag.default(false).meta({ description: 'Solo las hojas y columnas, para llenarlas' }),
    }),
    response: 'file',
    summary: 'La red al alcance como libro XLSX, que puede volver a subirse',
  }),
  faults,
  faultsExport,
  changes,
  changesExport,
  show: endpoint({
    method: 'GET',
    path: `${base}/:id`,
    access,
    params: byId,
    response: row,
    summary: 'Cómo va un libro',
  }),
  tree: endpoint({
    method: 'GET',
    path: `${base}/:id/tree`,
    access,
    params: byId,
    query: z.object({
      father: z.string().max(80).optional().meta({ description: 'Código de quien cuelgan; sin él, lo más alto' }),
    }),
    response: all(node),
    summary: 'El árbol como quedaría, un nivel a la vez',
  }),
  columns: endpoint({
    method: 'PUT',
    path: `${base}/:id/columns`,
    access,
    params: byId,
    body: z.object({
      sheet: z.enum(networkSheets),
      columns: z
        .array(z.object({ name: z.string().trim().min(1).max(120), field: z.string().max(40).nullable() }))
        .min(1)
        .max(networkLimits.columns),
    }),
    response: row,
    summary: 'Dice qué es cada columna, y lo recuerda para los próximos libros; se revisa de nuevo',
  }),
  apply: endpoint({
    method: 'POST',
    path: `${base}/:id/apply`,
    access,
    status: 202,
    params: byId,
    body: z.object({ review: z.string().max(80) }),
    response: row,
    summary: 'Aplica un libro revisado: todo o nada',
  }),
  discard: endpoint({
    method: 'DELETE',
    path: `${base}/:id`,
    access,
    params: byId,
    response: row,
    summary: 'Descarta un libro',
  }),
  passwords: endpoint({
    method: 'POST',
    path: `${base}/:id/passwords`,
    access,
    params: byId,
    response: 'file',
    summary: 'Da contraseñas de un solo uso a los usuarios del libro que nunca entraron, y las responde una sola vez',
  }),
})
