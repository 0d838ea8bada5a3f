/** Payment methods: how a partner is paid and pays, with the data of the account that each kind needs. */
import { z } from 'zod'
import { rules } from './access/rules.ts'
import { accountData, currencyOfSession } from './account-data.ts'
import { accounts } from './accounts.ts'
import { all, byId, endpoint, entity, id } from './endpoint.ts'
import { choices, fieldApplies, field } from './field.ts'
import { listEndpoint, shownFields } from './lists.ts'
import { recordEndpoints } from './records.ts'
import { status } from './partners.ts'
import type { Currency } from './values/currency.ts'
import { nameText, remark } from './values/contact.ts'
import { instant } from './values/dates.ts'

export const paymentKinds = [
  'efectivo',
  'transferencia',
  'pago_movil',
  'punto_venta',
  'zelle',
  'cripto',
  'otro',
] as const
export type PaymentKind = (typeof paymentKinds)[number]

const kind = field(z.enum(paymentKinds, { error: 'Elija el tipo' }), 'Tipo', {
  labels: {
    efectivo: 'Efectivo',
    transferencia: 'Transferencia',
    pago_movil: 'Pago móvil',
    punto_venta: 'Punto de venta',
    zelle: 'Zelle',
    cripto: 'Criptomoneda',
    otro: 'Otro',
  },
})
const use = field(z.enum(['ingresos', 'egresos', 'transacciones']), 'Se usa en', {
  labels: { ingresos: 'Ingresos', egresos: 'Egresos', transacciones: 'Transacciones' },
})

const form = z.object({
  name: field(nameText(3, 60, 'Escriba el nombre'), 'Nombre', { hint: 'Como lo reconoce quien cobra y quien paga.' }),
  kind,
  currency: currencyOfSession,
  uses: field(z.array(use).min(1, 'Elija al menos un uso').max(3), 'Se usa en'),
  ...accountData,
  account_id: field(id.nullable().default(null), 'Cuenta', {
    hint: 'Donde queda lo que se cobra con él, y de donde sale lo que se paga. Vacía: no se sigue.',
    choices: choices(accounts.options, {
      within: 'currency',
      query: ({ id: method_id, values }) => ({
        ...(method_id !== undefined && { method_id }),
        currency: values['currency'] as Currency,
      }),
      options: ({ data }) => data.map((one) => ({ value: one.id, label: one.name })),
    }),
  }),
  notes: field(remark(200).default(''), 'Notas', {
    control: 'area',
    wide: true,
  }),
  status: field(status.default('activo'), 'Estado', { control: 'radio' }),
})

const row = z.object({
  id: z.number().int(),
  ...shownFields(form),
  partner_id: z.number().int(),
  /** Known by its name, which stands beside it. */
  account_id: z.number().int().nullable(),
  account_name: field(z.string().nullable(), 'Cuenta'),
  partner_name: field(z.string(), 'De'),
  created_at: field(instant, 'Creado'),
  version: z.number().int(),
  actions: z.array(z.enum(['update', 'activate', 'deactivate', 'remove'])),
})
export type PaymentMethodRow = z.infer<typeof row>

const base = '/api/v2/admin/payment-method'
const { money } = rules

export const paymentMethods = entity('paymentMethods', {
  ...listEndpoint(base, {
    title: 'Métodos de pago',
    access: money,
    row,
    search: 'nombre, banco o titular',
    filters: { kind, currency: currencyOfSession, status },
    sort: ['name', 'kind', 'currency', 'partner_name', 'status', 'created_at'],
  }),
  ...recordEndpoints(base, {
    read: money,
    write: money,
    row,
    form,
    one: 'un método de pago',
    remove: {
      done: 'eliminado',
      kept: 'desactivado',
      summary: 'Elimina un método de pago; desactiva uno que ya se usó',
    },
  }),
  ofPartner: endpoint({
    method: 'GET',
    path: `${base}/partner/:id`,
    access: money,
    params: byId,
    response: all(row.pick({ id: true, name: true, kind: true, currency: true, uses: true, partner_name: true })),
    summary: 'Los métodos activos que acepta un afiliado: los suyos y los de quienes están sobre él',
  }),
  kinds: endpoint({
    method: 'GET',
    path: `${base}/types/`,
    access: money,
    response: all(z.object({ kind, name: z.string(), needs: z.array(z.string()) })),
    summary: 'Tipos de método y los datos que cada uno necesita',
  }),
})

/** The account data that a kind needs, by the form's names. */
export function neededAccountFields(of: PaymentKind): string[] {
  return Object.entries(accountData).flatMap(([name, schema]) => (fieldApplies(schema, { kind: of }) ? [name] : []))
}
