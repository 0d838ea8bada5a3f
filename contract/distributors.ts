/** Distributors: they hang from the banca or from one another, and agencies hang from them. */
import { z } from 'zod'
import { rules } from './access/rules.ts'
import { instant } from './values/dates.ts'
import { sums, sumsText } from './values/sums.ts'
import { all, choiceQuery, endpoint, entity, id, type Endpoint } from './endpoint.ts'
import { choices, field } from './field.ts'
import { listEndpoint } from './lists.ts'
import { recordEndpoints } from './records.ts'
import { pastOptions } from './names.ts'
import { partnerFacts, partnerFields, soldCurrency, stateChoices } from './partner-fields.ts'
import { previewMark } from './partner-moves.ts'
import { balance, debt, partnerOption, partners, status } from './partners.ts'

/** Who a distributor may hang from. The one being edited, and what hangs from it, can't be its father. */
const fathers = choices(partners.fathers, {
  searched: true,
  query: ({ id: own }) => ({ type: 'distribuidor' as const, ...(own !== undefined && { exclude_id: own }) }),
  options: ({ data }) => data.map((one) => ({ value: one.id, label: `${one.name} (${one.code})` })),
})

const { name, code, ...others } = partnerFields
export const distributorForm = z.object({
  name,
  code,
  father_id: field(z.number({ error: 'Elija el padre' }).int().positive(), 'Padre', {
    names: 'partner',
    choices: fathers,
    placeholder: 'Elija el padre',
    hint: 'La banca u otro distribuidor. Si cambia, todo lo que depende de él se va con él, con sus cifras de todos los días.',
  }),
  ...others,
})

const distributorRow = z.object({
  ...partnerFacts,
  name: field(z.string(), 'Distribuidor'),
  created_at: field(instant, 'Creado'),
  /** Nothing of the caller's own: who is above it is not told. */
  father_id: z.number().int().nullable(),
  father_name: field(z.string().nullable(), 'Padre'),
  directs: field(z.number().int(), 'Directos'),
  agencies: field(z.number().int(), 'Agencias'),
  offices: field(z.number().int(), 'Taquillas'),
  /** Of everything below it, by currency. */
  sold_today: field(sums, 'Venta de hoy', { words: sumsText, width: 28 }),
  debt,
  balance,
  actions: z.array(z.enum(['update', 'deactivate', 'remove', 'activate'])),
})
export type DistributorRow = z.infer<typeof distributorRow>

const base = '/api/v2/admin/distributor'
const { registryRead, registryWrite } = rules

const list = listEndpoint(base, {
  title: 'Distribuidores',
  access: registryRead,
  row: distributorRow,
  search: 'nombre, código o documento',
  filters: {
    status,
    /** Any ancestor: the distributors under it. */
    partner_id: field(id, 'Bajo el distribuidor', {
      names: 'partner',
      choices: choices(partners.options, {
        searched: true,
        query: () => ({ type: 'distribuidor' as const }),
        options: ({ data }) => pastOptions(data),
      }),
    }),
    state_id: field(id, 'Región', { names: 'state', choices: stateChoices }),
    currency: soldCurrency,
  },
  sort: ['name', 'code', 'father_name', 'status', 'directs', 'agencies', 'offices', 'state_name', 'created_at'],
  beside: ['debt'],
})
const record = recordEndpoints(base, {
  read: registryRead,
  write: registryWrite,
  row: distributorRow,
  form: distributorForm,
  saved: { shown: previewMark.optional() },
  one: 'un distribuidor',
  remove: {
    done: 'eliminado',
    kept: 'desactivado',
    summary: 'Elimina un distribuidor del que nada depende; desactiva cualquier otro',
  },
  summaries: {
    create: 'Crea un distribuidor; hereda la configuración de su padre',
    update: 'Guarda un distribuidor; con otro padre, todo lo que depende de él se va con él',
  },
})
const search = endpoint({
  method: 'GET',
  path: `${base}/search-dist`,
  access: registryRead,
  query: choiceQuery.extend({ status: status.optional() }),
  response: all(partnerOption),
  summary: 'Los distribuidores que se buscan por nombre, código o documento',
})

/** The same call where the first version of the interface had it. */
const first = <E extends Pick<Endpoint, 'path' | 'deprecated'>>(call: E): E => ({
  ...call,
  path: call.path.replace('/v2/', '/v1/'),
  deprecated: true,
})

export const distributors = entity('distributors', {
  ...list,
  ...record,
  search,
  v1List: first(list.list),
  v1Show: first(record.show),
  v1Create: first(record.create),
  v1Update: first(record.update),
  v1Remove: first(record.remove),
  v1Search: first(search),
})
