/** The audit log: who did what, when, from where, what it was before and after. Rows are only ever added. */
import { z } from 'zod'
import { roleLabels, roles, rules } from './access/rules.ts'
import { all, choiceQuery, endpoint, endpointNamed, entity, id, isStreamed, operationsOf } from './endpoint.ts'
import { choices, field, fieldsIn, looksOf, ownChoices } from './field.ts'
import { listEndpoint } from './lists.ts'
import { pastOptions } from './names.ts'
import { status } from './partners.ts'
import { currency } from './values/currency.ts'
import { instant } from './values/dates.ts'
import { compareNames } from './values/text.ts'

const ofPartner = field(id, 'Afiliado', { control: 'partner', placeholder: 'Todos los afiliados' })

/** What each entity is called in the log, those included whose rows were written under an earlier name. */
const auditedLabels: Readonly<Record<string, string>> = {
  session: 'Sesiones',
  crossDb: 'Otras bancas',
  users: 'Usuarios',
  partners: 'Afiliados',
  agencies: 'Agencias',
  accounts: 'Cuentas',
  paymentMethods: 'Métodos de pago',
  clients: 'Clientes',
  distributors: 'Distribuidores',
  ticketOffices: 'Taquillas',
  commissions: 'Comisiones',
  network: 'Red desde un archivo',
  firstSteps: 'Primeros pasos',
  banking: 'Configuración de la banca',
  alarms: 'Avisos',
  alarmConfig: 'Umbrales de avisos',
  savedViews: 'Vistas guardadas',
  files: 'Archivos',
  notifications: 'Notificaciones',
  betsConfigurations: 'Configuración de jugadas',
  quotas: 'Cupos',
  regularQuotas: 'Cupos',
  topQuotas: 'Cupo máximo',
  products: 'Productos',
  images: 'Imágenes',
  locations: 'Lugares',
  general: 'Catálogos',
  draws: 'Sorteos',
  manageDraws: 'Resultados y premiación',
  suspendedDraws: 'Sorteos suspendidos',
  awardingControl: 'Permisos para premiar',
  blockedNumbers: 'Números bloqueados',
  tickets: 'Tickets',
  ticketManagement: 'Gestión de tickets',
  polla: 'Polla',
  kpis: 'Indicadores',
  reports: 'Reportes',
  ticketReports: 'Reportes de tickets',
  externalSales: 'Ventas externas',
  updates: 'Software de las terminales',
  auditLog: 'Bitácora',
}

/** What is done beside the calls of the contract: by the engine, by a command, or before there is a session. */
const otherOperations: Readonly<Record<string, string>> = {
  'session.open': 'Inicia sesión',
  'session.refused': 'Intento de inicio de sesión rechazado',
  'session.changePassword': 'Cambia su contraseña',
  'crossDb.foreign': 'Pregunta por una base de datos que no tiene registrada',
  'polla.settle': 'Liquida una polla',
  'polla.reopen': 'Reabre una polla por un resultado corregido',
  'users.create': 'Crea un usuario',
  'regularQuotas.save': 'Guarda un conjunto de cupos',
  'regularQuotas.global': 'Un cambio sobre todos los cupos que cumplen el filtro',
}

/** An operation in words: what its call says of itself. */
export function operationText(action: string): string {
  const known = otherOperations[action]
  if (known) return known
  const [name = '', own = ''] = action.split('.')
  if (own === 'refused') return 'Intento rechazado'
  try {
    return endpointNamed(name, own).summary
  } catch {
    return action
  }
}

const knownFields = new Map<string, ReadonlyMap<string, z.ZodType>>()

/** What the calls of an audited entity know of the values in its rows, by the name of each. */
export function auditedFields(of: string): ReadonlyMap<string, z.ZodType> {
  const name = of === 'regularQuotas' ? 'quotas' : of
  const known = knownFields.get(name)
  if (known) return known
  const calls = operationsOf().filter((one) => one.entity === name)
  // A form's own words first: a list may call a column otherwise.
  const schemas = [...calls.map(({ endpoint }) => endpoint.body), ...calls.map(({ endpoint }) => endpoint.response)]
  const fields = fieldsIn(schemas.filter((one): one is z.ZodType => one !== undefined && !isStreamed(one)))
  knownFields.set(name, fields)
  return fields
}

const action = field(z.string().regex(/^\w{1,40}\.\w{1,40}$/, 'Operación no válida'), 'Operación', {
  words: operationText,
  width: 48,
  choices: ownChoices(({ values }) => {
    const of = values['entity']
    const calls = operationsOf().filter(({ endpoint: { method, read_only } }) => method !== 'GET' && !read_only)
    const names = new Set([...calls.map(({ entity: one, name }) => `${one}.${name}`), ...Object.keys(otherOperations)])
    return [...names]
      .filter((name) => of === undefined || name.startsWith(`${String(of)}.`))
      .map((name) => ({ value: name, label: operationText(name) }))
      .sort((one, other) => compareNames(one.label, other.label))
  }),
})
const audited = field(z.string().regex(/^\w{1,40}$/, 'Entidad no válida'), 'Entidad', {
  labels: auditedLabels,
  choices: ownChoices(() =>
    Object.entries(auditedLabels)
      .filter(([name]) => name !== 'regularQuotas')
      .map(([value, label]) => ({ value, label }))
      .sort((one, other) => compareNames(one.label, other.label)),
  ),
})
const role = field(z.enum(roles), 'Rol', { labels: roleLabels })

const base = '/api/v2/admin/logs'
/** Rows of a walk along the chain: half a second of work. */
const longestWalk = 20_000
const people = endpoint({
  method: 'GET',
  path: `${base}/users`,
  access: rules.banca,
  query: choiceQuery,
  response: all(z.object({ id: z.number().int(), username: z.string(), name: z.string(), status })),
  summary: 'Usuarios que pueden aparecer en la bitácora: los que se buscan por usuario o nombre',
})

const row = z.object({
  id: z.string(),
  at: field(instant, 'Cuándo'),
  username: field(z.string().nullable(), 'Usuario', { nothing: 'El sistema' }),
  role: field(role.nullable(), 'Rol'),
  entity: audited,
  action,
  entity_id: field(z.string().nullable(), 'Registro'),
  reason: field(z.string().nullable(), 'Motivo'),
  significant: field(z.boolean(), 'Importante'),
  ip: field(z.string().nullable(), 'Desde'),
  request_id: field(z.string().nullable(), 'Solicitud', { width: 36 }),
  before: field(z.unknown(), 'Antes', { words: jsonText, width: 60 }),
  after: field(z.unknown(), 'Después', { words: jsonText, width: 60 }),
  /** In the chain: what it says can no longer be changed unseen. */
  sealed: field(z.boolean(), 'Sellado'),
  /** Where an affiliate is asked for: how many rows of it a change over many touched. */
  touched: field(z.number().int().nullable(), 'Filas suyas'),
})
export type AuditRow = z.infer<typeof row>

function jsonText(value: unknown): string {
  return value === null || value === undefined ? '' : JSON.stringify(value)
}

const changedRow = z.object({
  id: z.string(),
  partner_id: z.number().int(),
  /** Nobody has this id any more: an unused one can be removed. */
  partner_name: field(z.string().nullable(), 'Afiliado', { nothing: 'Eliminado', width: 30 }),
  product_name: field(z.string().nullable(), 'Producto', { nothing: 'Todos' }),
  bet_type_name: field(z.string().nullable(), 'Jugada', { nothing: 'Todas' }),
  currency: field(currency.nullable(), 'Moneda', { nothing: 'Todas' }),
  before: field(z.string().nullable(), 'Antes', { nothing: 'Heredaba', width: 30 }),
  after: field(z.string().nullable(), 'Después', { nothing: 'Hereda', width: 30 }),
})
export type ChangedRow = z.infer<typeof changedRow>
const { list: changed, export: changedExport } = listEndpoint(base, {
  path: `${base}/changed`,
  title: 'Filas de un cambio masivo',
  access: rules.banca,
  row: changedRow,
  of: { change_id: id },
  filters: { partner_id: ofPartner },
  sort: ['id'],
  search: 'nombre, código o documento',
  summary: 'Cada fila que un cambio masivo tocó, como era y como quedó',
})

export const auditLog = entity('auditLog', {
  ...listEndpoint(base, {
    title: 'Bitácora',
    access: rules.banca,
    row,
    search: 'usuario, registro, motivo o dirección',
    filters: {
      user_id: field(id, 'Usuario', {
        names: 'user',
        choices: choices(people, {
          searched: true,
          options: ({ data }) => pastOptions(data.map((one) => ({ ...one, name: `${one.username} · ${one.name}` }))),
        }),
      }),
      /** Of an affiliate: itself, its rates, its quotas, its bets, and changes over many that touched them. */
      partner_id: ofPartner,
      role: field(role, 'Rol', { ...looksOf(role), rare: true }),
      entity: audited,
      action: field(action, 'Operación'),
      significant: field(z.enum(['si']), 'Importantes', { labels: { si: 'Solo importantes' } }),
    },
    sort: ['at', 'username', 'role', 'entity', 'action'],
    first: '-at',
    period: { title: 'Día', preset: 'hoy' },
    reports: true,
  }),
  people,
  changed,
  changedExport,
  verify: endpoint({
    method: 'GET',
    path: `${base}/verify`,
    access: rules.banca,
    query: z.object({
      /** How far an earlier walk came: this one goes on from there. */
      after: z.coerce.number().int().min(0).default(0).meta({ description: 'La última fila ya recorrida' }),
      /** A long log is walked in parts; none tells how long it is. */
      most: z.coerce
        .number()
        .int()
        .min(0)
        .max(longestWalk)
        .default(longestWalk)
        .meta({ description: 'Cuántas filas se recorren' }),
    }),
    response: z.object({
      /** Rows in the chain. */
      sealed: z.number().int(),
      /** Rows of the chain that agree with their seal, from the first one to where this walk ended. */
      verified: z.number().int(),
      /** When the last row was written that no row without a seal stands before. */
      sealed_until: instant.nullable(),
      /** Rows that wait for their seal, which comes within seconds; more than a hundred thousand are not counted. */
      waiting: z.number().int(),
      /** The first row that does not agree with its seal. */
      broken_at: z.string().nullable(),
      server_time: instant,
    }),
    summary: 'Recorre una parte de la cadena de sellos de la bitácora y dice si alguna fila cambió',
  }),
})
