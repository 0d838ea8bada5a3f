/**
 * Alarms: what the banca's figures show that somebody should look at now, found every minute and told as
 * notifications. From where on something is one, the banca says (`alarm-config.ts`).
 */
import { z } from 'zod'
import { rules } from './access/rules.ts'
import { endpoint, entity, id } from './endpoint.ts'
import { notificationLevels } from './notifications.ts'
import { currency } from './values/currency.ts'
import { instant } from './values/dates.ts'

/** What each is about; those of the notifications, files apart. */
export const alarmKinds = ['cupo', 'jugada', 'resultado', 'pago', 'agencia'] as const
export type AlarmKind = (typeof alarmKinds)[number]
export const alarmKindLabels: Record<AlarmKind, string> = {
  cupo: 'Cupos casi llenos',
  jugada: 'Jugadas inusuales',
  resultado: 'Resultados tardíos',
  pago: 'Premios fuera de lo usual',
  agencia: 'Agencias que dejaron de vender',
}

const alarm = z.object({
  kind: z.enum(alarmKinds),
  level: z.enum(notificationLevels),
  /** What it is about, the same for as long as it stands. */
  key: z.string(),
  title: z.string(),
  text: z.string(),
  /** Where the console shows it. */
  link: z.string(),
  /** When whoever asks was told of it; null where it was not yet, or is not told by notification. */
  since: instant.nullable(),
})
export type ActiveAlarm = z.infer<typeof alarm>

/** How many of a kind are answered, the weightiest first. */
export const alarmsShown = 50
/** Of more than these about one draw, hour or day, one notification speaks of all. */
export const mostSeparateAlarms = 3

export const alarms = entity('alarms', {
  standing: endpoint({
    method: 'GET',
    path: '/api/v2/admin/kpis/alarms',
    access: rules.business,
    reports: true,
    query: z.object({
      currency: currency.optional(),
      partner_id: id.optional(),
      product_id: id.optional(),
      bet_type_id: id.optional(),
    }),
    response: z.object({
      data: z.array(alarm),
      /** Of each kind, how many there are: more may stand than are answered. */
      counts: z.array(z.object({ kind: z.enum(alarmKinds), count: z.number().int() })),
      /** From where on each kind that is watched is told, in words. */
      watched: z.array(z.string()),
    }),
    summary: 'Los avisos que hay ahora, con lo que la banca vigila',
  }),
})
