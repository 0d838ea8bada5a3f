/**
 * Sales of agencies on other companies' systems: a file is loaded and read, its names are assigned, what it comes
 * to is reviewed and posted to the accounts once. One sum stands per system, day, agency, product and currency.
 */
import { z } from 'zod'
import { rules } from './access/rules.ts'
import { all, byId, endpoint, entity, id } from './endpoint.ts'
import { externalLimits, rowStanding } from './external-file.ts'
import { entryRow, externalLoad, loadRow, loadState } from './external-loads.ts'
import { assignment, dictionaryRow, waitingName } from './external-names.ts'
import { choices, field } from './field.ts'
import { currencyFilter, partnerFilter, productFilter } from './filters.ts'
import { listEndpoint, shownFields } from './lists.ts'
import { pastOptions } from './names.ts'
import { status } from './partners.ts'
import { numberStyles } from './values/amount-text.ts'
import { currency } from './values/currency.ts'
import { text } from './values/contact.ts'
import { day } from './values/dates.ts'
import { money, noBase } from './values/money.ts'
import { dayOrders } from './values/reading.ts'

const base = '/api/v2/admin/external-sales'
const access = rules.externalSales

/** How a system's files are written. */
const format = z.object({
  name: field(text(2, 60, 'Escriba el nombre del sistema'), 'Nombre'),
  file_kind: field(z.enum(['cualquiera', 'xlsx', 'csv']).default('cualquiera'), 'Tipo de archivo', {
    labels: { cualquiera: 'XLSX o CSV', xlsx: 'Solo XLSX', csv: 'Solo CSV' },
  }),
  sheet: field(text(0, 31).default(''), 'Hoja', { hint: 'De un XLSX. Vacía: la primera que se ve.' }),
  header_row: field(z.number().int().min(1).max(200).nullable().default(null), 'Fila del encabezado', {
    hint: 'Vacía: se busca por los nombres de las columnas.',
  }),
  number_style: field(z.enum(numberStyles).default('es-VE'), 'Números', {
    labels: { 'es-VE': '1.234,56 (es-VE)', international: '1,234.56 (internacional)' },
  }),
  day_order: field(z.enum(dayOrders).default('dmy'), 'Fechas en cifras', {
    labels: { dmy: 'Día/mes/año', mdy: 'Mes/día/año' },
    hint: 'De los archivos cuyos días no lo dicen: uno mayor que 12 lo dice de todos.',
  }),
  blanks: field(z.enum(['falta', 'repite']).default('falta'), 'Celdas vacías', {
    labels: { falta: 'Falta el dato', repite: 'Es lo de la fila de arriba' },
    hint: 'De la fecha, la agencia, el producto o la moneda. Las celdas combinadas valen siempre para todas sus filas.',
  }),
  currency: field(currencyFilter.nullable().default(null), 'Moneda', {
    placeholder: 'Ninguna',
    hint: 'De los archivos sin columna de moneda.',
  }),
  product_id: field(productFilter.nullable().default(null), 'Producto', {
    placeholder: 'Ninguno',
    hint: 'De los archivos sin columna de producto.',
  }),
  grace_days: field(z.number().int().min(0).max(31).default(3), 'Días de gracia', {
    hint: 'Cuántos días después del domingo se aceptan sin preguntar ventas de una semana ya cerrada.',
  }),
  status: field(status.default('activo'), 'Estado', { control: 'radio' }),
})
export type ExternalFormat = z.output<typeof format>

const system = z.object({
  id: z.number().int(),
  ...shownFields(format),
  product_name: z.string().nullable(),
  version: z.number().int(),
  names: field(z.number().int(), 'Nombres en el diccionario'),
  waiting: field(z.number().int(), 'Cargas por revisar'),
})
export type ExternalSystem = z.output<typeof system>

const config = endpoint({
  method: 'GET',
  path: `${base}/config`,
  access,
  response: all(system),
  summary: 'Sistemas externos, con el formato de sus archivos',
})

const systemFilter = field(id, 'Sistema', {
  placeholder: 'Todos los sistemas',
  names: 'system',
  choices: choices(config, { options: ({ data }) => pastOptions(data) }),
})

const { list, export: listExport } = listEndpoint(base, {
  path: `${base}/list`,
  title: 'Cargas de ventas externas',
  access,
  row: loadRow,
  search: 'archivo o sistema',
  filters: { system_id: systemFilter, state: loadState },
  sort: ['loaded_at', 'system_name', 'filename', 'state', 'rows'],
  first: '-loaded_at',
  period: { title: 'Día de la subida', preset: '30d', open: true },
  summary: 'Cargas de ventas externas con su estado, por páginas',
})

const { list: pending, export: pendingExport } = listEndpoint(base, {
  path: `${base}/pending`,
  title: 'Nombres por asignar',
  access,
  row: waitingName,
  search: 'nombre o sistema',
  filters: { system_id: systemFilter, kind: waitingName.shape.kind },
  sort: ['name', 'system_name', 'kind', 'loads', 'rows'],
  first: '-rows',
  summary: 'Nombres sin asignar de todas las cargas por revisar, por páginas',
})

const { list: entries, export: entriesExport } = listEndpoint(base, {
  path: `${base}/entries`,
  title: 'Filas de una carga',
  access,
  row: entryRow,
  of: { load_id: id },
  search: 'agencia o producto del archivo',
  filters: { standing: rowStanding },
  sort: ['n', 'day', 'agency', 'product', 'sold'],
  summary: 'Filas de una carga como se leyeron, por páginas',
})

const { list: dictionary, export: dictionaryExport } = listEndpoint(base, {
  path: `${base}/dictionary`,
  title: 'Diccionario de sistemas externos',
  access,
  row: dictionaryRow,
  search: 'nombre externo, agencia o producto',
  filters: {
    system_id: systemFilter,
    kind: dictionaryRow.shape.kind,
    left_out: field(z.enum(['si', 'no']), 'Fuera', { labels: { si: 'Dejados fuera', no: 'En uso' } }),
  },
  sort: ['key', 'system_name', 'kind', 'target', 'created_at'],
  summary: 'Nombres de los sistemas externos y lo que significan, por páginas',
})

const globalLevels = ['agencia', 'distribuidor', 'banca'] as const
export type GlobalLevel = (typeof globalLevels)[number]

const globalRow = z.object({
  key: z.string(), // Partner, system and currency.
  partner_id: z.number().int(), // Zero: without a distributor.
  name: field(z.string(), 'Afiliado', { width: 32 }),
  code: field(z.string(), 'Código', { width: 14 }),
  /** Null for what was sold here. */
  system_id: z.number().int().nullable(),
  system_name: field(z.string(), 'Sistema', { width: 24 }),
  currency,
  sold: field(money, 'Ventas'),
  prizes: field(money, 'Premios'),
  commission: field(money, 'Comisión'),
  net: field(money, 'Utilidad', { signed: true }),
  share: field(z.string().nullable(), 'Parte', { kind: 'percent', nothing: noBase }),
})

const global = listEndpoint(base, {
  path: `${base}/global`,
  title: 'Ventas por sistema',
  access,
  row: globalRow,
  filters: {
    level: field(z.enum(globalLevels).default('agencia'), 'Nivel', {
      labels: { agencia: 'Agencia', distribuidor: 'Distribuidor', banca: 'Banca' },
    }),
    partner_id: partnerFilter,
    system_id: systemFilter,
    product_id: productFilter,
    currency: currencyFilter,
  },
  sort: ['name', 'system_name', 'sold', 'prizes', 'commission', 'net'],
  period: { title: 'Día de la venta', preset: 'semana' },
  totals: globalRow.pick({ currency: true, sold: true, prizes: true, commission: true, net: true }),
  reports: true,
  summary: 'Ventas de cada sistema junto a las propias, por afiliado y período',
})

export const externalSales = entity('externalSales', {
  list,
  listExport,
  show: endpoint({
    method: 'GET',
    path: `${base}/list/:id`,
    access,
    params: byId,
    response: externalLoad,
    summary: 'Una carga: sus columnas, lo que falta y lo que se publicaría',
  }),
  load: endpoint({
    method: 'POST',
    path: `${base}/load`,
    access,
    query: z.object({
      system_id: id,
      day: day.optional().meta({ description: 'Día de las ventas de un archivo que no lo dice' }),
    }),
    upload: { largest_bytes: externalLimits.bytes },
    response: externalLoad,
    summary: 'Sube un XLSX o CSV de ventas de otro sistema y responde lo que se leyó',
  }),
  reread: endpoint({
    method: 'POST',
    path: `${base}/list/:id/read`,
    access,
    params: byId,
    response: externalLoad,
    summary: 'Lee de nuevo el archivo de una carga, con el formato de ahora',
  }),
  discard: endpoint({
    method: 'POST',
    path: `${base}/list/:id/discard`,
    access,
    params: byId,
    response: externalLoad,
    summary: 'Descarta una carga que espera: no se publica',
  }),
  pending,
  pendingExport,
  entries,
  entriesExport,
  post: endpoint({
    method: 'POST',
    path: `${base}/entries`,
    access,
    moves_money: true,
    // Thousands of entries are long work: no sale waits behind it.
    largest_body: 10_000,
    body: z.object({
      load_id: id,
      review: z.string().max(64),
      /** Takes the place of what other loads posted for the same keys. */
      replace: z.boolean().default(false),
      /** Rows with a fault that are left out. */
      without_faults: z.number().int().min(0).default(0),
      /** Totals of the file that are not what its rows come to. */
      without_totals: z.number().int().min(0).default(0),
      /** Rows of weeks that are closed, which come with the next closing. */
      late: z.number().int().min(0).default(0),
    }),
    response: externalLoad,
    summary: 'Publica en las cuentas una carga revisada',
  }),
  dictionary,
  dictionaryExport,
  assign: endpoint({
    method: 'POST',
    path: `${base}/dictionary`,
    access,
    body: assignment,
    response: dictionaryRow,
    summary: 'Dice qué agencia, producto o columna es un nombre de un sistema externo, o que no es ninguno',
  }),
  forget: endpoint({
    method: 'DELETE',
    path: `${base}/dictionary`,
    access,
    query: z.object({ id }),
    response: z.object({ id: z.number().int() }),
    summary: 'Quita un nombre del diccionario; lo publicado con él no cambia',
  }),
  config,
  saveConfig: endpoint({
    method: 'PUT',
    path: `${base}/config`,
    access,
    body: format.extend({
      /** Without it a new system is made. */
      id: id.optional(),
      version: z.number().int().default(0),
    }),
    response: system,
    summary: 'Guarda el formato de un sistema externo, o crea uno',
  }),
  global: global.list,
  globalExport: global.export,
})
