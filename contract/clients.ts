/** Clients: people and companies that stand behind a ticket, a large prize, an income or an outcome, by their document. */
import { z } from 'zod'
import { rules } from './access/rules.ts'
import { endpoint, entity, id } from './endpoint.ts'
import { field } from './field.ts'
import { listEndpoint, shownFields } from './lists.ts'
import { recordEndpoints } from './records.ts'
import { status } from './partners.ts'
import { email, nameText, phone, remark } from './values/contact.ts'
import { currency } from './values/currency.ts'
import { instant } from './values/dates.ts'
import { money } from './values/money.ts'

export const clientTypes = ['V', 'E', 'P', 'C', 'J', 'G'] as const
export type ClientType = (typeof clientTypes)[number]

export const clientTypeLabels: Record<ClientType, string> = {
  V: 'Venezolano',
  E: 'Extranjero',
  P: 'Pasaporte',
  C: 'Cédula de Panamá',
  J: 'Empresa',
  G: 'Gobierno',
}

/** How each document is written once its dots and spaces are gone, and an example of it. */
const documents: Record<ClientType, { form: RegExp; example: string }> = {
  V: { form: /^[1-9]\d{4,8}$/, example: '12.345.678' },
  E: { form: /^[1-9]\d{4,8}$/, example: '82.345.678' },
  P: { form: /^(?=.*\d)[A-Z0-9]{5,15}$/, example: 'AB123456' },
  C: { form: /^(\d{1,2}|PE|E|N|\d{1,2}AV|\d{1,2}PI)-\d{1,4}-\d{1,6}$/, example: '8-123-4567' },
  J: { form: /^\d{9}$/, example: 'J-30637185-0' },
  G: { form: /^\d{9}$/, example: 'G-20000041-4' },
}

const rifWeights = [3, 2, 7, 6, 5, 4, 3, 2]

/** Is the last digit of a RIF the one that its letter and other digits give? */
function isRif(type: 'J' | 'G', digits: string): boolean {
  const letter = { J: 3, G: 5 }[type]
  const sum = rifWeights.reduce((all, weight, at) => all + weight * (digits.charCodeAt(at) - 48), letter * 4)
  const check = 11 - (sum % 11)
  return digits.charCodeAt(8) - 48 === (check > 9 ? 0 : check)
}

/**
 * A document as it is kept, however it was typed: `v-12.345.678` and `12345678` are one. `fault` says why it is none.
 */
export function dniOf(type: ClientType, given: string): { dni: string } | { fault: string } {
  const typed = given.trim().toUpperCase()
  const whole = type === 'C' ? typed.replace(/[.\s]/g, '') : typed.replace(/[.\s-]/g, '')
  const bare = type === 'P' || type === 'C' ? whole : whole.replace(new RegExp(`^${type}(?=\\d)`), '')
  const dni =
    type === 'V' || type === 'E' ? bare.replace(/^0+/, '') : type === 'C' ? bare.replace(/\b0+(?=\d)/g, '') : bare
  const { form, example } = documents[type]
  if (!form.test(dni)) return { fault: `Documento no válido, por ejemplo ${example}` }
  if ((type === 'J' || type === 'G') && !isRif(type, dni))
    return { fault: 'El último dígito del RIF no es el que le toca: revíselo' }
  return { dni }
}

const type = field(z.enum(clientTypes, { error: 'Elija el tipo' }), 'Tipo', { labels: clientTypeLabels })
const dni = field(
  z.string({ error: 'Escriba el documento' }).trim().min(4, 'Escriba el documento').max(24),
  'Documento',
  {
    hint: 'Con o sin puntos; uno por cliente.',
  },
)
const name = field(nameText(3, 80, 'Escriba el nombre'), 'Nombre')

const clientForm = z.object({
  type,
  dni,
  name,
  phone: field(phone.or(z.literal('')).default(''), 'Teléfono'),
  email: field(email.or(z.literal('')).default(''), 'Correo'),
  notes: field(remark(200).default(''), 'Notas', { control: 'area', wide: true }),
  status: field(status.default('activo'), 'Estado', { control: 'radio' }),
})

/** Who stands on an operation at a counter. One that is registered is known by its document; a new one needs its name. */
export const operationClient = z
  .object({ type, dni, name: nameText(3, 80).optional().meta({ title: 'Nombre' }) })
  .nullish()
  .meta({ description: 'El cliente de la operación; uno nuevo se registra con ella' })
export type OperationClient = NonNullable<z.output<typeof operationClient>>

const row = z.object({
  id: z.number().int(),
  ...shownFields(clientForm),
  /** `V-12345678`. */
  document: field(z.string(), 'Documento'),
  partner_id: z.number().int(),
  partner_name: field(z.string(), 'Registrado en'),
  operations: field(z.number().int(), 'Operaciones'),
  last_operation_at: field(instant.nullable(), 'Última operación', { nothing: 'Ninguna' }),
  created_at: field(instant, 'Creado'),
  version: z.number().int(),
  actions: z.array(z.enum(['update', 'activate', 'deactivate', 'remove'])),
})
export type ClientRow = z.infer<typeof row>

const operationKinds = ['polla', 'ticket', 'premio', 'ingreso', 'egreso'] as const
const kind = field(z.enum(operationKinds), 'Operación', {
  labels: {
    polla: 'Compra de polla',
    ticket: 'Compra de ticket',
    premio: 'Premio cobrado',
    ingreso: 'Ingreso',
    egreso: 'Egreso',
  },
})
const operation = z.object({
  at: field(instant, 'Fecha'),
  kind,
  /** Of its ticket; the number of its receipt, of a movement. */
  serial: field(z.string(), 'Ticket o recibo'),
  office_name: field(z.string(), 'Taquilla'),
  currency,
  amount: field(money, 'Monto'),
})

const base = '/api/v2/admin/clients'
const { list: operations, export: operationsExport } = listEndpoint(base, {
  path: `${base}/operations`,
  title: 'Operaciones de un cliente',
  access: rules.registryRead,
  row: operation,
  of: { client_id: id },
  filters: { kind },
  sort: ['at', 'amount'],
  first: '-at',
  search: 'serial',
  summary: 'Lo que un cliente hizo en las taquillas al alcance',
})

export const clients = entity('clients', {
  ...listEndpoint(base, {
    title: 'Clientes',
    access: rules.registryRead,
    row,
    search: 'nombre o documento',
    filters: { type, status },
    sort: ['name', 'type', 'partner_name', 'operations', 'last_operation_at', 'status', 'created_at'],
  }),
  operations,
  operationsExport,
  /** Whoever sells and pays knows a client by the whole document alone: nobody looks through the others. */
  find: endpoint({
    method: 'GET',
    path: '/api/v2/ticket-office/clients',
    access: rules.signedIn,
    query: z.object({ type, dni }),
    response: z.object({ client: z.object({ document: z.string(), name: z.string(), status }).nullable() }),
    summary: 'El cliente de un documento, o ninguno',
  }),
  ...recordEndpoints(base, {
    read: rules.registryRead,
    write: rules.registryWrite,
    row,
    form: clientForm,
    one: 'un cliente',
    remove: {
      done: 'eliminado',
      kept: 'desactivado',
      summary: 'Elimina un cliente sin operaciones; desactiva cualquier otro',
    },
  }),
})
