/**
 * Alarms: what the banca's figures show that somebody should look at now, found every minute and told as
 * notifications. From where on something is one, the banca says.
 */
import { z } from 'zod'
import { rules } from './access/rules.ts'
import { endpoint, entity, id } from './endpoint.ts'
import { field } from './field.ts'
import { noticeLevels } from './notifications.ts'
import { currency, type Currency } from './values/currency.ts'
import { instant } from './values/dates.ts'
import { amount } from './values/money.ts'

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

const whole = (least: number, most: number) => {
  const text = `Escriba un número de ${least} a ${most}`
  return z.number({ error: text }).int(text).min(least, text).max(most, text)
}
const watched = (kind: AlarmKind) =>
  field(z.boolean(), `Avisar: ${alarmKindLabels[kind].toLowerCase()}`, { wide: true })

/** From where on something is an alarm. Percentages and counts are whole; amounts are of one currency each. */
export const alarmThresholds = z.object({
  quota_on: watched('cupo'),
  quota_percent: field(whole(50, 100), 'Cupo vendido (%)', {
    hint: 'Un número de un sorteo abierto que vendió esta parte de su cupo.',
    wide: true,
  }),
  stake_on: watched('jugada'),
  stake_minutes: field(whole(1, 60), 'Minutos antes del cierre'),
  stake_times: field(whole(2, 100), 'Veces lo usual', {
    hint: 'Lo vendido de un número en esos minutos, contra lo que suele vender en todo el sorteo.',
  }),
  stake_from_bs: field(amount, 'Jugado, desde (Bs)'),
  stake_from_usd: field(amount, 'Jugado, desde (USD)'),
  stake_from_cop: field(amount, 'Jugado, desde (COP)', { wide: true }),
  late_on: watched('resultado'),
  late_minutes: field(whole(5, 720), 'Minutos sin resultado', {
    hint: 'Desde la hora del sorteo, si se vendió algo en él.',
    wide: true,
  }),
  payout_on: watched('pago'),
  payout_points: field(whole(10, 1000), 'Diferencia (puntos)', {
    hint: 'Entre el premio/venta % del día y el de los 8 mismos días de la semana anteriores.',
  }),
  payout_from_bs: field(amount, 'Venta del día, desde (Bs)'),
  payout_from_usd: field(amount, 'Venta del día, desde (USD)'),
  payout_from_cop: field(amount, 'Venta del día, desde (COP)'),
  agency_on: watched('agencia'),
  agency_minutes: field(whole(60, 720), 'Minutos sin vender'),
  agency_tickets: field(whole(5, 1000), 'Tickets usuales', {
    hint: 'Los que suele vender en esas horas de ese día de la semana: con menos, no vender es normal.',
  }),
})
export type AlarmThresholds = z.output<typeof alarmThresholds>

/** The amount of a currency from which an alarm looks at what was staked or sold in it. */
export function thresholdAmount(of: AlarmThresholds, what: 'stake' | 'payout', currency: Currency): string {
  return of[`${what}_from_${currency.toLowerCase() as Lowercase<Currency>}`]
}

const switches = {
  cupo: 'quota_on',
  jugada: 'stake_on',
  resultado: 'late_on',
  pago: 'payout_on',
  agencia: 'agency_on',
} as const

/** Does the banca want to be told of these? */
export function isWatched(of: AlarmThresholds, kind: AlarmKind): boolean {
  return of[switches[kind]]
}

const saved = alarmThresholds.extend({ version: z.number().int(), updated_at: instant })

const alarm = z.object({
  kind: z.enum(alarmKinds),
  level: z.enum(noticeLevels),
  /** What it is about, the same for as long as it stands. */
  key: z.string(),
  title: z.string(),
  text: z.string(),
  /** Where the console shows it. */
  link: z.string(),
})
export type StandingAlarm = z.infer<typeof alarm>

/** How many of a kind are answered, the weightiest first. */
export const alarmsShown = 50
/** Of more than these about one draw, hour or day, one notification speaks of all. */
export const alarmsToldApart = 3

const config = '/api/v2/admin/alarms/config'

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
      thresholds: alarmThresholds,
    }),
    summary: 'Los avisos que hay ahora, con los umbrales de la banca',
  }),
  config: endpoint({
    method: 'GET',
    path: config,
    access: rules.banca,
    response: saved,
    summary: 'Los umbrales de los avisos',
  }),
  saveConfig: endpoint({
    method: 'PUT',
    path: config,
    access: rules.banca,
    body: alarmThresholds.extend({ version: z.number().int() }),
    response: saved,
    summary: 'Cambia los umbrales de los avisos',
  }),
})
