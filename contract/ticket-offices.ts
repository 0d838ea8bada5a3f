/** Ticket offices: where tickets are sold. Each hangs from an agency; its terminal says that it lives, and does what it is asked. */
import { z } from 'zod'
import { rules } from './access/rules.ts'
import { byId, endpoint, entity, id, pageQuery } from './endpoint.ts'
import { choices, field } from './field.ts'
import { listEndpoint, optional } from './lists.ts'
import { recordEndpoints } from './records.ts'
import { partnerFacts, partnerFields, soldCurrency } from './partner-fields.ts'
import { previewMark } from './partner-moves.ts'
import { partners, status } from './partners.ts'
import { expectedRows } from './quotas.ts'
import { officeOfCaller } from './tickets.ts'
import { instant } from './values/dates.ts'
import { sums, sumsText } from './values/sums.ts'

const fathers = choices(partners.fathers, {
  searched: true,
  query: ({ id: own }) => ({ type: 'taquilla' as const, ...(own !== undefined && { exclude_id: own }) }),
  options: ({ data }) => data.map((one) => ({ value: one.id, label: `${one.name} (${one.code})` })),
})

const form = z.object({
  name: partnerFields.name,
  code: partnerFields.code,
  father_id: field(z.number({ error: 'Elija la agencia' }).int().positive(), 'Agencia', {
    names: 'partner',
    choices: fathers,
    placeholder: 'Elija la agencia',
    hint: 'La agencia de la que depende; de ella hereda lugar y configuración. Una que ya vendió no cambia de agencia.',
  }),
  currencies: partnerFields.currencies,
  phone: partnerFields.phone,
  binds_device: field(z.boolean().default(false), 'Atada a un equipo', {
    control: 'switch',
    hint: 'El primer equipo que entre queda atado: ningún otro vende por ella hasta que se libere.',
  }),
  status: partnerFields.status,
})

/** In line: seen, or sold, within this many seconds. A terminal comes again twice as often. */
export const onlineSeconds = 180
export const heartbeatSeconds = 60

const lives = ['en_linea', 'fuera', 'nunca'] as const
const live = field(z.enum(lives), 'Conexión', {
  labels: { en_linea: 'En línea', fuera: 'Fuera de línea', nunca: 'Nunca entró' },
  tones: { en_linea: 'good', fuera: 'neutral', nunca: 'waiting' },
})
const commands = ['software', 'hardware'] as const
const command = field(z.enum(commands), 'Pendiente', {
  labels: { software: 'Actualizar software', hardware: 'Actualizar hardware' },
  tones: { software: 'waiting', hardware: 'waiting' },
})

const officeActions = ['activate', 'deactivate', 'disconnect', 'release', 'software', 'hardware', 'remove'] as const
export type OfficeAction = (typeof officeActions)[number]

const row = z.object({
  ...partnerFacts,
  name: field(z.string(), 'Taquilla'),
  father_id: z.number().int(),
  father_name: field(z.string(), 'Agencia'),
  live,
  last_seen_at: field(instant.nullable(), 'Última señal', { nothing: 'Nunca' }),
  last_sale_at: field(instant.nullable(), 'Última venta', { nothing: 'Nunca' }),
  sold_today: field(sums, 'Venta de hoy', { words: sumsText, width: 28 }),
  binds_device: field(z.boolean(), 'Atada a un equipo'),
  /** As its terminal calls it. */
  device_id: field(z.string().nullable(), 'Equipo', { nothing: 'Ninguno' }),
  device_bound_at: field(instant.nullable(), 'Equipo desde', { nothing: 'Ninguno' }),
  software_version: field(z.string().nullable(), 'Software', { nothing: 'Sin dato' }),
  pending_command: command.nullable(),
  users: field(z.number().int(), 'Usuarios'),
  sessions: field(z.number().int(), 'Sesiones'),
  actions: z.array(z.enum(['update', ...officeActions])),
})
export type TicketOfficeRow = z.infer<typeof row>

const base = '/api/v2/admin/ticket-offices'
const acts = '/api/v1/admin/ticket-offices'
const { registryRead, registryWrite, anyCounter } = rules

const order = (name: string, summary: string) =>
  endpoint({
    method: 'PUT',
    path: `${acts}/${name}/:id`,
    access: registryWrite,
    params: byId,
    response: row,
    summary,
  })
const asked = (name: string, summary: string) =>
  endpoint({
    method: 'PUT',
    path: `${acts}/${name}/:id`,
    access: registryWrite,
    params: byId,
    body: z.object({ cancel: z.boolean().default(false).meta({ description: 'Retira lo pedido' }) }).nullish(),
    response: row,
    summary,
  })

const outcome = z.object({
  id: z.number().int(),
  name: z.string(),
  done: z.boolean(),
  /** What became of it: `eliminada`, `desactivada`, or why nothing did. */
  text: z.string(),
  code: z.string().nullable(),
})
export type OfficeOutcome = z.infer<typeof outcome>
export const mostAtOnce = 200
/** Of all that a filter finds: one transaction, which keeps what it changes from others until it ends. */
export const mostMatching = 500

const filters = {
  status,
  live,
  partner_id: field(id, 'Afiliado', { control: 'partner', placeholder: 'Todos los afiliados' }),
  pending_command: command,
  currency: soldCurrency,
}

export const ticketOffices = entity('ticketOffices', {
  ...listEndpoint(base, {
    title: 'Taquillas',
    path: base,
    access: registryRead,
    row,
    search: 'nombre, código o documento',
    // As often as a terminal comes.
    moves_seconds: heartbeatSeconds,
    filters,
    sort: ['name', 'code', 'father_name', 'status', 'last_seen_at', 'created_at'],
  }),
  ...recordEndpoints(base, {
    read: registryRead,
    write: registryWrite,
    row,
    form,
    saved: { shown: previewMark.optional() },
    one: 'una taquilla',
    paths: { create: `${acts}/create`, update: `${acts}/update/:id`, remove: `${acts}/delete/:id` },
    remove: {
      done: 'eliminada',
      kept: 'desactivada',
      summary: 'Elimina una taquilla que nunca vendió ni tiene usuarios; desactiva cualquier otra',
    },
  }),
  status: endpoint({
    method: 'PUT',
    path: `${acts}/status/:id`,
    access: registryWrite,
    params: byId,
    body: z.object({ status }),
    response: row,
    summary: 'Activa o desactiva una taquilla',
  }),
  disconnect: order('disconnect', 'Termina las sesiones de los usuarios de una taquilla'),
  release: order('release', 'Libera el equipo al que está atada una taquilla'),
  software: asked('software', 'Pide a la terminal que actualice su software'),
  hardware: asked('hardware', 'Pide a la terminal una actualización de hardware'),
  bulk: endpoint({
    method: 'POST',
    path: `${base}/bulk`,
    access: registryWrite,
    body: z.object({
      action: z.enum(officeActions),
      ids: z.array(id).min(1, 'Elija al menos una').max(mostAtOnce, `Hasta ${mostAtOnce} a la vez`),
    }),
    response: z.object({ data: z.array(outcome) }),
    summary: 'Lo mismo para muchas taquillas; cada una responde por sí',
  }),
  matching: endpoint({
    method: 'POST',
    path: `${base}/bulk/matching`,
    access: registryWrite,
    query: expectedRows,
    body: z.object({
      action: z.enum(officeActions),
      filter: z.object({ ...optional(filters), q: pageQuery.shape.q }),
    }),
    response: z.object({ data: z.array(outcome) }),
    summary: 'Lo mismo para todas las taquillas que cumplen el filtro; cada una responde por sí',
  }),
  terminal: endpoint({
    method: 'POST',
    path: '/api/v2/ticket-office/terminal',
    access: anyCounter,
    heard: true,
    body: z.object({
      device_id: z.string().trim().min(8, 'Al menos 8 letras o números').max(80),
      software_version: z.string().trim().max(40).optional(),
      done: z.enum(commands).optional().meta({ description: 'Lo pedido que la terminal ya hizo' }),
      office_id: officeOfCaller,
    }),
    response: z.object({
      office_id: z.number().int(),
      office_name: z.string(),
      /** This device may sell: the office is tied to none, or to it. */
      may_sell: z.boolean(),
      bound: z.boolean(),
      pending_command: z.enum(commands).nullable(),
      /** What its agency may still sell, of a prepaid one; null of any other. */
      available: sums.nullable(),
      /** When to come again. */
      seconds: z.number().int(),
    }),
    summary: 'Una terminal dice que está: queda atada si la taquilla lo pide, y oye qué se espera de ella',
  }),
})
