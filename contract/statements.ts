/**
 * A week's statement: what a partner owed before it, what the week came to and how that is reckoned, what was paid and what
 * is owed to whom, currency by currency. Of a closed week as it was told when it was closed; of another as is known now. And
 * what the debtor answers to it: that it agrees, or disputes it, with what both sides say about that.
 */
import { z } from 'zod'
import { rules } from './access/rules.ts'
import { answers, closingRow, sunday } from './account-balance.ts'
import { byId, commaList, endpoint, entity, flag, id } from './endpoint.ts'
import { field, ownChoices } from './field.ts'
import { currencyFilter, partnerFilter } from './filters.ts'
import { listEndpoint } from './lists.ts'
import { owingType, owingWho } from './owing.ts'
import { statementConceptLabels, statementConcepts } from './statement-words.ts'
import { thread, waiting } from './states.ts'
import { remark } from './values/contact.ts'
import { currency } from './values/currency.ts'
import { addDays, day, inZone, weekDays, weekday } from './values/dates.ts'
import { money } from './values/money.ts'

/** The Sunday that ended last, of the day `today`. */
export const lastSunday = (today: string): string => addDays(today, -weekday(today))
/** Weeks that are offered: the one that runs, and half a year before it. */
const weeksOffered = 27

const week = field(sunday, 'Semana', {
  placeholder: 'La última semana',
  choices: ownChoices(({ session: { server_time, zone } }) => {
    const running = addDays(lastSunday(inZone(new Date(server_time), zone).day), 7)
    return Array.from({ length: weeksOffered }, (_, n) => addDays(running, -7 * n)).map((value, n) => ({
      value,
      label: n === 0 ? `${weekDays(value)} (en curso)` : weekDays(value),
    }))
  }),
})

const states = ['cerrada', 'abierta', 'anterior'] as const
const state = field(z.enum(states), 'Estado', {
  labels: { cerrada: 'Cerrada', abierta: 'Sin cerrar', anterior: 'Anterior a sus libros' },
  tones: { cerrada: 'good', abierta: 'neutral' },
})

const concept = field(z.enum(statementConcepts), 'Concepto', { labels: statementConceptLabels, width: 20 })
const amounts = {
  base: field(money.nullable(), 'Sobre', { signed: true, nothing: '' }),
  percent: field(z.string().nullable(), '%', { kind: 'percent', nothing: '' }),
  amount: field(money.nullable(), 'Monto', { nothing: '' }),
  balance: field(money, 'Saldo', { signed: true }),
}
const creditor_name = field(z.string(), 'Le debe a', { width: 30 })

const lineRow = z.object({
  /** Partner, currency and place in its statement. */
  key: z.string(),
  partner_id: z.number().int(),
  ...owingWho,
  week: field(day, 'Semana del domingo'),
  currency,
  state,
  creditor_name,
  concept,
  detail: field(z.string(), 'Detalle', { width: 60, nothing: '' }),
  ...amounts,
})
export type StatementLineRow = z.infer<typeof lineRow>

const base = '/api/v2/admin/administrative/account-balance'
const access = rules.business

const lines = listEndpoint(`${base}/statements`, {
  path: `${base}/statements`,
  title: 'Estados de cuenta',
  access,
  reports: true,
  row: lineRow,
  search: 'nombre o código',
  filters: {
    week,
    partner_id: partnerFilter,
    type: owingType,
    currency: currencyFilter,
    alone: field(flag, 'Solo el afiliado, sin los que dependen de él', { rare: true }),
  },
  sort: [],
  first: null,
  summary: 'Los estados de cuenta de una semana, de todos los que están a su alcance, línea por línea',
})

const line = z.object({ concept, detail: z.string(), ...amounts })
const account = z.object({
  currency,
  state,
  creditor_name,
  /** The closing that told it, of a closed week, with what its debtor says to it. */
  told: closingRow.nullable(),
  opening: money,
  /** What the week came to, and what was paid of what is owed. */
  total: money,
  payments: money,
  closing: money,
  lines: z.array(line),
})
const statement = z.object({ partner_id: z.number().int(), ...owingWho, week: day, accounts: z.array(account) })
export type WeekStatement = z.infer<typeof statement>
export type StatementAccount = z.infer<typeof account>
/** Statements that one call answers. */
export const mostStatements = 100

export const statements = entity('statements', {
  lines: lines.list,
  linesExport: lines.export,
  of: endpoint({
    method: 'GET',
    path: `${base}/statements/of`,
    access,
    reports: true,
    query: z.object({
      partner_ids: commaList(id)
        .pipe(z.array(id).min(1).max(mostStatements))
        .meta({ description: `Hasta ${mostStatements} afiliados, separados por comas` }),
      week: sunday.optional().meta({ description: 'Su domingo; la última terminada si no se dice' }),
    }),
    response: z.object({ week: day, data: z.array(statement) }),
    summary: `El estado de cuenta de una semana, de hasta ${mostStatements} afiliados`,
  }),
  answer: endpoint({
    method: 'POST',
    path: `${base}/closings/:id/answer`,
    access: rules.money,
    params: byId,
    body: z
      .object({
        answer: field(z.enum(answers), 'Respuesta', {
          labels: { conforme: 'Conforme', en_disputa: 'En disputa' },
          control: 'radio',
        }),
        text: field(remark(500).default(''), 'Qué dice', { control: 'area', wide: true }),
        /** As the closing that is answered says it: 0 before the first answer. */
        answers: z.number().int().min(0),
      })
      .refine(({ answer, text }) => answer === 'conforme' || text.length >= 5, {
        path: ['text'],
        error: 'Diga qué no está bien',
      }),
    response: closingRow,
    summary: 'El deudor responde a una semana cerrada: conforme, o en disputa con su porqué',
  }),
  ...thread(`${base}/closings`, { access: rules.money, of: 'una semana cerrada' }),
  ...waiting(`${base}/disputes`, { access: rules.money, summary: 'Cuántas semanas cerradas están en disputa' }),
})
