/** Payments between partners: reported by one side, decided by the side that receives. */
import { z } from 'zod'
import { rules } from './access/rules.ts'
import { currencyOfSession } from './account-data.ts'
import { accounts } from './accounts.ts'
import { byId, endpoint, entity, id, type Answer } from './endpoint.ts'
import { choices, field } from './field.ts'
import { partnerFilter } from './filters.ts'
import { guardedLooks, guardedPicture } from './images.ts'
import { listEndpoint, shownFields } from './lists.ts'
import { paymentMethods } from './payment-methods.ts'
import { pastOptions } from './names.ts'
import { partners } from './partners.ts'
import { recordEndpoints } from './records.ts'
import { manyMoves, moves, stateField, thread, waiting } from './states.ts'
import { motive, remark, text } from './values/contact.ts'
import type { Currency } from './values/currency.ts'
import { day, instant } from './values/dates.ts'
import { money, positiveAmount } from './values/money.ts'

const states = {
  pendiente: { label: 'Por confirmar', tone: 'waiting' },
  confirmado: { label: 'Confirmado', tone: 'good' },
  rechazado: { label: 'Rechazado', tone: 'bad' },
  anulado: { label: 'Anulado', tone: 'bad' },
  eliminado: { label: 'Eliminado', tone: 'neutral' },
} as const

const state = stateField(states)
const direction = field(z.enum(['paga', 'recibe']).default('paga'), 'Sentido', {
  labels: { paga: 'El afiliado paga', recibe: 'El afiliado recibe' },
  control: 'radio',
})

const accountOptions = ({ data }: Answer<typeof accounts.options>) =>
  data.map((one) => ({ value: one.id, label: one.name }))

/** Who pays is the debtor, or who answers for it: then it is whoever reports that may name an account of theirs. */
const payers = choices(accounts.options, {
  within: 'partner_id',
  beside: ['direction'],
  query: ({ values, session }) => {
    const { direction, currency, partner_id } = values as {
      direction?: string
      currency?: Currency
      partner_id?: number
    }
    if (partner_id === undefined) return null
    return { partner_id: direction === 'recibe' ? session.partner_id : partner_id, ...(currency && { currency }) }
  },
  options: (answer, { values, session }) =>
    values['direction'] === 'recibe' && values['partner_id'] === session.partner_id ? [] : accountOptions(answer),
})

const form = z.object({
  partner_id: field(id, 'Afiliado', {
    hint: 'De quién es la deuda.',
    choices: choices(partners.options, {
      searched: true,
      query: () => ({ status: 'activo' as const }),
      options: ({ data }) => pastOptions(data),
    }),
  }),
  direction,
  /** Whom it is paid to, or by whom: the server names who that is. */
  to: field(z.enum(['responsable', 'banca']).default('responsable'), 'Con', {
    labels: { responsable: 'Quien responde por él', banca: 'La banca directamente' },
    control: 'radio',
    wide: true,
  }),
  amount: field(positiveAmount, 'Monto'),
  currency: currencyOfSession,
  method_id: field(id.nullable().default(null), 'Método', {
    hint: 'A qué cuenta, o de qué modo.',
    choices: choices(paymentMethods.ofPartner, {
      within: 'partner_id',
      params: ({ values }) => (values['partner_id'] ? { id: values['partner_id'] as number } : null),
      options: ({ data }) => data.map((one) => ({ value: one.id, label: `${one.name} (${one.currency})` })),
    }),
  }),
  payer_account_id: field(id.nullable().default(null), 'Cuenta de donde sale', {
    hint: 'Una de quien paga. Vacía: de dónde sale no se sigue.',
    choices: payers,
  }),
  reference: field(text(3, 40).or(z.literal('')).default(''), 'Referencia', { hint: 'El número de la operación.' }),
  paid_on: field(day, 'Día del pago'),
  notes: field(remark(200).default(''), 'Notas', { control: 'area', wide: true }),
  receipt_url: field(guardedPicture, 'Comprobante', {
    ...guardedLooks,
    hint: 'Lo ven quien paga, quien recibe y quienes están sobre ellos.',
  }),
  again: field(z.boolean().default(false), 'Es otro pago', {
    hint: 'Márquelo si ya se reportó uno con el mismo método, referencia y monto, y este es otro.',
  }),
})
/** What of a payment may be edited while it waits: whose it is and with whom stays as it was reported. */
export const fixedFields = ['partner_id', 'direction', 'to'] as const

const row = z.object({
  id: z.number().int(),
  ...shownFields(form.omit({ again: true })),
  /** Known by their names, which stand beside them. */
  partner_id: z.number().int(),
  method_id: z.number().int().nullable(),
  payer_account_id: z.number().int().nullable(),
  partner_name: field(z.string(), 'Afiliado'),
  partner_code: field(z.string(), 'Código'),
  counterpart_name: field(z.string(), 'Con quién'),
  method_name: field(z.string().nullable(), 'Método'),
  /** Of each side's accounts only its own people and those above it know; of one that waits, where its method would put it. */
  payer_account_name: field(z.string().nullable(), 'Sale de'),
  receiver_account_name: field(z.string().nullable(), 'Entra en'),
  state,
  /** Days since it was reported, of one that waits. */
  age: field(z.number().int().nullable(), 'Días en espera'),
  receipt: field(z.string().nullable(), 'Recibo'),
  /** Frozen when it is confirmed, of the type that its debtor works with; null of bolivares and where none was in force. */
  rate: field(z.string().nullable(), 'Tasa', { kind: 'decimal' }),
  /** In bolivares, by that rate. */
  worth: money.nullable(),
  /** Names of people above whoever reads are nobody's. */
  created_by: field(z.string().nullable(), 'Reportó'),
  created_at: field(instant, 'Reportado'),
  decided_by: field(z.string().nullable(), 'Decidió'),
  decided_at: field(instant.nullable(), 'Decidido'),
  observation: field(z.string().nullable(), 'Observación', { remark: true }),
  has_refusal: z.boolean(),
  undone_by: field(z.string().nullable(), 'Anuló'),
  undone_at: field(instant.nullable(), 'Anulado el'),
  reason: field(z.string().nullable(), 'Motivo'),
  comments: field(z.number().int(), 'Comentarios'),
  /** On the side that decides; on the side that reported. */
  decides: z.boolean(),
  writes: z.boolean(),
  /** Over the banca's threshold somebody else has to: decide what whoever asks wrote; undo what they confirmed. */
  needs_other: z.boolean(),
  undo_needs_other: z.boolean(),
  /** It is the debt of cash that was handed over, whose movement this is: no one undoes it by itself. */
  movement_id: z.number().int().nullable(),
  version: z.number().int(),
  actions: z.array(z.enum(['update', 'confirm', 'reject', 'undo', 'remove'])),
})
export type PaymentRow = z.infer<typeof row>

const base = '/api/v2/admin/payments'
const access = rules.money
/** Records that one call moves. */
const mostAtOnce = 200

export const payments = entity('payments', {
  ...listEndpoint(base, {
    title: 'Pagos',
    access,
    row,
    path: base,
    search: 'afiliado, referencia o recibo',
    filters: { state, currency: currencyOfSession, partner_id: partnerFilter },
    sort: ['created_at', 'partner_name', 'amount', 'state', 'paid_on', 'age'],
    first: null,
    usual: () => null,
    period: { title: 'Reportado (los que esperan, de cualquier día)', preset: 'mes', open: true },
  }),
  ...recordEndpoints(base, {
    read: access,
    write: access,
    row,
    form,
    one: 'un pago',
    keyed: true,
    paths: { create: base },
    summaries: { create: 'Reporta un pago; lo decide quien recibe', update: 'Corrige un pago que espera' },
  }),
  ...moves(base, {
    states,
    row,
    moves: {
      confirm: {
        from: ['pendiente'],
        to: 'confirmado',
        access,
        label: 'Confirmar',
        text: 'Se asienta hoy, baja lo que se debe y recibe su número de recibo.',
        moves_money: true,
        needs: z.object({
          receiver_account_id: field(id.nullable().default(null), 'Cuenta donde entra', {
            hint: 'Vacía: la de su método, si tiene una.',
            choices: choices(accounts.options, {
              query: ({ id: payment_id }) => (payment_id === undefined ? null : { payment_id }),
              options: accountOptions,
            }),
          }),
        }),
        summary: 'Confirma un pago: se asienta y recibe su número',
      },
      reject: {
        from: ['pendiente'],
        to: 'rechazado',
        access,
        label: 'Rechazar',
        text: 'No se asienta nada. Quien lo reportó ve la observación.',
        danger: true,
        needs: z.object({
          observation: field(motive(200), 'Observación', { control: 'area', wide: true }),
          refusal_url: field(guardedPicture, 'Imagen', { ...guardedLooks, hint: 'Lo que lo muestra, si hace falta.' }),
        }),
        summary: 'Rechaza un pago con una observación',
      },
      undo: {
        from: ['confirmado'],
        to: 'anulado',
        access,
        label: 'Anular',
        text: 'Se asienta hoy lo contrario: lo que se debía vuelve a deberse. El recibo queda anulado.',
        danger: true,
        moves_money: true,
        needs: z.object({ reason: field(motive(200), 'Motivo', { control: 'area', wide: true }) }),
        summary: 'Anula un pago confirmado, con un motivo',
      },
      remove: {
        from: ['pendiente'],
        to: 'eliminado',
        access,
        label: 'Eliminar',
        text: 'Nadie tendrá que decidirlo. No se asienta nada.',
        danger: true,
        posted: { path: `${base}/delete`, named: 'payment_id' },
        summary: 'Elimina un pago que espera',
      },
    },
  }),
  ...manyMoves(base, {
    access,
    moves: ['confirm', 'remove'],
    most: mostAtOnce,
    summary: `Confirma o elimina varios pagos, hasta ${mostAtOnce}: cada uno por sí mismo`,
  }),
  ...thread(base, { access, of: 'un pago' }),
  ...waiting(base, { access, summary: 'Cuántos pagos espera que decida quien pregunta' }),
  debt: endpoint({
    method: 'GET',
    path: `${base}/:id/debt`,
    access,
    params: byId,
    /** Null of a debtor that is out of reach: of it only its name and code are known. */
    response: z.object({ debt: money.nullable(), after: money.nullable() }),
    summary: 'Lo que debe hoy el afiliado de un pago, y lo que debería con él confirmado',
  }),
  picture: endpoint({
    method: 'GET',
    path: `${base}/:id/picture`,
    access,
    params: byId,
    query: z.object({ which: z.enum(['receipt', 'refusal']).meta({ description: 'Cuál de las dos' }) }),
    response: 'file',
    summary: 'El comprobante de un pago, o la imagen de su rechazo',
  }),
})
