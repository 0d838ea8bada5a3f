/** Views of a screen that people keep: its filters, period, order and columns as its address says them, by a name. */
import { z } from 'zod'
import { roleLabels, roles, rules } from './access/rules.ts'
import { all, byId, endpoint, entity, id } from './endpoint.ts'
import { field } from './field.ts'
import { fileQuestion } from './files.ts'
import { exportFormat } from './lists.ts'
import { text } from './values/contact.ts'
import { instant } from './values/dates.ts'

/** The key of a screen of `access/screens.ts`. */
const screen = z
  .string()
  .regex(/^[a-z-]{2,40}$/, 'Pantalla no válida')
  .meta({ description: 'La pantalla, por su clave' })

/** What of an address a view keeps: what follows `?`, a relative period as it is. */
const query = z
  .string()
  .max(2_000, 'La vista tiene demasiados filtros')
  .regex(/^[\w.~%+=&,:@*()!'-]*$/, 'Dirección no válida')

const form = z.object({
  name: field(text(2, 60, 'Escriba el nombre'), 'Nombre'),
  query,
  /** What its screen answers as a file with these filters; null where it answers none, and as before where it is not said. */
  file: fileQuestion.nullish(),
  shared_with: field(z.array(z.enum(roles)).max(roles.length).default([]), 'Compartir con', {
    labels: roleLabels,
    placeholder: 'Solo yo',
    hint: 'Quienes tienen este rol en su afiliado y en los que dependen de él la encuentran entre sus vistas.',
  }),
})
export const savedViewForm = form

const row = z.object({
  id: z.number().int(),
  name: form.shape.name,
  query,
  shared_with: z.array(z.enum(roles)),
  /** Made by the caller, who alone may change it. */
  own: z.boolean(),
  by: z.string(),
  /** Opens by itself where the caller comes to the screen without filters. */
  usual: z.boolean(),
  /** It can be sent each morning, and is to the caller. */
  sendable: z.boolean(),
  followed: z.boolean(),
  updated_at: instant,
})
export type SavedView = z.infer<typeof row>

const base = '/api/v2/admin/views'
const access = rules.signedIn

/** So many of one person and screen; and so many that one person finds as files in the morning. */
export const mostViews = 50
export const mostFollowed = 20
/** In the banca's zone: the day before is complete, and the first people come. */
export const morningHour = 6

export const savedViews = entity('savedViews', {
  list: endpoint({
    method: 'GET',
    path: `${base}/`,
    access,
    query: z.object({ screen }),
    response: all(row),
    summary: 'Las vistas guardadas de una pantalla: las propias y las compartidas con quien consulta',
  }),
  create: endpoint({
    method: 'POST',
    path: `${base}/`,
    access,
    status: 201,
    body: form.extend({ screen }),
    response: row,
    summary: 'Guarda una vista',
  }),
  update: endpoint({
    method: 'PUT',
    path: `${base}/:id`,
    access,
    params: byId,
    body: form,
    response: row,
    summary: 'Cambia una vista propia',
  }),
  remove: endpoint({
    method: 'DELETE',
    path: `${base}/:id`,
    access,
    params: byId,
    response: z.object({ id: z.number().int() }),
    summary: 'Elimina una vista propia',
  }),
  follow: endpoint({
    method: 'PUT',
    path: `${base}/:id/follow`,
    access,
    params: byId,
    body: z.object({ follow: z.boolean(), ...exportFormat.shape }),
    response: row,
    summary: 'Recibirla cada mañana como archivo entre las notificaciones, o dejar de recibirla',
  }),
  choose: endpoint({
    method: 'PUT',
    path: `${base}/usual`,
    access,
    body: z.object({ screen, view_id: id.nullable() }),
    response: z.object({ view_id: z.number().int().nullable() }),
    summary: 'La vista con la que abre una pantalla, o ninguna',
  }),
})
