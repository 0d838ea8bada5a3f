/** The lines of movements of drawers: whose office they are of, who accepts them, and who decides above it. */
import { sql } from 'drizzle-orm'
import { incomes } from '../../contract/incomes.ts'
import { outcomes } from '../../contract/outcomes.ts'
import { transactions } from '../../contract/transactions.ts'
import type { Endpoint } from '../../contract/endpoint.ts'
import { give } from '../../server/rules/cash/transfers.ts'
import { write, type WrittenKind } from '../../server/rules/cash/write.ts'
import { askers, isSameAgency, officePlaces, type Asker, type Place, type RelationBanca } from './relation-banca.ts'
import { listing, trial, type Relation } from './trial.ts'

const agencies: readonly Place[] = ['agencia1', 'agencia2']
const withForeign: readonly Place[] = [...officePlaces, 'elsewhere']
const signatureOf = ({ world }: RelationBanca) => ({ by: world.user['banca']!, at: new Date(), today: world.today })
const given = { currency: 'BS' as const, amount: '2.00', method_id: null, concept: '' }
const usual = { ...given, reference: '' }
let names = 0

/** Opens the place's register, where it is not. */
async function opened({ world, idOf }: RelationBanca, place: Place): Promise<void> {
  await world.db.run(sql`
    INSERT INTO cash_registers (office_id, day, since, since_at, opened_by, opened_at)
    SELECT ${idOf(place)}::int, greatest(${world.today}::date, max(day) + 1), pg_current_snapshot(), now(),
      ${world.user['banca']!}::int, now()
    FROM cash_registers WHERE office_id = ${idOf(place)} HAVING count(*) FILTER (WHERE state = 'abierta') = 0`)
}
/** A kind of a partner, which asks or not. */
async function typeAt({ world, idOf }: RelationBanca, place: Place, kind: WrittenKind, asks = false): Promise<number> {
  names += 1
  const made = await world.db.one<{ id: number }>(sql`
    INSERT INTO expenditure_types (partner_id, direction, name, name_key, needs_approval)
    VALUES (${idOf(place)}, ${kind}, ${`Tipo ${names}`}, ${`tipo ${names}`}, ${asks}) RETURNING id`)
  return made!.id
}
async function movementAt(banca: RelationBanca, place: Place, kind: WrittenKind, asks = false): Promise<number> {
  await opened(banca, place)
  const type_id = await typeAt(banca, 'banca', kind, asks)
  return banca.world.run((tx) => write(tx, kind, banca.idOf(place), { ...usual, type_id }, signatureOf(banca)))
}
/** What another drawer gave to the place and nobody accepted. */
async function givenTo(banca: RelationBanca, place: Place): Promise<number> {
  await opened(banca, place)
  const from = { office_id: banca.idOf(place === 'taquilla2' ? 'taquilla1' : 'taquilla2') }
  const half = {
    ...given,
    kind: 'transferencia' as const,
    from,
    to: { office_id: banca.idOf(place) },
    register_id: null,
  }
  const { takes } = await banca.world.run((tx) => give(tx, half, signatureOf(banca)))
  return takes
}

type Make = (banca: RelationBanca, place: Place) => Promise<number>
const income: Make = (banca, place) => movementAt(banca, place, 'ingreso')
const outcome: Make = (banca, place) => movementAt(banca, place, 'egreso')
const asked =
  (kind: WrittenKind): Make =>
  (banca, place) =>
    movementAt(banca, place, kind, true)

/** A call that names a movement, made anew for each who asks. */
const naming = (make: Make, call: Endpoint, argsOf: (id: number) => object): Relation =>
  trial((banca) => {
    const held: Partial<Record<Place, number>> = { elsewhere: banca.idOf('elsewhere') }
    return {
      places: withForeign,
      prepare: async (place) => {
        if (place !== 'elsewhere') held[place] = await make(banca, place)
      },
      send: (place, as) => banca.app.call(call, argsOf(held[place]!) as never, { as }),
    }
  })
/** What corrects a movement, made anew for each who asks. */
const correcting = (make: Make, call: Endpoint, direction: 'ingreso' | 'egreso'): Relation =>
  trial((banca) => {
    const held: Partial<Record<Place, number>> = { elsewhere: banca.idOf('elsewhere') }
    return {
      places: withForeign,
      prepare: async (place) => {
        if (place !== 'elsewhere') held[place] = await make(banca, place)
      },
      send: async (place, as) => {
        const body = { ...usual, type_id: await typeAt(banca, 'banca', direction), version: 1 }
        return banca.app.call(call, { params: { id: held[place]! }, body } as never, { as })
      },
    }
  })
/** A call that names the office it is of. */
const ofOffice = (call: Endpoint, argsOf: (banca: RelationBanca, place: Place) => Promise<object>): Relation =>
  trial((banca) => ({
    places: withForeign,
    send: async (place, as) => banca.app.call(call, (await argsOf(banca, place)) as never, { as }),
  }))
/** A list of movements, of which each place has one. */
const listed = (make: Make, ids: (banca: RelationBanca, as: Asker) => Promise<readonly number[]>): Relation =>
  listing((banca) => {
    const held: Partial<Record<Place, number>> = {}
    return {
      places: officePlaces,
      shown: async (as) => {
        for (const place of officePlaces) held[place] ??= await make(banca, place)
        const shown = await ids(banca, as)
        return officePlaces.filter((place) => shown.includes(held[place]!))
      },
    }
  })
const idsOf = async (banca: RelationBanca, call: Endpoint, as: Asker, query: object = {}): Promise<number[]> => {
  const { body } = await banca.app.call(call, { query } as never, { as })
  return (body as unknown as { data: { id: number }[] }).data.map(({ id }) => id)
}

const byId = (id: number) => ({ params: { id } })
const decision = (id: number) => ({ body: { action: 'approve', rows: [{ id, version: 1 }] } })
const ofLine: Relation = ofOffice(incomes.methods, async ({ idOf }, place) => ({ query: { office_id: idOf(place) } }))
const sameList = { none: 'it holds what its list shows, which is compared for every list' }

export const movementRelations: Record<string, Relation> = {
  'incomes.list': listed(income, (banca, as) => idsOf(banca, incomes.list, as, { per_page: 500 })),
  'incomes.export': sameList,
  'incomes.short': listed(income, (banca, as) => idsOf(banca, incomes.short, as)),
  'incomes.show': naming(income, incomes.show, byId),
  'incomes.create': ofOffice(incomes.create, async (banca, place) => {
    if (place !== 'elsewhere') await opened(banca, place)
    return { body: { ...usual, type_id: await typeAt(banca, 'banca', 'ingreso'), office_id: banca.idOf(place) } }
  }),
  'incomes.update': correcting(income, incomes.update, 'ingreso'),
  'incomes.remove': naming(income, incomes.remove, byId),
  'incomes.accept': naming(givenTo, incomes.accept, (id) => ({ params: { id }, body: { version: 1 } })),
  'incomes.refuse': naming(givenTo, incomes.refuse, (id) => ({
    params: { id },
    body: { version: 1, observation: 'De prueba' },
  })),
  'incomes.methods': ofLine,
  'outcomes.list': listed(outcome, (banca, as) => idsOf(banca, outcomes.list, as, { per_page: 500 })),
  'outcomes.export': sameList,
  'outcomes.show': naming(outcome, outcomes.show, byId),
  'outcomes.create': ofOffice(outcomes.create, async (banca, place) => {
    if (place !== 'elsewhere') await opened(banca, place)
    return { body: { ...usual, type_id: await typeAt(banca, 'banca', 'egreso'), office_id: banca.idOf(place) } }
  }),
  'outcomes.update': correcting(outcome, outcomes.update, 'egreso'),
  'outcomes.remove': naming(outcome, outcomes.remove, byId),
  'outcomes.transfer': ofOffice(outcomes.transfer, async (banca, place) => {
    if (place === 'elsewhere') return { body: { ...given, to_fund_id: 1, office_id: banca.idOf(place) } }
    await opened(banca, place)
    names += 1
    const fund = await banca.world.db.one<{ id: number }>(sql`
      INSERT INTO cash_funds (partner_id, name, name_key)
      SELECT father_id, ${`Fondo de entregas ${names}`}, ${`fondo de entregas ${names}`}
      FROM partners WHERE id = ${banca.idOf(place)} RETURNING id`)
    return { body: { ...given, to_fund_id: fund!.id, office_id: banca.idOf(place) } }
  }),
  'outcomes.destinations': ofOffice(outcomes.destinations, async ({ idOf }, place) => ({
    query: { office_id: idOf(place) },
  })),
  'outcomes.methods': ofOffice(outcomes.methods, async ({ idOf }, place) => ({ query: { office_id: idOf(place) } })),
  'outcomes.transferMethods': ofOffice(outcomes.transferMethods, async ({ idOf }, place) => ({
    query: { office_id: idOf(place) },
  })),
  'outcomes.types': listing((banca) => {
    const held: Partial<Record<Place, number>> = {}
    return {
      places: agencies,
      // The banca has kinds of its own.
      isThere: (place, asker) => askers[asker].at !== 'banca' && isSameAgency(place, asker),
      shown: async (as) => {
        for (const place of agencies) held[place] ??= await typeAt(banca, place, 'egreso')
        const shown = await idsOf(banca, outcomes.types, as)
        return agencies.filter((place) => shown.includes(held[place]!))
      },
    }
  }),
  'outcomes.createType': { none: 'a kind is of whoever makes it' },
  'outcomes.updateType': trial((banca) => {
    const held: Partial<Record<Place, number>> = {}
    return {
      places: agencies,
      prepare: async (place) => {
        held[place] = await typeAt(banca, place, 'egreso')
      },
      isThere: (place, asker) => askers[asker].at === place,
      send: (place, as) => {
        names += 1
        const body = { direction: 'egreso' as const, name: `Tipo nuevo ${names}`, version: 1 }
        return banca.app.call(outcomes.updateType, { params: { id: held[place]! }, body }, { as })
      },
    }
  }),
  'transactions.list': listed(asked('egreso'), (banca, as) => idsOf(banca, transactions.list, as, { per_page: 500 })),
  'transactions.export': sameList,
  'transactions.show': naming(asked('ingreso'), transactions.show, byId),
  'transactions.summary': { none: 'it counts what its list shows, which is compared for every list' },
  'transactions.income': naming(asked('ingreso'), transactions.income, decision),
  'transactions.expense': naming(asked('egreso'), transactions.expense, decision),
  'transactions.waiting': { none: 'it names nobody: what it counts is tried with the transactions' },
}
