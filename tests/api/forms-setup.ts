/**
 * Values for every form of the contract: whatever a field takes, made from its schema alone, so that a field that is
 * added is filled in by itself. What only the banca knows (whom it hangs from, where it is) stands in a table.
 */
import type { z } from 'zod'
import type { Endpoint, Endpoints, ListFacts } from '../../contract/endpoint.ts'
import { fieldApplies, enumValues, isMultiple, looksOf } from '../../contract/field.ts'
import { entities, type EntityName } from '../../contract/index.ts'
import { rolePartner, type Role } from '../../contract/access/rules.ts'
import { betTypeId } from '../../server/seed/catalogue.ts'
import { placeOf } from '../../server/seed/locations.ts'
import { kept } from '../support/factories.ts'
import type { World } from '../support/world.ts'

export type Values = Record<string, unknown>

export interface FormEntity {
  name: EntityName
  create: Endpoint
  update: Endpoint
  show: Endpoint | undefined
  list: Endpoint
  form: z.ZodObject
  /** The fields of the record and of a row of the list. */
  shown: Record<'record' | 'row', z.ZodObject>
}

/**
 * Every entity that is created and saved: one that is added to the contract is tried without a line here. Of what moves by
 * states, and of money that was moved, most is fixed once it is reported: its own test says what may be corrected.
 */
export const formEntities: FormEntity[] = Object.entries(entities).flatMap(([name, { endpoints }]) => {
  const { create, update, show, list } = endpoints as Endpoints
  if (!create?.body || !update?.body || !list || update.moves_money) return []
  if (Object.values(endpoints).some((one) => 'move' in one)) return []
  const { row } = (list as { list?: ListFacts }).list ?? {
    row: ((list.response as z.ZodObject).shape['data'] as z.ZodArray).element as z.ZodObject,
  }
  const record = (show ?? create).response as z.ZodObject
  return [
    { name: name as EntityName, create, update, show, list, form: create.body as z.ZodObject, shown: { record, row } },
  ]
})

/** What the two sides of a form's values are for: what a record is created with, and what it is changed to. */
type Side = 'first' | 'second'

/** The banca's first accounts, which its payment methods name. */
export const ownAccounts = { first: { id: 1, currency: 'BS' }, second: { id: 2, currency: 'USD' } } as const

/** What a schema cannot know, by entity: whom a record hangs from, where it is, what its parts say of one another. */
const known: { [K in EntityName]?: (world: World, n: number, side: Side, given: Values) => Values } = {
  distributors: ({ partner }, _n, side) => ({
    father_id: side === 'first' ? partner.norte : partner.banca,
    ...places[side],
  }),
  agencies: ({ partner }, _n, side) => ({ father_id: side === 'first' ? partner.norte : partner.sur, ...places[side] }),
  ticketOffices: ({ partner }, _n, side) => ({ father_id: side === 'first' ? partner.agencia1 : partner.agencia2 }),
  paymentMethods: (_world, _n, side) => ({ account_id: ownAccounts[side].id, currency: ownAccounts[side].currency }),
  clients: (_world, n, side) => ({ type: side === 'first' ? 'V' : 'E', dni: String(20_000_000 + n) }),
  users: ({ partner }, _n, side, { role = side === 'first' ? 'ADMIN_TAQUILLA' : 'SUPERV_BANCA' }) => {
    const seats = { banca: ['banca'], distribuidor: ['norte', 'sur'], agencia: ['agencia1', 'agencia2'] } as const
    const type = rolePartner[role as Role]
    const of: readonly (keyof typeof partner)[] = type === 'taquilla' ? ['taquilla1', 'taquilla2'] : seats[type]
    return { role, partner_id: partner[of.at(side === 'first' ? 0 : -1)!] }
  },
  products: (_world, _n, side) => product[side],
  savedViews: () => ({ screen: 'agencies', file: null }),
}

const places: Record<Side, Values> = {
  first: placeOf('Zulia', 'Maracaibo'),
  second: placeOf('Miranda', 'Sucre'),
}

const settings = { sale_days_before: 1, tripleta_draws: 12, polla: null }
const schedule = { weekday_mask: 127, close_minutes: 5, valid_from: '2026-01-01', valid_to: null }
const product: Record<Side, Values> = {
  first: {
    kind: 'triples',
    zone: 'America/Panama',
    settings,
    schedules: [{ ...schedule, local_time: '10:00' }],
    exceptions: [{ day: '2026-05-01', local_time: null, kind: 'sin_sorteo' }],
    offers: [{ bet_type_id: betTypeId('TRIPLE_A'), multiplier: '601', place_multipliers: null, enabled: true }],
    wildcards: [
      { bet_type_id: betTypeId('TRIPLE_A'), number: '123', multiplier: '700', from_day: null, to_day: '2026-12-31' },
    ],
  },
  second: {
    kind: 'panama',
    zone: 'America/Bogota',
    settings: { ...settings, sale_days_before: 2, tripleta_draws: 13 },
    schedules: [{ ...schedule, local_time: '11:00', close_minutes: 10 }],
    exceptions: [{ day: '2026-05-02', local_time: '09:00', kind: 'extra' }],
    offers: [
      { bet_type_id: betTypeId('TERMINAL_PA'), multiplier: '55', place_multipliers: ['55', '11', '7'], enabled: true },
    ],
    wildcards: [],
  },
}

/** What texts and numbers of all sorts look like, the plainest first. */
const examples = (n: number): unknown[] => [
  true,
  false,
  n,
  `Valor ${n}`,
  `valor-${n}`,
  `VALOR_${n}`,
  `V-${n}`,
  String(1_000 + n),
  `0414-${1_000_000 + n}`,
  `J-${10_000_000 + n}-9`,
  String(10_000_000 + n),
  `valor${n}@correo.com`,
  `https://valor${n}.com`,
  `${n}.50`,
  `2026-01-${String((n % 28) + 1).padStart(2, '0')}`,
  `${String(n % 24).padStart(2, '0')}:30`,
]

const alike = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/** What a field takes and nobody took before; what it is by itself comes last, for it would hide a value that is lost. */
function valuesOf(schema: z.ZodType, n: number): unknown[] {
  const chosen = enumValues(schema)
  const plain: unknown[] = chosen
    ? isMultiple(schema)
      ? chosen.map((one) => [one])
      : [...chosen]
    : [...examples(n), ...examples(n + 1)]
  const usual = schema.safeParse(undefined).data
  const usable = plain
    .map((one) => schema.safeParse(one))
    .flatMap(({ success, data }) => (success ? [data] : []))
    .filter((one, at, all) => all.findIndex((other) => alike(one, other)) === at)
  return [...usable.filter((one) => !alike(one, usual)), ...usable.filter((one) => alike(one, usual))]
}

let made = 0

/**
 * What a form is filled in with, `side` after `side` with other values everywhere. `given` is said by whoever asks.
 * Throws for a field of which no two values are known: they go into the table above.
 */
export function filled({ name, form }: FormEntity, world: World, side: Side, given: Values): Values {
  made += 2
  const own = { ...known[name]?.(world, made, side, given), ...given }
  const least: Values = { ...(kept as Record<string, { form(): object } | undefined>)[name]?.form() }
  const values = Object.entries(form.shape as Record<string, z.ZodType>).map(([field, schema]) => {
    if (field in own) return [field, own[field]] as const
    const [first, second] = valuesOf(schema, made)
    const value = (side === 'first' ? first : second) ?? least[field]
    if (value === undefined) throw new Error(`say what ${name}.${field} may be, in tests/api/forms-setup.ts`)
    return [field, value] as const
  })
  return Object.fromEntries(values)
}

/**
 * What a form is filled in with so that each of its fields applies once: as it comes, and for every field that is only
 * for some values of another one, with one of these.
 */
export function variantsOf({ form }: FormEntity): Values[] {
  const variants: Values[] = [{}]
  for (const schema of Object.values(form.shape as Record<string, z.ZodType>)) {
    const { when } = looksOf(schema)
    // Of those that several forms share only some are this one's.
    const value = when?.is.find((one) => (form.shape[when.field] as z.ZodType).safeParse(one).success)
    if (when && !variants.some((one) => fieldApplies(schema, one))) variants.push({ [when.field]: value })
  }
  return variants
}

/** The fields that apply to what the form is filled in with. */
export const applicable = ({ form }: FormEntity, values: Values): string[] =>
  Object.keys(form.shape).filter((field) => fieldApplies(form.shape[field] as z.ZodType, values))

/** Does a record say what was sent? It may say more: of an object other fields, of a list of objects other ones. */
export function holds(shown: unknown, sent: unknown): boolean {
  if (Array.isArray(sent)) {
    if (!Array.isArray(shown)) return false
    const areObjects = sent.length > 0 && sent.every((one) => typeof one === 'object')
    return areObjects ? sent.every((one) => shown.some((own) => holds(own, one))) : alike(shown, sent)
  }
  if (typeof sent !== 'object' || sent === null) return (shown ?? null) === sent
  if (typeof shown !== 'object' || shown === null) return false
  return Object.entries(sent).every(([name, one]) => holds((shown as Values)[name], one))
}
