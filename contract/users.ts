/** Users: the people of each partner, what they may, their sessions and what they did. */
import { z } from 'zod'
import { rolePartner, roleLabels, roles, rules, outranks, type Role } from './access/rules.ts'
import { all, byId, endpoint, entity, id } from './endpoint.ts'
import { choices, field, ownChoices } from './field.ts'
import { listEndpoint, shownFields } from './lists.ts'
import { recordEndpoints } from './records.ts'
import { partners, status } from './partners.ts'
import { email, nameText } from './values/contact.ts'
import { currency } from './values/currency.ts'
import { instant } from './values/dates.ts'
import { money } from './values/money.ts'

/** Plain letters alone: two names that look alike are the same name. */
const username = field(
  z
    .string({ error: 'Escriba el usuario' })
    .trim()
    .toLowerCase()
    .regex(/^[a-z0-9][a-z0-9._-]{2,59}$/, 'De 3 a 60 letras sin acento, números, puntos o guiones'),
  'Usuario',
  { longest: 60, hint: 'Con el que entra. Letras sin acento, números, puntos o guiones.' },
)
const role = field(z.enum(roles, { error: 'Elija el rol' }), 'Rol', { labels: roleLabels })
/** Roles that the person may give: their own and those below it. */
const given = field(role, 'Rol', {
  placeholder: 'Elija el rol',
  choices: ownChoices(({ session }) =>
    roles
      .filter((one) => outranks(session, { role: one, manage_childs: false, awarding_results: false }))
      .map((one) => ({ value: one, label: roleLabels[one] })),
  ),
})
const seats = choices(partners.options, {
  within: 'role',
  searched: true,
  query: ({ values }) => {
    const type = rolePartner[values['role'] as Role]
    // Nobody is seated anew where nothing is done any more.
    return type ? { type, status: 'activo' as const } : null
  },
  options: ({ data }) => data.map((one) => ({ value: one.id, label: `${one.name} (${one.code})` })),
})

const form = z.object({
  username,
  name: field(nameText(3, 80, 'Escriba el nombre'), 'Nombre'),
  role: given,
  partner_id: field(z.number({ error: 'Elija el afiliado' }).int().positive(), 'Afiliado', {
    names: 'partner',
    choices: seats,
    placeholder: 'Elija el afiliado',
    hint: 'Ve y hace lo que su rol permite en él y en lo que depende de él.',
  }),
  manage_childs: field(z.boolean().default(false), 'Gestiona dependientes', {
    control: 'switch',
    when: { field: 'role', is: [...rules.registryRead.roles] },
    hint: 'Entra al registro: afiliados, usuarios, comisiones y cupos.',
  }),
  awarding_results: field(z.boolean().default(false), 'Premia sorteos', {
    control: 'switch',
    when: { field: 'role', is: [...rules.awarding.roles] },
    hint: 'Registra y corrige resultados.',
  }),
  email: field(email.or(z.literal('')).default(''), 'Correo', { control: 'email' }),
  status: field(status.default('activo'), 'Estado', { control: 'radio' }),
})

const row = z.object({
  id: z.number().int(),
  ...shownFields(form),
  partner_id: z.number().int(),
  partner_name: field(z.string(), 'Afiliado'),
  last_sign_in_at: field(instant.nullable(), 'Último ingreso', { nothing: 'Nunca' }),
  sessions: field(z.number().int(), 'Sesiones'),
  password_must_change: field(z.boolean(), 'Contraseña prestada'),
  created_at: field(instant, 'Creado'),
  version: z.number().int(),
  /** What the caller may do with this user. */
  actions: z.array(z.enum(['update', 'activate', 'deactivate', 'remove', 'password', 'sessions'])),
})
export type UserRow = z.infer<typeof row>

const span = z.object({
  days: z.number().int(),
  /** What was sold in each currency, where they sell. */
  sold: z.array(z.object({ currency, tickets: z.number().int(), amount: money })),
  /** Whatever else they did that the audit log keeps. */
  operations: z.number().int(),
})
const metrics = z.object({
  last_sign_in_at: instant.nullable(),
  /** Refused sign-ins with their name in the last 30 days, and the last of them. */
  refused: z.number().int(),
  last_refused_at: instant.nullable(),
  spans: z.array(span),
})

const openSession = z.object({
  id: z.uuid(),
  /** The browser and the system, in words. */
  device: z.string(),
  ip: z.string(),
  since: instant,
  last_seen_at: instant,
})

/** A password that works once, to be handed over by word of mouth. It is told in this answer and never again. */
const oneTime = z.object({ one_time_password: z.string() })

const base = '/api/v2/admin/users'
const acts = '/api/v1/admin/users'
const access = rules.registryRead
const { create, ...records } = recordEndpoints(base, {
  read: access,
  write: access,
  row,
  form,
  one: 'un usuario',
  paths: { create: `${acts}/create`, update: `${acts}/update/:id`, remove: `${acts}/delete/:id` },
  remove: {
    done: 'eliminado',
    kept: 'desactivado',
    summary: 'Elimina un usuario que nunca entró; desactiva uno que ya entró',
  },
})

export const users = entity('users', {
  ...listEndpoint(base, {
    title: 'Usuarios',
    access,
    row,
    search: 'usuario, nombre o correo',
    filters: {
      role,
      status,
      partner_id: field(id, 'Afiliado', { control: 'partner', placeholder: 'Todos los afiliados' }),
    },
    sort: ['username', 'name', 'role', 'partner_name', 'status', 'last_sign_in_at', 'created_at'],
  }),
  ...records,
  create: endpoint({
    ...create,
    response: row.extend(oneTime.shape),
    summary: 'Crea un usuario, con una contraseña de un solo uso',
  }),
  status: endpoint({
    method: 'PUT',
    path: `${acts}/status/:id`,
    access,
    params: byId,
    body: z.object({ status }),
    response: row,
    summary: 'Activa o desactiva un usuario; desactivado, sus sesiones terminan',
  }),
  password: endpoint({
    method: 'PUT',
    path: `${acts}/change-password-admin/:id`,
    access,
    params: byId,
    response: oneTime,
    summary: 'Da una contraseña de un solo uso, que debe cambiar al entrar; sus sesiones terminan',
  }),
  metrics: endpoint({
    method: 'GET',
    path: `${base}/:id/metrics`,
    access,
    params: byId,
    response: metrics,
    summary: 'Ingresos, intentos fallidos, ventas y operaciones de un usuario',
  }),
  sessions: endpoint({
    method: 'GET',
    path: `${base}/:id/sessions`,
    access,
    params: byId,
    response: all(openSession),
    summary: 'Sesiones abiertas de un usuario',
  }),
  endSessions: endpoint({
    method: 'DELETE',
    path: `${base}/:id/sessions`,
    access,
    params: byId,
    query: z.object({ session_id: z.uuid().optional().meta({ description: 'Solo esta; sin ella, todas' }) }),
    response: z.object({ ended: z.number().int() }),
    summary: 'Termina las sesiones de un usuario',
  }),
})
