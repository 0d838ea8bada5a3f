/** From where on a figure of the banca is an alarm: its thresholds, with their limits. */
import { z } from 'zod'
import { rules } from './access/rules.ts'
import { alarmKindLabels, type AlarmKind } from './alarms.ts'
import { endpoint, entity } from './endpoint.ts'
import { field } from './field.ts'
import type { Currency } from './values/currency.ts'
import { instant } from './values/dates.ts'
import { amount } from './values/money.ts'

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

const path = '/api/v2/admin/alarms/config'

export const alarmConfig = entity('alarmConfig', {
  config: endpoint({
    method: 'GET',
    path,
    access: rules.banca,
    response: saved,
    summary: 'Los umbrales de los avisos',
  }),
  saveConfig: endpoint({
    method: 'PUT',
    path,
    access: rules.banca,
    body: alarmThresholds.extend({ version: z.number().int() }),
    response: saved,
    summary: 'Cambia los umbrales de los avisos',
  }),
})
