/** Partners: the tree banca → distribuidor → agencia → taquilla, as selects and lists see it. */
import { z } from 'zod'
import { rules } from './access/rules.ts'
import { sums, sumsText } from './values/sums.ts'
import { all, choiceQuery, endpoint, entity, id, pageLimits, pageQuery } from './endpoint.ts'
import { field } from './field.ts'
import { listEndpoint } from './lists.ts'
import { moveForm, movePreview } from './partner-moves.ts'

export const partnerTypes = ['banca', 'distribuidor', 'agencia', 'taquilla'] as const
export type PartnerType = (typeof partnerTypes)[number]
export const partnerTypeLabels: Record<PartnerType, string> = {
  banca: 'Banca',
  distribuidor: 'Distribuidor',
  agencia: 'Agencia',
  taquilla: 'Taquilla',
}
export const partnerType = field(z.enum(partnerTypes), 'Tipo', { labels: partnerTypeLabels })
/** What may hang from what. */
export const fatherTypes: Record<PartnerType, readonly PartnerType[]> = {
  banca: [],
  distribuidor: ['banca', 'distribuidor'],
  agencia: ['banca', 'distribuidor'],
  taquilla: ['agencia'],
}
export const statuses = ['activo', 'inactivo'] as const
export const statusLabels: Record<(typeof statuses)[number], string> = { activo: 'Activo', inactivo: 'Inactivo' }
export const status = field(z.enum(statuses), 'Estado', {
  labels: statusLabels,
  tones: { activo: 'good', inactivo: 'neutral' },
})

const type = field(z.enum(partnerTypes), 'Tipo', { labels: partnerTypeLabels })

/** What a select needs. `path` names the ancestors, nearest last. */
export const partnerOption = z.object({
  id: z.number().int(),
  name: field(z.string(), 'Nombre'),
  code: field(z.string(), 'Código'),
  type,
  father_id: z.number().int().nullable(),
  status,
  path: z.string(),
})
export type PartnerOption = z.infer<typeof partnerOption>

/** What it owes today with the week that runs; negative is owed to it. The banca and offices owe nothing by themselves. */
export const debt = field(sums, 'Saldo', {
  words: sumsText,
  width: 28,
  hint: 'Lo que debe hoy, con lo que va de semana. Con signo menos se le debe a él. Su edad está en el balance de cuentas.',
})

/** Since the first day, with everything below it: positive is owed to the banca. */
export const balance = field(sums, 'Resultado', {
  words: sumsText,
  width: 28,
  hint:
    'Desde el primer día, con todo lo que depende de él: ventas − premios − comisión − participación. Lo que debe hoy ' +
    'está en el balance de cuentas.',
})

const partnerRow = partnerOption.extend({
  father_name: field(z.string().nullable(), 'Padre'),
  children: field(z.number().int(), 'Dependientes'),
  /** Of it and everything below it, by currency. */
  sold_today: field(sums, 'Venta de hoy', { words: sumsText, width: 28 }),
  debt,
  balance,
})
export type PartnerRow = z.infer<typeof partnerRow>

const base = '/api/v2/admin/registry/partners'
const filters = { type, status }

export const partners = entity('partners', {
  ...listEndpoint(base, {
    title: 'Afiliados',
    access: rules.business,
    row: partnerRow,
    search: 'nombre, código o documento',
    filters: {
      ...filters,
      /** All that is under it; it itself is not. */
      partner_id: field(id, 'Bajo el afiliado', { control: 'partner' }),
      father_id: field(id, 'Padre', { control: 'partner' }),
    },
    sort: ['name', 'code', 'type', 'status'],
    beside: ['debt'],
    path: `${base}/list`,
    export_path: `${base}/export`,
    summary: 'El subárbol del usuario, por páginas',
  }),
  options: endpoint({
    method: 'GET',
    path: `${base}/list-no-paginated`,
    access: rules.business,
    query: z
      .object(filters)
      .partial()
      .extend(choiceQuery.shape)
      .extend({
        id: choiceQuery.shape.id.meta({ description: 'El que ya está elegido, con los que tiene encima, y nada más' }),
      }),
    response: all(partnerOption),
    summary: 'Lo que se busca en el subárbol por nombre, código o ascendiente, para listas de selección',
  }),
  directs: endpoint({
    method: 'GET',
    path: `${base}/directs`,
    access: rules.business,
    query: z.object({
      partner_id: id.optional(),
      status: status.optional(),
      page: pageQuery.shape.page,
      per_page: z.coerce
        .number()
        .int()
        .min(1)
        .max(pageLimits.largest)
        .optional()
        .meta({ description: 'Filas por página; todas, si no se dice' }),
      first_id: id.optional().meta({ description: 'El que se busca: va antes que los demás' }),
    }),
    response: all(partnerRow).extend({ total: z.number().int() }),
    summary: 'Los dependientes directos de un afiliado (por defecto, del propio), por nombre',
  }),
  fathers: endpoint({
    method: 'GET',
    path: `${base}/fathers`,
    access: rules.registryRead,
    query: z.object({
      type: z.enum(['distribuidor', 'agencia', 'taquilla']).meta({ description: 'Qué se va a crear' }),
      exclude_id: id.optional(),
      ...choiceQuery.shape,
    }),
    response: all(partnerOption),
    summary: 'Padres posibles para un afiliado nuevo de ese tipo: los primeros que se encuentran',
  }),
  movePreview: endpoint({
    method: 'POST',
    path: `${base}/move-preview`,
    access: rules.registryWrite,
    read_only: true,
    body: moveForm,
    response: movePreview,
    summary: 'Qué cambiaría con otro padre: de quién es su pasado, quién responde, quién lo ve y qué hereda',
  }),
  invalidNames: endpoint({
    method: 'GET',
    path: `${base}/invalid-names`,
    access: rules.registryWrite,
    query: z.object({
      type: z.enum(partnerTypes).optional().meta({ description: 'Solo los de este tipo' }),
      exclude_id: id.optional(),
      name: z.string().max(120).optional().meta({ description: 'El nombre que se va a usar' }),
      document: z.string().max(40).optional().meta({ description: 'El documento que se va a usar' }),
      limit: choiceQuery.shape.limit,
    }),
    response: all(z.string()),
    summary:
      'Nombres ya usados, los primeros, para avisar al escribir. Con name o document, solo ' +
      'si ese nombre o documento está en uso, como lo tiene escrito quien lo tiene',
  }),
})
