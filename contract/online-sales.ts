/** Today's sales as they happen, against the same weekday a week ago until the same minute; and the word that they moved. */
import { z } from 'zod'
import { rules } from './access/rules.ts'
import { endpoint, entity } from './endpoint.ts'
import { field } from './field.ts'
import { betTypeFilter, currencyFilter, partnerFilter } from './filters.ts'
import { listEndpoint } from './lists.ts'
import { measures } from './measures.ts'
import { generalLevelLabels, levelFilter } from './reports.ts'
import { currency } from './values/currency.ts'
import { instant } from './values/dates.ts'
import { money, noBase } from './values/money.ts'

/** What was sold today until now, and a week ago until the same minute. */
const sold = {
  sold: measures.sold,
  before: field(money, 'Hace una semana'),
  change: field(money, 'Cambio', { signed: true }),
  /** Null without sales a week ago. */
  change_percent: field(z.string().nullable(), 'Cambio %', { kind: 'percent', signed: true, nothing: noBase }),
}
const tickets = field(z.number().int(), 'Tickets')
const byPartner = { currency, tickets, ...sold }
/** Tickets have no product: a ticket of two would count in both. */
const byProduct = { currency, lines: measures.lines, ...sold }
const settled = {
  currency,
  sold: measures.sold,
  prizes: measures.prizes,
  commission: measures.commission,
  profit: measures.profit,
  tickets,
  /** Of the offices below that may sell in the currency: those with a ticket today, and active ones without. */
  offices_sold: field(z.number().int(), 'Vendieron'),
  offices_idle: field(z.number().int(), 'Sin vender'),
}
const rows = { rows: z.number().int() }

const partner = {
  /** The partner's id as text; `0` stands for offices without a distributor. With `currency` it names the row. */
  key: z.string(),
  name: field(z.string(), 'Afiliado', { width: 36 }),
  code: field(z.string().nullable(), 'Código', { width: 14 }),
  type: field(z.enum(['distribuidor', 'agencia', 'taquilla']), 'Tipo', { labels: generalLevelLabels, width: 14 }),
}
const partnerRow = z.object({
  ...partner,
  ...byPartner,
  last_sale_at: field(instant.nullable(), 'Última venta'),
})
const productRow = z.object({
  product_id: z.number().int(),
  name: field(z.string(), 'Producto', { width: 24 }),
  ...byProduct,
})
const summaryRow = z.object({ ...partner, ...settled })

const base = '/api/v2/admin/reports/online-sales'
const shared = { access: rules.business, reports: true, coalesced: true, first: null, usual: () => '-sold' } as const
const filters = {
  level: levelFilter(['directos', 'distribuidor', 'agencia', 'taquilla']),
  partner_id: partnerFilter,
  currency: currencyFilter,
}

const partners = listEndpoint(base, {
  ...shared,
  path: `${base}/partner`,
  title: 'Ventas en línea por afiliado',
  row: partnerRow,
  search: 'nombre',
  filters,
  sort: ['sold', 'before', 'change', 'change_percent', 'tickets', 'last_sale_at', 'name', 'code'],
  totals: z.object({ ...byPartner, ...rows }),
  summary: 'Ventas de hoy por afiliado, contra el mismo día de la semana pasada hasta el mismo minuto',
})
const products = listEndpoint(base, {
  ...shared,
  path: `${base}/product`,
  title: 'Ventas en línea por producto',
  row: productRow,
  search: 'producto',
  filters: { partner_id: partnerFilter, bet_type_id: betTypeFilter, currency: currencyFilter },
  sort: ['sold', 'before', 'change', 'change_percent', 'lines', 'name'],
  totals: z.object({ ...byProduct, ...rows }),
  summary: 'Ventas de hoy por producto, contra el mismo día de la semana pasada hasta el mismo minuto',
})
const summary = listEndpoint(base, {
  ...shared,
  path: `${base}/partner-summary`,
  title: 'Resumen en línea por afiliado',
  row: summaryRow,
  search: 'nombre',
  filters,
  sort: ['sold', 'prizes', 'commission', 'profit', 'tickets', 'offices_sold', 'offices_idle', 'name', 'code'],
  totals: z.object({ ...settled, ...rows }),
  summary: 'El día de hoy por afiliado: ventas, premios, comisión, utilidad y cuántas taquillas vendieron',
})

export const onlineSales = entity('onlineSales', {
  partner: partners.list,
  partnerExport: partners.export,
  product: products.list,
  productExport: products.export,
  summary: summary.list,
  summaryExport: summary.export,
  live: endpoint({
    method: 'GET',
    path: `${base}/live`,
    access: rules.business,
    response: 'events',
    summary:
      'Avisa, mientras la conexión dure, cada vez que se mueve el día de quien escucha; las cifras se piden aparte',
  }),
})
