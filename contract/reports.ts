/** Reports. The general settlement: what each partner sold, won, earned and owes in a period. */
import { z } from 'zod'
import { rules } from './access/rules.ts'
import { endpoint, entity, id, pagedWithTotals, pageQuery } from './endpoint.ts'
import { currency } from './values/currency.ts'
import { day } from './values/dates.ts'
import { money } from './values/money.ts'

export const generalLevels = ['directos', 'distribuidor', 'agencia', 'taquilla', 'producto', 'dia'] as const
export type GeneralLevel = (typeof generalLevels)[number]
export const generalLevelLabels: Record<GeneralLevel, string> = {
  directos: 'Dependientes directos',
  distribuidor: 'Distribuidor',
  agencia: 'Agencia',
  taquilla: 'Taquilla',
  producto: 'Producto',
  dia: 'Día',
}

export const generalFilters = z.object({
  from: day,
  to: day,
  level: z.enum(generalLevels).default('directos'),
  /** Only this partner's subtree; the caller's own when missing. */
  partner_id: id.optional(),
  product_id: id.optional(),
  currency: currency.optional(),
})

/** utilidad = ventas − premios − comisión; total = utilidad − participación (domain, Money). */
const settlement = {
  currency,
  tickets: z.number().int().nullable().meta({ title: 'Tickets' }),
  sold: money.meta({ title: 'Ventas' }),
  prizes: money.meta({ title: 'Premios' }),
  commission: money.meta({ title: 'Comisión' }),
  profit: money.meta({ title: 'Utilidad' }),
  participation: money.meta({ title: 'Participación' }),
  total: money.meta({ title: 'Total' }),
  annulled: money.nullable().meta({ title: 'Anulado' }),
  payout_percent: z.string().nullable().meta({ title: 'Payout %' }),
}

export const generalRow = z.object({
  /** Partner or product id, or the day itself, as text: with `currency` it names the row. */
  key: z.string(),
  name: z.string().meta({ title: 'Nombre' }),
  code: z.string().nullable().meta({ title: 'Código' }),
  type: z.enum(['distribuidor', 'agencia', 'taquilla', 'producto', 'dia']).meta({ title: 'Tipo' }),
  has_children: z.boolean(),
  ...settlement,
})
export type GeneralRow = z.infer<typeof generalRow>
export const generalTotals = z.object({ ...settlement, rows: z.number().int() })

const base = '/api/v2/admin/reports'

/** How a file is written. `international` CSV uses `,` and a decimal point; the default is es-VE: `;`, decimal comma, BOM. */
export const exportFormat = z.object({
  format: z.enum(['xlsx', 'csv']).default('xlsx'),
  csv_style: z.enum(['es-VE', 'international']).default('es-VE'),
})

export const reports = entity('reports', {
  general: endpoint({
    method: 'GET',
    path: `${base}/general`,
    access: rules.business,
    reports: true,
    query: pageQuery.extend(generalFilters.shape),
    response: pagedWithTotals(generalRow, generalTotals),
    summary: 'Liquidación general por nivel',
  }),
  generalExport: endpoint({
    method: 'GET',
    path: `${base}/general/export`,
    access: rules.business,
    reports: true,
    query: generalFilters.extend(exportFormat.shape).extend({ sort: pageQuery.shape.sort, q: pageQuery.shape.q }),
    response: 'file',
    summary: 'La liquidación general filtrada, como archivo',
  }),
  generalRecalculate: endpoint({
    method: 'POST',
    path: `${base}/general/recalculate`,
    access: rules.business,
    body: z.object({ from: day, to: day }),
    response: z.object({ days: z.number().int(), rows: z.number().int(), corrected: z.number().int() }),
    summary: 'Reconstruye los totales de un período desde los tickets',
  }),
})
