/** What a person is told when nobody looks: a file that is ready, a quota that is full, a result that is late. */
import { z } from 'zod'
import { rules } from './access/rules.ts'
import { endpoint, entity, pageLimits, pageQuery, paged } from './endpoint.ts'
import { instant } from './values/dates.ts'

/** What each is about. */
const notificationKinds = [
  'archivo',
  'cupo',
  'jugada',
  'resultado',
  'pago',
  'agencia',
  'red',
  'usuario',
  'cierre',
  'saldo',
  'caja',
] as const
export type NotificationKind = (typeof notificationKinds)[number]

/** How much it presses: something is ready, something wants a look, something wants it now. */
export const notificationLevels = ['informa', 'advierte', 'urge'] as const
export type NotificationLevel = (typeof notificationLevels)[number]
export const notificationLevelLabels: Record<NotificationLevel, string> = {
  informa: 'Aviso',
  advierte: 'Advertencia',
  urge: 'Urgente',
}

const row = z.object({
  id: z.number().int(),
  kind: z.enum(notificationKinds),
  level: z.enum(notificationLevels),
  title: z.string(),
  text: z.string(),
  /** Where the console shows what it is about. */
  link: z.string().nullable(),
  /** The file that it announces, while it is kept. */
  file_id: z.number().int().nullable(),
  at: instant,
  read_at: instant.nullable(),
})
export type Notification = z.infer<typeof row>

const unread = z.number().int().min(0)
const { page, per_page } = pageQuery.shape
/** The console asks again this often, in milliseconds. */
export const notificationsEveryMs = 60_000
/** Days that one is kept. */
export const notificationsKeptDays = 90

const base = '/api/v2/notifications'
const access = rules.signedIn

export const notifications = entity('notifications', {
  list: endpoint({
    method: 'POST',
    path: `${base}/get_notifications`,
    access,
    read_only: true,
    body: z.object({
      page,
      per_page,
      without_reading: z.boolean().default(false).meta({ description: 'Solo las que no se han leído' }),
    }),
    response: paged(row).extend({ unread }),
    summary: 'Notificaciones propias, las últimas primero',
  }),
  seen: endpoint({
    method: 'GET',
    path: `${base}/read`,
    access,
    query: z.object({ page, per_page }),
    response: paged(row),
    summary: 'Las que ya se leyeron',
  }),
  read: endpoint({
    method: 'POST',
    path: `${base}/read`,
    access,
    body: z.object({
      notification_ids: z
        .array(z.number().int().positive().max(Number.MAX_SAFE_INTEGER))
        .max(pageLimits.largest)
        .default([]),
      read_all: z.boolean().default(false),
    }),
    response: z.object({ read: z.number().int(), unread }),
    summary: 'Da por leídas algunas, o todas',
  }),
  count: endpoint({
    method: 'GET',
    path: `${base}/count`,
    access,
    response: z.object({ unread }),
    summary: 'Cuántas quedan sin leer',
  }),
})
