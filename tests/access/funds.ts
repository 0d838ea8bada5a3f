/** The lines of funds and reloads: who sees them, who writes them, and who decides what waits for them. */
import { sql } from 'drizzle-orm'
import { cashFunds } from '../../contract/cash-funds.ts'
import { fundMovements } from '../../contract/fund-movements.ts'
import { reloads } from '../../contract/reloads.ts'
import { askers, isWithin, officePlaces, type Asker, type Place, type RelationBanca } from './relation-banca.ts'
import { listing, trial, type Relation } from './trial.ts'

type Reply = ReturnType<RelationBanca['app']['call']>
type Send = (banca: RelationBanca, id: number, as: Asker) => Reply
/** Those that keep a fund. */
const keepers: readonly Place[] = ['banca', 'norte', 'sur', 'agencia1', 'agencia2']
let made = 0

async function addFund({ world, idOf }: RelationBanca, place: Place): Promise<number> {
  const name = `fondo ${(made += 1)}`
  const row = await world.db.one<{ id: number }>(sql`
    INSERT INTO cash_funds (partner_id, name, name_key) VALUES (${idOf(place)}, ${name}, ${name}) RETURNING id`)
  return row!.id
}

/** Both halves of what passes between a fund and a drawer and waits: the number of the fund's. */
async function addGiven(banca: RelationBanca, place: Place, kind: 'transferencia' | 'recarga', office: Place) {
  const { world, idOf } = banca
  const fund_id = await addFund(banca, place)
  const isUp = kind === 'transferencia'
  const row = await world.db.one<{ id: number }>(sql`
    WITH number AS (
      SELECT nextval(pg_get_serial_sequence('cash_movements', 'id'))::int AS fund,
        nextval(pg_get_serial_sequence('cash_movements', 'id'))::int AS office
    ), half AS (
      INSERT INTO cash_movements (id, pair_id, kind, direction, office_id, fund_id, currency, amount, state, day, created_by, written_by)
      SELECT side.id, side.pair_id, ${kind}, side.direction, side.office_id, side.fund_id, 'BS', 10, 'por_aceptar', ${world.today}::date,
        ${world.user['banca']!}::int, ${world.user['banca']!}::int
      FROM number CROSS JOIN LATERAL (VALUES
        (number.fund, number.office, ${isUp ? 'entra' : 'sale'}, NULL::int, ${fund_id}::int),
        (number.office, number.fund, ${isUp ? 'sale' : 'entra'}, ${idOf(office)}::int, NULL)
      ) side(id, pair_id, direction, office_id, fund_id)
    ) SELECT fund AS id FROM number`)
  return row!.id
}

type Naming = (banca: RelationBanca, place: Place) => Promise<number>
const naming = (make: Naming, send: Send, answer?: (place: Place, asker: Asker) => string): Relation =>
  trial((banca) => {
    const held: Partial<Record<Place, number>> = { elsewhere: 999_999 }
    return {
      places: [...keepers, 'elsewhere'],
      prepare: async (place) => {
        if (place !== 'elsewhere') held[place] = await make(banca, place)
      },
      send: (place, as) => send(banca, held[place]!, as),
      ...(answer && { answer }),
    }
  })
const ofFund = (send: Send, answer?: (place: Place, asker: Asker) => string) => naming(addFund, send, answer)

/** Those above see it and leave it to whoever keeps it. */
const kept = (place: Place, asker: Asker) => {
  if (!isWithin(place, asker)) return 'not_found'
  return askers[asker].at === place ? 'there' : 'not_your_side'
}
const given = (kind: 'transferencia' | 'recarga') => (banca: RelationBanca, place: Place) =>
  addGiven(banca, place, kind, 'taquilla1')

const version = { version: 1 }
const asSent: Relation = { none: 'it holds what its list shows, which is compared for every list' }
const days = ({ world: { today } }: RelationBanca) => ({ from: today, to: today })

const shownReloads = (name: 'me' | 'global'): Relation =>
  listing((banca) => {
    const numbers = new Map<Place, number>()
    return {
      places: officePlaces,
      shown: async (as) => {
        for (const place of officePlaces)
          if (!numbers.has(place)) numbers.set(place, await addGiven(banca, 'banca', 'recarga', place))
        const { data } = (
          await banca.app.call(reloads[name], { query: { ...days(banca), per_page: 500 } as never }, { as })
        ).body
        return officePlaces.filter((place) => data.some(({ id }) => id === numbers.get(place)))
      },
      // What the own funds gave, wherever it went.
      ...(name === 'me' && { isThere: (_place: Place, asker: Asker) => askers[asker].at === 'banca' }),
    }
  })

/** Of a version that nobody saw: whoever sees it is told that, and nothing is posted. Whose it is, its own test tries. */
const decided = (name: 'accept' | 'refuse' | 'takeBack'): Relation =>
  naming(
    given(name === 'takeBack' ? 'recarga' : 'transferencia'),
    ({ app }, id, as) =>
      app.call(
        fundMovements[name],
        { params: { id }, body: { version: 2, ...(name === 'refuse' && { observation: 'De prueba' }) } as never },
        { as },
      ),
    (place, asker) => (isWithin(place, asker) ? 'changed_meanwhile' : 'not_found'),
  )

export const fundRelations: Record<string, Relation> = {
  'cashFunds.list': listing((banca) => {
    const numbers = new Map<Place, number>()
    return {
      places: keepers,
      shown: async (as) => {
        for (const place of keepers) if (!numbers.has(place)) numbers.set(place, await addFund(banca, place))
        const { data } = (await banca.app.call(cashFunds.list, { query: { per_page: 500 } as never }, { as })).body
        return keepers.filter((place) => data.some(({ id }) => id === numbers.get(place)))
      },
    }
  }),
  'cashFunds.export': asSent,
  'cashFunds.history': ofFund((banca, fund_id, as) =>
    banca.app.call(cashFunds.history, { query: { fund_id, ...days(banca) } as never }, { as }),
  ),
  'cashFunds.historyExport': ofFund((banca, fund_id, as) =>
    banca.app.call(cashFunds.historyExport, { query: { fund_id, ...days(banca) } as never }, { as }),
  ),
  'cashFunds.options': { none: 'it answers those of whoever asks' },
  'cashFunds.show': ofFund(({ app }, id, as) => app.call(cashFunds.show, { params: { id } }, { as })),
  'cashFunds.write': ofFund(
    ({ app }, fund_id, as) =>
      app.call(
        cashFunds.write,
        {
          body: {
            action: 'mover',
            fund_id,
            direction: 'entra',
            against: 'fuera',
            currency: 'BS',
            amount: '1.00',
          } as never,
        },
        { as },
      ),
    // One's own alone.
    (place, asker) => (askers[asker].at === place ? 'there' : 'not_found'),
  ),
  'cashFunds.update': ofFund(
    ({ app }, id, as) =>
      app.call(cashFunds.update, { params: { id }, body: { name: `Fondo número ${id}`, ...version } as never }, { as }),
    kept,
  ),
  'fundMovements.list': listing((banca) => {
    const numbers = new Map<Place, number>()
    return {
      places: keepers,
      shown: async (as) => {
        for (const place of keepers)
          if (!numbers.has(place)) numbers.set(place, await addGiven(banca, place, 'transferencia', 'taquilla1'))
        const { data } = (await banca.app.call(fundMovements.list, { query: { per_page: 500 } as never }, { as })).body
        return keepers.filter((place) => data.some(({ id }) => id === numbers.get(place)))
      },
    }
  }),
  'fundMovements.export': asSent,
  'fundMovements.show': naming(given('transferencia'), ({ app }, id, as) =>
    app.call(fundMovements.show, { params: { id } }, { as }),
  ),
  ...Object.fromEntries(
    (['accept', 'refuse', 'takeBack'] as const).map((name) => [`fundMovements.${name}`, decided(name)]),
  ),
  'fundMovements.waiting': { none: 'it counts what waits for the own funds' },
  'reloads.me': shownReloads('me'),
  'reloads.meExport': asSent,
  'reloads.global': shownReloads('global'),
  'reloads.globalExport': asSent,
  'reloads.ofDay': trial((banca) => ({
    places: [...officePlaces, 'agencia1', 'agencia2', 'norte', 'banca', 'elsewhere'],
    send: (place, as) =>
      banca.app.call(reloads.ofDay, { params: { partner: banca.idOf(place), date: banca.world.today } }, { as }),
  })),
  'reloads.create': trial((banca) => ({
    places: [...officePlaces, 'elsewhere'],
    send: async (place, as) => {
      const fund_id = await addFund(banca, askers[as].at)
      const body = { fund_id, office_id: banca.idOf(place), currency: 'BS', amount: '1.00' }
      return banca.app.call(reloads.create, { body: body as never }, { as })
    },
    // There is nothing in the fund: whoever reaches the office is told that.
    there: 'fund_short',
  })),
}
