/** The banca's own settings: who it is, where its days begin, in what it sells, and what it lets people see. */
import { z } from 'zod'
import { rules } from './access/rules.ts'
import { sections } from './access/screens.ts'
import { endpoint, entity } from './endpoint.ts'
import { field, ownChoices } from './field.ts'
import { picture } from './images.ts'
import { partnerFields } from './partner-fields.ts'
import { currencies, currency, currencyFacts } from './values/currency.ts'
import { isZone } from './values/dates.ts'
import { amount } from './values/money.ts'
import { zoneName, zones } from './values/zones.ts'

/** Screens that a banca may close: its reports. */
const reportScreens = sections.find(({ key }) => key === 'reports')!.screens
const closable = reportScreens.map(({ key }) => key)
const reportName = new Map(
  reportScreens.map(({ key, label, page }) => [key, page ? `${page.label}: ${label}` : label] as const),
)

const whole = (least: number, most: number) => {
  const text = `Escriba un número de ${least} a ${most}`
  return z.number({ error: text }).int(text).min(least, text).max(most, text)
}

const hourName = (hour: number) => `Los lunes a las ${String(hour).padStart(2, '0')}:00`

export const countryLabels: Record<'VE' | 'PA', string> = { VE: 'Venezuela', PA: 'Panamá' }

const sells = field(currency, 'Moneda', {
  choices: ownChoices(() => currencies.map((one) => ({ value: one, label: `${currencyFacts[one].name} (${one})` }))),
})

export const bankingForm = z.object({
  name: partnerFields.name,
  document: partnerFields.document,
  logo_url: field(picture, 'Logo', {
    hint: 'PNG, JPEG o WebP de hasta 1 MB. Sale en los recibos y en lo que se imprime.',
    wide: true,
  }),
  country_iso2: field(z.enum(['VE', 'PA'], { error: 'Elija el país' }), 'País', {
    labels: countryLabels,
    hint: 'Con la primera venta queda fijo.',
  }),
  zone: field(z.string({ error: 'Elija la zona' }).refine(isZone, 'No es una zona horaria'), 'Zona horaria', {
    choices: ownChoices(() => zones().map((one) => ({ value: one, label: `${zoneName(one)} (${one})` }))),
    hint: 'Donde empiezan y terminan los días. Con la primera venta queda fija.',
  }),
  currencies: field(z.array(sells).min(1, 'Elija al menos una moneda'), 'Monedas'),
  annul_minutes: field(whole(0, 1440), 'Minutos para anular', {
    hint: 'Desde la venta; cada afiliado puede tener los suyos.',
  }),
  prize_days: field(whole(1, 365), 'Días para cobrar un premio', {
    hint: 'Después vencen; cada afiliado puede tener los suyos.',
  }),
  pays_other_agencies: field(z.boolean().default(false), 'Premios de otras agencias', {
    control: 'switch',
    hint: 'Sus taquillas pagan tickets de otra agencia; cada afiliado puede tener lo suyo.',
  }),
  refunds_lapse: field(z.boolean().default(true), 'Devoluciones con plazo', {
    control: 'switch',
    hint: 'Lo que nadie reclama de un sorteo suspendido vence a los mismos días que un premio.',
  }),
  week_close_hour: field(whole(0, 23).nullable().default(null), 'Cierre de semanas', {
    choices: ownChoices(() => Array.from({ length: 24 }, (_, hour) => ({ value: hour, label: hourName(hour) }))),
    placeholder: 'A mano',
    hint: 'Los lunes a esa hora se cierra la semana que terminó. Vacío: a mano, desde Balance de cuentas.',
  }),
  week_due_days: field(whole(1, 60).default(7), 'Días para pagar una semana', {
    hint: 'Desde su domingo. Después, lo que se deba de ella está vencido y se avisa.',
  }),
  pay_approval_bs: field(amount.nullable().default(null), 'Aprobar premios desde (Bs)', {
    hint: 'Vacío: ninguno espera aprobación.',
  }),
  pay_approval_usd: field(amount.nullable().default(null), 'Aprobar premios desde (USD)'),
  pay_approval_cop: field(amount.nullable().default(null), 'Aprobar premios desde (COP)'),
  client_ticket_bs: field(amount.nullable().default(null), 'Cliente en el ticket desde (Bs)', {
    hint: 'Desde ese total no se vende sin el documento del cliente. Vacío: nunca.',
  }),
  client_ticket_usd: field(amount.nullable().default(null), 'Cliente en el ticket desde (USD)'),
  client_ticket_cop: field(amount.nullable().default(null), 'Cliente en el ticket desde (COP)'),
  client_prize_bs: field(amount.nullable().default(null), 'Cliente en el premio desde (Bs)', {
    hint: 'Desde ese premio no se paga sin el documento de quien cobra. Vacío: nunca.',
  }),
  client_prize_usd: field(amount.nullable().default(null), 'Cliente en el premio desde (USD)'),
  client_prize_cop: field(amount.nullable().default(null), 'Cliente en el premio desde (COP)'),
  disabled_screens: field(
    z
      .array(field(z.enum(closable as [string, ...string[]]), 'Reporte', { labels: Object.fromEntries(reportName) }))
      .default([]),
    'Reportes cerrados',
    { hint: 'Nadie los abre: quedan grises en el menú.', placeholder: 'Ninguno', wide: true },
  ),
  cross_db: field(z.boolean().default(false), 'Otras bancas', {
    control: 'switch',
    hint: 'Deja que un usuario registre su acceso a otra banca de este servidor.',
  }),
})
export type BankingForm = z.output<typeof bankingForm>

const saved = bankingForm.extend({
  version: z.number().int(),
  /** Something was sold: country and zone stay. */
  has_sold: z.boolean(),
})

const path = '/api/v2/admin/registry/banking/config'
export const banking = entity('banking', {
  config: endpoint({
    method: 'GET',
    path,
    access: rules.registryBanca,
    response: saved,
    summary: 'La configuración de la banca',
  }),
  saveConfig: endpoint({
    method: 'PUT',
    path,
    access: rules.registryBanca,
    body: bankingForm.extend({ version: z.number().int() }),
    response: saved,
    summary: 'Cambia la configuración de la banca',
  }),
})
