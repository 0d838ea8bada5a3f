/**
 * Over random trees: no sequence of a distributor's calls raises what one of its partners has past what the banca gave the
 * distributor, or gave that partner; and nobody whom it moves loses what holds them back where they stood. What each has is
 * worked out here anew, from the tables and the fathers alone.
 */
import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { agencies } from '../../contract/agencies.ts'
import { betsConfigurations } from '../../contract/bets-configurations.ts'
import type { Rate } from '../../contract/commission-rates.ts'
import { commissions } from '../../contract/commissions.ts'
import { distributors } from '../../contract/distributors.ts'
import { network } from '../../contract/network.ts'
import { quotas } from '../../contract/quotas.ts'
import { list } from '../../server/platform/db/connect.ts'
import { rateAboveGranted } from '../../server/rules/commissions/granted.ts'
import { Random } from '../../server/seed/random.ts'
import { addPartner } from '../support/factories.ts'
import { modelRuns } from '../support/length.ts'
import { formOf, place } from './agencies-setup.ts'
import { openNetwork } from './network-setup.ts'
import { animal } from './sale-setup.ts'

const { at, checked, apply, settled } = openNetwork()
const as = 'distribuidor'
const days = [0.01, 4, 9]

interface Node {
  id: number
  father_id: number
  type: 'distribuidor' | 'agencia' | 'banca'
}
type Value = number | null
/** What somebody has: each of its settings (null where nothing bounds it), and its rate at each instant. */
interface Held {
  given: Record<string, Value>
  rates: (Rate | null)[]
  quota: number
  max_stake: Value
  blocked: boolean
}

interface Snapshot {
  nodes: Map<number, Node>
  held: Map<number, Held>
}

interface Set {
  partner_id: number
  field: string
  value: number
}
interface SetRate {
  partner_id: number
  product_id: number | null
  starts_in: number
  kind: string | null
  commission_percent: string
  participation_percent: string
}

const standard: Record<string, Value> = { annul_minutes: 5, prize_days: 30, pays: 0, max_stake: null, multiplier: 30 }
const lotto = () => at.world.product('LOTTO_ACTIVO')

async function look(): Promise<Snapshot> {
  const { db, partner } = at.world
  const nodes = await db.rows<Node>(
    sql`SELECT id, father_id, type::text AS type FROM partners WHERE type <> 'taquilla'`,
  )
  const sets = await db.rows<Set>(sql`
    SELECT partner_id, v.field, v.value::float8 AS value
    FROM partner_settings,
      LATERAL (
        VALUES ('annul_minutes', annul_minutes::int), ('prize_days', prize_days), ('pays', pays_other_agencies::int)
      ) v(field, value)
    WHERE v.value IS NOT NULL
    UNION ALL SELECT partner_id, 'max_stake', max_stake::float8 FROM partner_limits WHERE currency = 'BS' AND max_stake IS NOT NULL
    UNION ALL
    SELECT partner_id, 'multiplier', multiplier::float8
    FROM partner_multipliers
    WHERE product_id = ${lotto()} AND bet_type_id = ${animal}
    UNION ALL SELECT partner_id, 'quota', amount::float8 FROM regular_quotas WHERE set_by = ${partner.banca}
    UNION ALL SELECT partner_id, 'block', 1 FROM blocked_numbers`)
  const rates = await db.rows<SetRate>(sql`
    SELECT partner_id, product_id::int AS product_id,
      (CASE WHEN isfinite(starts_at) THEN extract(epoch FROM starts_at - now()) / 86400 ELSE -1e9 END)::float8 AS starts_in,
      commission_kind AS kind, commission_percent::text, participation_percent::text FROM commissions
    WHERE (product_id IS NULL OR product_id = ${lotto()}) AND (bet_type_id IS NULL OR bet_type_id = ${animal})
      AND (currency IS NULL OR currency = 'BS')`)
  const by = new Map(nodes.map((node) => [node.id, node]))
  const held = new Map<number, Held>()
  for (const { id } of nodes) {
    const chain: number[] = []
    for (let up: Node | undefined = by.get(id); up; up = by.get(up.father_id)) chain.push(up.id)
    if (!chain.includes(partner.norte)) continue
    const own = (up: number, field: string) => sets.find((one) => one.partner_id === up && one.field === field)?.value
    const nearest = (field: string) =>
      chain.map((up) => own(up, field)).find((value) => value !== undefined) ?? standard[field] ?? null
    const rateAt = (day: number): Rate | null => {
      for (const up of chain)
        for (const product of [lotto(), null]) {
          const set = rates.filter((one) => one.partner_id === up && one.product_id === product && one.starts_in <= day)
          const last = set.sort((one, other) => one.starts_in - other.starts_in).at(-1)
          if (last?.kind)
            return {
              commission_kind: 'VENTA',
              commission_percent: last.commission_percent,
              participation_kind: 'COMPARTIDA',
              participation_percent: last.participation_percent,
            }
        }
      return null
    }
    held.set(id, {
      given: Object.fromEntries(Object.keys(standard).map((field) => [field, nearest(field)])),
      rates: days.map(rateAt),
      quota: Math.min(...chain.map((up) => own(up, 'quota') ?? Infinity)),
      max_stake: nearest('max_stake'),
      blocked: chain.some((up) => own(up, 'block') !== undefined),
    })
  }
  return { nodes: by, held }
}

const isMore = (value: Value, than: Value) => than !== null && (value === null || value > than)
const isRateMore = (rate: Rate | null, than: Rate | null) => rate !== null && rateAboveGranted(rate, than) !== null

/** What somebody has past what both the distributor has and they themselves had at first. */
function raised(first: Snapshot, now: Snapshot): string[] {
  const top = at.world.partner.norte
  const most = first.held.get(top)!
  return [...now.held].flatMap(([id, { given, rates }]) => {
    const was = first.held.get(id)
    const fields = Object.entries(given).filter(
      ([field, value]) => isMore(value, most.given[field]!) && (!was || isMore(value, was.given[field]!)),
    )
    const turns = rates.flatMap((rate, turn) =>
      isRateMore(rate, most.rates[turn]!) && (!was || isRateMore(rate, was.rates[turn]!)) ? [`rate ${turn}`] : [],
    )
    return [...fields.map(([field]) => field), ...turns].map((what) => `${id === top ? 'itself' : id}: ${what}`)
  })
}

/** What somebody who was moved lost. */
const lost = (was: Snapshot, now: Snapshot): string[] =>
  [...was.held].flatMap(([id, before]) => {
    const after = now.held.get(id)!
    return [
      ...(isMore(after.max_stake, before.max_stake) ? [`${id}: max_stake`] : []),
      ...(before.blocked && !after.blocked ? [`${id}: block`] : []),
    ]
  })

/** Whose quota that the banca set, here or above, became larger or went. */
const loosened = (was: Snapshot, now: Snapshot): string[] =>
  [...was.held].flatMap(([id, before]) => (now.held.get(id)!.quota > before.quota ? [`${id}: quota`] : []))

let count = 0
const named = () => {
  count += 1
  return { name: `Modelo ${count}`, code: `MOD-${count}` }
}

/** A tree under Norte with what the banca gives here and there. Answers its partners. */
async function grow(random: Random): Promise<void> {
  const { db, partner } = at.world
  for (const table of [
    'partner_settings',
    'partner_limits',
    'partner_multipliers',
    'regular_quotas',
    'blocked_numbers',
  ])
    await db.run(sql`DELETE FROM ${sql.identifier(table)}`)
  await db.run(sql`TRUNCATE commissions`)
  await db.run(
    sql`UPDATE partners SET status = 'inactivo' WHERE id NOT IN (SELECT unnest(${list(Object.values(partner))}::int[]))`,
  )
  const subs = [partner.norte, partner.sur]
  for (let n = 0; n < 3; n++)
    subs.push(await addPartner(db, { father_id: random.pick(subs), type: 'distribuidor', ...named() }))
  const all = [partner.banca, ...subs]
  for (let n = 0; n < 3; n++)
    all.push(await addPartner(db, { father_id: random.pick(subs), type: 'agencia', ...named() }))
  const some = () => all.filter(() => random.between(0, 9) < 4)
  for (const id of some())
    await db.run(
      sql`
        INSERT INTO partner_settings (partner_id, annul_minutes, prize_days, pays_other_agencies)
        VALUES (${id}, ${random.pick([2, 5, 60])}, ${random.pick([null, 3, 9])}, ${random.pick([null, true, false])})`,
    )
  for (const id of some())
    await db.run(
      sql`INSERT INTO partner_limits (partner_id, currency, max_stake) VALUES (${id}, 'BS', ${random.pick([100, 500])})`,
    )
  for (const id of some())
    await db.run(sql`INSERT INTO partner_multipliers VALUES (${id}, ${lotto()}, ${animal}, ${random.pick([28, 35])})`)
  for (const id of some())
    await db.run(
      sql`INSERT INTO regular_quotas VALUES (${id}, ${lotto()}, ${animal}, 'BS', ${random.pick([50, 90])}, ${partner.banca})`,
    )
  for (const id of some().slice(1, 2))
    await db.run(sql`INSERT INTO blocked_numbers (partner_id, product_id, number) VALUES (${id}, ${lotto()}, '5')`)
  for (const starts_in of [-1, 3, 6])
    for (const id of starts_in < 0 ? [partner.banca, ...some().slice(1)] : some().slice(0, 2))
      await db.run(sql`
        INSERT INTO commissions (
          partner_id, product_id, commission_kind, commission_percent, participation_kind, participation_percent, starts_at
        )
        VALUES (
          ${id}, ${random.pick([null, lotto()])}, 'VENTA', ${random.pick([5, 12, 20])}, 'COMPARTIDA', ${random.pick([0, 30])},
          now() + ${starts_in} * interval '1 day'
        )`)
}

type Step = 'create' | 'move' | 'clone' | 'book' | 'configure' | 'configureAll' | 'rate' | 'rateAll' | 'quota'
const placings: readonly Step[] = ['create', 'move', 'clone', 'book']

/** One call of the distributor over partners that are active and below it. Answers its status. */
async function act(step: Step, random: Random): Promise<number> {
  const { app, world } = at
  const below = await world.db.rows<Node & { code: string; name: string; bets_version: number }>(sql`
    SELECT p.id, p.father_id, p.type::text AS type, p.code, p.name, p.bets_version
    FROM partners p
    JOIN partner_ancestors a ON a.partner_id = p.id AND a.ancestor_id = ${world.partner.norte}
    WHERE p.type <> 'taquilla' AND p.status = 'activo' ORDER BY p.id`)
  const subs = below.filter(({ type }) => type === 'distribuidor')
  const [one, father] = [random.pick(below.filter(({ id }) => id !== world.partner.norte)), random.pick(subs)]
  const any = random.pick(below)
  const percent = random.pick(['5', '8', '12', '20'])
  const rate: Rate = {
    commission_kind: 'VENTA',
    commission_percent: percent,
    participation_kind: 'COMPARTIDA',
    participation_percent: '0',
  }
  const starts = random.pick([{}, { starts_at: new Date(Date.now() + 5 * 86_400_000).toISOString() }])
  const steps: Record<Step, () => Promise<number>> = {
    create: async () => {
      const body = { ...named(), father_id: father.id, ...place, currencies: ['BS'] } as never
      const to = random.pick([agencies, distributors])
      return (await app.call(to.create, { body }, { as })).status
    },
    move: async () => {
      // Both kinds are shown and saved alike.
      const of = (one.type === 'agencia' ? agencies : distributors) as typeof agencies
      const params = { id: one.id }
      const row = (await app.call(of.show, { params }, { as })).body
      const body = { ...formOf(row), father_id: father.id }
      return (await app.call(of.update, { params, body }, { as })).status
    },
    clone: async () => {
      const from = below.filter(({ type }) => type === 'agencia')
      return (await app.call(agencies.clone, { body: { agency_id: random.pick(from).id, ...named() } }, { as })).status
    },
    book: async () => {
      const where = { state: 'Zulia', municipality: 'Maracaibo' }
      const made = { ...named(), ...where, father: father.code }
      const moved =
        one.type === 'agencia' ? [{ code: one.code, name: one.name, ...where, father: random.pick(subs).code }] : []
      const rates = random.pick([true, false])
        ? { comisiones: [{ partner: made.code, commission_percent: Number(percent) }] }
        : {}
      const book = await checked(
        { distribuidores: [made], agencias: [{ ...named(), ...where, father: made.code }, ...moved], ...rates },
        as,
      )
      if (book.faults > 0) {
        await app.call(network.discard, { params: { id: book.id } }, { as })
        return 422
      }
      await apply(book, as)
      return (await settled(book.id, as)).state === 'aplicada' ? 200 : 422
    },
    configure: async () => {
      const body = {
        agency_id: any.id,
        version: any.bets_version,
        annul_minutes: random.pick([null, 2, 5, 60]),
        prize_days: random.pick([null, 3, 9]),
        max_lines: null,
        pays_other_agencies: random.pick([null, true]),
        limits: [{ currency: 'BS', min_stake: null, max_stake: random.pick([null, '100', '500']), max_ticket: null }],
        products: [],
        multipliers: [{ product_id: lotto(), bet_type_id: animal, multiplier: random.pick([null, '28', '35']) }],
      } as never
      return (await app.call(betsConfigurations.save, { body }, { as })).status
    },
    configureAll: async () => {
      const change = random.pick([
        { field: 'annul_minutes', value: random.pick([null, 2, 5, 60]) },
        { field: 'max_stake', currency: 'BS', value: random.pick([null, '100', '500']) },
        { field: 'multiplier', product_id: lotto(), bet_type_id: animal, value: random.pick([null, '28', '35']) },
      ])
      return all(betsConfigurations.global, {
        filter: { partner_id: any.id, types: random.pick([[], ['agencia'], ['distribuidor']]) },
        change,
      })
    },
    rate: async () => {
      const key = { partner_id: any.id, product_id: random.pick([null, lotto()]), bet_type_id: null, currency: null }
      const { body } = await app.call(commissions.show, { params: { id: any.id } }, { as })
      const before = body.rows.find(
        (row) => row.product_id === key.product_id && row.bet_type_id === null && row.currency === null,
      )!.own
      const row = { ...key, before, rate: random.pick([null, rate]) }
      return (await app.call(commissions.save, { body: { commissions: [row], ...starts } as never }, { as })).status
    },
    rateAll: async () => {
      const filter = {
        partner_id: any.id,
        types: random.pick([[], ['agencia']]),
        product_ids: [lotto()],
        bet_type_ids: [animal],
        currencies: ['BS'],
        own_only: false,
      }
      return all(commissions.global, {
        filter,
        change: random.pick([{ kind: 'inherit' }, { kind: 'set', rate }]),
        ...starts,
      })
    },
    quota: async () => {
      const filter = {
        partner_id: any.id,
        types: [],
        product_ids: [lotto()],
        bet_type_ids: [animal],
        currencies: ['BS'],
        own_only: false,
      }
      return all(quotas.global, {
        filter,
        change: random.pick([{ kind: 'inherit' }, { kind: 'set', amount: random.pick(['40', '90']) }]),
      })
    },
  }
  return steps[step]()
}

/** One change over all that its filter matches, however many that are. */
async function all(
  call: typeof quotas.global | typeof commissions.global | typeof betsConfigurations.global,
  body: object,
): Promise<number> {
  const send = (expected_matched_rows: number) =>
    at.app.call(call as typeof quotas.global, { query: { expected_matched_rows }, body: body as never }, { as })
  const first = await send(0)
  const matched = first.problem?.['matched']
  return typeof matched === 'number' ? (await send(matched)).status : first.status
}

it('nothing that a distributor does raises anybody past what it was given, and no place takes away what was set', async () => {
  const done = new Map<string, number>()
  const steps = fc.array(
    fc.constantFrom<Step>(
      'create',
      'move',
      'move',
      'clone',
      'book',
      'configure',
      'configureAll',
      'rate',
      'rateAll',
      'quota',
    ),
    { minLength: 8, maxLength: 14 },
  )
  await fc.assert(
    fc.asyncProperty(fc.integer(), steps, async (seed, sequence) => {
      const random = new Random(seed)
      await grow(random)
      const first = await look()
      for (const step of sequence) {
        const before = await look()
        const status = await act(step, random)
        const key = `${step} ${status < 300 ? 'done' : 'refused'}`
        done.set(key, (done.get(key) ?? 0) + 1)
        const after = await look()
        expect([step, raised(first, after), loosened(before, after)]).toEqual([step, [], []])
        if (placings.includes(step)) expect([step, lost(before, after)]).toEqual([step, []])
      }
    }),
    { ...modelRuns(8), endOnFailure: true },
  )
  for (const step of ['create', 'move', 'clone', 'book', 'configure', 'configureAll', 'rate', 'rateAll', 'quota'])
    for (const end of ['done', 'refused']) expect([step, end, done.has(`${step} ${end}`)]).toEqual([step, end, true])
}, 600_000)
