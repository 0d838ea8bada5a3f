/** Reports. The general settlement: what each partner sold, won, earned and owes in a period. */
import { z } from 'zod'
import { rules } from './access/rules.ts'
import { endpoint, entity } from './endpoint.ts'
import { field, ownChoices } from './field.ts'
import { currencyFilter, partnerFilter, productFilter } from './filters.ts'
import { listEndpoint } from './lists.ts'
import { bySold, changes, comparing, comparingFrom, measures } from './measures.ts'
import type { PartnerType } from './partners.ts'
import { currency } from './values/currency.ts'
import { day, instant } from './values/dates.ts'
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

/** Levels that can have rows under a user's own partner: an agency has no distributors under it. */
export function offeredLevels(own: PartnerType): GeneralLevel[] {
  if (own === 'agencia') return generalLevels.filter((level) => level !== 'distribuidor' && level !== 'agencia')
  if (own === 'taquilla') return generalLevels.filter((level) => level === 'producto' || level === 'dia')
  return [...generalLevels]
}

/** The filter of a report's levels; offered are those that can have rows under the caller. */
export function levelFilter<const L extends 'directos' | GeneralLevel>(levels: readonly ['directos', ...L[]]) {
  return field(z.enum<readonly ['directos', ...L[]]>(levels).default('directos' as never), 'Nivel', {
    labels: generalLevelLabels,
    choices: ownChoices(({ session }) => {
      const offered = offeredLevels(session.partner_type)
      return offered
        .filter((one) => levels.includes(one as L))
        .map((value) => ({ value, label: generalLevelLabels[value] }))
    }),
  })
}

const { tickets, sold, prizes, commission, profit, participation, total, payout_percent } = measures
const settlement = {
  currency,
  tickets,
  sold,
  prizes,
  commission,
  profit,
  participation,
  total,
  annulled: field(money.nullable(), 'Anulado'),
  payout_percent,
  ...changes,
}

export const generalRow = z.object({
  /** Partner or product id, or the day itself, as text: with `currency` it names the row. */
  key: z.string(),
  name: field(z.string(), 'Nombre', { width: 36 }),
  code: field(z.string().nullable(), 'Código', { width: 14 }),
  type: field(z.enum(['distribuidor', 'agencia', 'taquilla', 'producto', 'dia']), 'Tipo', {
    labels: generalLevelLabels,
    width: 14,
  }),
  has_children: z.boolean(),
  ...settlement,
})
export type GeneralRow = z.infer<typeof generalRow>
/** Days in a file are dates, and have nothing else to be known by. */
export const generalDayRow = z.object({ key: field(day, generalLevelLabels.dia), ...settlement })

const base = '/api/v2/admin/reports'

const settled = listEndpoint(base, {
  path: `${base}/general`,
  title: 'Liquidación general',
  access: rules.business,
  reports: true,
  row: generalRow,
  search: 'nombre o código',
  filters: {
    level: levelFilter(generalLevels),
    partner_id: partnerFilter,
    product_id: productFilter,
    currency: currencyFilter,
    compare: comparing,
    compare_from: comparingFrom,
  },
  sort: [
    'name',
    'key',
    'code',
    'type',
    'currency',
    'tickets',
    'sold',
    'prizes',
    'commission',
    'profit',
    'participation',
    'total',
    'annulled',
    'payout_percent',
    'sold_before',
    'sold_change',
    'sold_change_percent',
  ],
  first: null,
  usual: (asked) => (asked['level'] === 'dia' ? 'name' : bySold(asked)),
  period: { title: 'Día de la venta', preset: 'semana', needed: true },
  totals: z.object({ ...settlement, rows: z.number().int() }),
  summary: 'Liquidación general por nivel',
})

const recalculation = z.object({
  id: z.number().int(),
  from: day,
  to: day,
  state: z.enum(['en_curso', 'terminado', 'detenido', 'fallido']),
  /** Who began it, by name, null where that is not the caller's to know; `own` when that is the caller. */
  by: z.string().nullable(),
  own: z.boolean(),
  started_at: instant,
  ended_at: instant.nullable(),
  days: z.number().int(),
  days_done: z.number().int(),
  /** Rows compared, and of them those that were wrong or missing. */
  rows: z.number().int(),
  corrected: z.number().int(),
})
export type Recalculation = z.output<typeof recalculation>

export const reports = entity('reports', {
  general: settled.list,
  generalExport: settled.export,
  generalRecalculate: endpoint({
    method: 'POST',
    path: `${base}/general/recalculate`,
    access: rules.business,
    body: z.object({ from: day, to: day }),
    response: recalculation,
    status: 202,
    summary: 'Empieza a reconstruir desde los tickets los totales de un período, de los afiliados a su alcance',
  }),
  generalRecalculation: endpoint({
    method: 'GET',
    path: `${base}/general/recalculate`,
    access: rules.business,
    response: z.object({ run: recalculation.nullable() }),
    summary: 'El recálculo en curso, de quien sea; si no hay, el último propio',
  }),
  generalRecalculateStop: endpoint({
    method: 'DELETE',
    path: `${base}/general/recalculate`,
    access: rules.business,
    response: recalculation,
    summary: 'Detiene el recálculo propio; los días ya recalculados quedan así',
  }),
})
