/** Agencies: the registry's central entity, and who answers for their settlement. */
import { z } from 'zod'
import { rules } from './access/rules.ts'
import { all, byId, endpoint, entity, id, paged, pageQuery } from './endpoint.ts'
import { partnerOption, status } from './partners.ts'
import { currency } from './values/currency.ts'
import { instant } from './values/dates.ts'

const name = z
  .string({ error: 'Escriba el nombre' })
  .trim()
  .min(3, 'Mínimo 3 caracteres')
  .max(80, 'Máximo 80 caracteres')
  .meta({ title: 'Nombre' })
const code = z
  .string({ error: 'Escriba el código' })
  .trim()
  .toUpperCase()
  .regex(/^[A-Z0-9-]{2,12}$/, 'De 2 a 12 letras, números o guiones')
  .meta({ title: 'Código' })
/** RIF or cédula: `J-12345678-9`, `V-12345678`; Panama's RUC is looser, so digits and dashes after the letter. */
const document = z
  .string()
  .trim()
  .toUpperCase()
  .regex(/^([VEJGPC]-?)?[0-9][0-9-]{4,18}$/, 'Documento no válido, por ejemplo J-12345678-9')
  .or(z.literal(''))
  .meta({ title: 'Documento' })
const phone = z
  .string()
  .trim()
  .regex(/^\+?[0-9 ()-]{7,20}$/, 'Teléfono no válido')
  .or(z.literal(''))
  .meta({ title: 'Teléfono' })
const email = z.email('Correo no válido').max(120).or(z.literal('')).meta({ title: 'Correo' })

/** What a person fills in on the tab *general*. */
export const agencyForm = z.object({
  name,
  code,
  father_id: z.number({ error: 'Elija el padre' }).int().positive().meta({ title: 'Padre' }),
  document: document.default(''),
  phone: phone.default(''),
  email: email.default(''),
  address: z.string().trim().max(200, 'Máximo 200 caracteres').default('').meta({ title: 'Dirección' }),
  state_id: z.number({ error: 'Elija el estado' }).int().positive().meta({ title: 'Estado o provincia' }),
  municipality_id: z.number({ error: 'Elija el municipio' }).int().positive().meta({ title: 'Municipio' }),
  currencies: z.array(currency).min(1, 'Elija al menos una moneda').meta({ title: 'Monedas' }),
  status: status.default('activo'),
})

export const agencyRow = z.object({
  id: z.number().int(),
  code: z.string().meta({ title: 'Código' }),
  name: z.string().meta({ title: 'Agencia' }),
  father_id: z.number().int(),
  father_name: z.string().meta({ title: 'Padre' }),
  document: z.string().meta({ title: 'Documento' }),
  phone: z.string().meta({ title: 'Teléfono' }),
  email: z.string().meta({ title: 'Correo' }),
  address: z.string().meta({ title: 'Dirección' }),
  state_id: z.number().int().nullable(),
  state_name: z.string().nullable().meta({ title: 'Estado o provincia' }),
  municipality_id: z.number().int().nullable(),
  municipality_name: z.string().nullable().meta({ title: 'Municipio' }),
  currencies: z.array(currency).meta({ title: 'Monedas' }),
  status,
  offices: z.number().int().meta({ title: 'Taquillas' }),
  payments_responsible_partner_id: z.number().int(),
  payments_responsible_name: z.string().meta({ title: 'Responsable de pago' }),
  last_sale_at: instant.nullable().meta({ title: 'Última venta' }),
  created_at: instant.meta({ title: 'Creada' }),
  /** Grows at each save; an edit carries the one it started from. */
  version: z.number().int(),
  /** What this user may do with this row, by its state and the tree. */
  actions: z.array(z.enum(['update', 'clone', 'deactivate', 'remove', 'activate', 'responsible'])),
})
export type AgencyRow = z.infer<typeof agencyRow>

const base = '/api/v2/admin/registry/agencies'
const filters = {
  status: status.optional(),
  /** Any ancestor: the agencies under it. */
  partner_id: id.optional(),
  state_id: id.optional(),
  currency: currency.optional(),
}

export const agencyConfigRow = z.object({
  id: z.number().int(),
  name: z.string().meta({ title: 'Agencia' }),
  payments_responsible_partner_id: z.number().int(),
  payments_responsible_name: z.string().meta({ title: 'Responsable de pago' }),
  /** The agency itself and its ancestors, within reach. */
  candidates: z.array(z.object({ id: z.number().int(), name: z.string(), type: z.string() })),
})

export const agencies = entity('agencies', {
  list: endpoint({
    method: 'GET',
    path: `${base}/`,
    access: rules.registryRead,
    query: pageQuery.extend(filters),
    response: paged(agencyRow),
    summary: 'Agencias, por páginas',
  }),
  short: endpoint({
    method: 'GET',
    path: `${base}/list`,
    access: rules.business,
    query: pageQuery.extend(filters),
    response: paged(partnerOption),
    summary: 'Agencias en filas cortas, por páginas',
  }),
  options: endpoint({
    method: 'GET',
    path: `${base}/list-no-paginated`,
    access: rules.business,
    query: z.object({ status: status.optional() }),
    response: all(partnerOption),
    summary: 'Todas las agencias, para listas de selección',
  }),
  config: endpoint({
    method: 'GET',
    path: `${base}/config/`,
    access: rules.registryWrite,
    query: z.object({ id: id.optional() }),
    response: all(agencyConfigRow),
    summary: 'Responsable de pago de cada agencia',
  }),
  saveConfig: endpoint({
    method: 'PUT',
    path: `${base}/config/`,
    access: rules.registryWrite,
    body: z.object({
      id: z.number().int().positive(),
      payments_responsible_partner_id: z
        .number({ error: 'Elija el responsable' })
        .int()
        .positive()
        .meta({ title: 'Responsable de pago' }),
    }),
    response: agencyConfigRow,
    summary: 'Cambia el responsable de pago de una agencia',
  }),
  create: endpoint({
    method: 'POST',
    path: `${base}/create`,
    access: rules.registryWrite,
    status: 201,
    body: agencyForm,
    response: agencyRow,
    summary: 'Crea una agencia; hereda la configuración de su padre',
  }),
  clone: endpoint({
    method: 'POST',
    path: `${base}/clone`,
    access: rules.registryWrite,
    status: 201,
    body: z.object({ agency_id: z.number().int().positive(), name, code }),
    response: z.object({
      agency_id: z.number().int(),
      name: z.string(),
      copied: z.object({
        limits: z.number().int(),
        products: z.number().int(),
        multipliers: z.number().int(),
        quotas: z.number().int(),
        commissions: z.number().int(),
      }),
    }),
    summary: 'Copia una agencia con sus comisiones, cupos y configuración de jugadas',
  }),
  show: endpoint({
    method: 'GET',
    path: `${base}/:id`,
    access: rules.registryRead,
    params: byId,
    response: agencyRow,
    summary: 'Una agencia',
  }),
  update: endpoint({
    method: 'PUT',
    path: `${base}/:id`,
    access: rules.registryWrite,
    params: byId,
    body: agencyForm.extend({ version: z.number().int() }),
    response: agencyRow,
    summary: 'Guarda una agencia',
  }),
  remove: endpoint({
    method: 'DELETE',
    path: `${base}/:id`,
    access: rules.registryWrite,
    params: byId,
    response: z.object({ id: z.number().int(), result: z.enum(['eliminada', 'desactivada']) }),
    summary: 'Elimina una agencia sin ventas; desactiva una que vendió',
  }),
})
