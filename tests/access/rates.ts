/** The lines of exchange rates: an office sees the banca's and its own, and no other office's. */
import { sql } from 'drizzle-orm'
import { rates } from '../../contract/rates.ts'
import { askers, officePlaces, type Asker, type Place, type RelationBanca } from './relation-banca.ts'
import { listing, trial, type Relation } from './trial.ts'

const wholeBanca: Relation = {
  none: 'the banca’s rates are everybody’s who may read any: an office’s own are tried with the list',
}
const isOwn = (place: Place, asker: Asker) => askers[asker].at === 'banca' || askers[asker].at === place

/** A rate of each office. */
async function setByOffices({ world, idOf }: RelationBanca): Promise<void> {
  await world.db.run(sql`
    INSERT INTO rate_types (codigo, nombre, by_offices) VALUES ('MOSTRADOR', 'De mostrador', true) ON CONFLICT DO NOTHING`)
  for (const place of officePlaces)
    await world.db.run(sql`
      INSERT INTO rates (rate_type_id, currency, rate, valid_from, office_id)
      SELECT id, 'USD', 400, '2026-01-05T12:00:00Z', ${idOf(place)}::int FROM rate_types WHERE codigo = 'MOSTRADOR'
      ON CONFLICT DO NOTHING`)
}

async function namesOf({ world, idOf }: RelationBanca): Promise<Map<Place, string>> {
  const rows = await world.db.rows<{ id: number; name: string }>(sql`SELECT id, name FROM partners`)
  return new Map(officePlaces.map((place) => [place, rows.find(({ id }) => id === idOf(place))!.name]))
}

export const rateRelations: Record<string, Relation> = {
  'rates.list': listing((banca) => ({
    places: officePlaces,
    isThere: isOwn,
    shown: async (as) => {
      await setByOffices(banca)
      const names = await namesOf(banca)
      const { body } = await banca.app.call(rates.list, { query: {} }, { as })
      return officePlaces.filter((place) => body.data.some(({ office_name }) => office_name === names.get(place)))
    },
  })),
  'rates.export': listing((banca) => ({
    places: officePlaces,
    isThere: isOwn,
    shown: async (as) => {
      await setByOffices(banca)
      const names = await namesOf(banca)
      const { raw } = await banca.app.call(rates.export, { query: { format: 'csv' } }, { as })
      return officePlaces.filter((place) => raw.includes(names.get(place)!))
    },
  })),
  'rates.create': { none: 'whose it is nobody says: the banca’s of its people, an office’s own of its' },
  // What is to come and one may see, only who set it withdraws.
  'rates.withdraw': trial((banca) => {
    const ahead: Partial<Record<Place, number>> = { elsewhere: 2_147_483_647 }
    return {
      places: [...officePlaces, 'elsewhere'],
      prepare: async (place) => {
        if (place === 'elsewhere') return
        await setByOffices(banca)
        const row = await banca.world.db.one<{ id: number }>(sql`
          INSERT INTO rates (rate_type_id, currency, rate, valid_from, office_id)
          SELECT id, 'COP', 1, now() + interval '1 hour', ${banca.idOf(place)}::int FROM rate_types WHERE codigo = 'MOSTRADOR'
          RETURNING id::int AS id`)
        ahead[place] = row!.id
      },
      answer: (place, asker) =>
        askers[asker].at === place
          ? 'there'
          : askers[asker].at === 'banca' && place !== 'elsewhere'
            ? 'not_your_side'
            : 'not_found',
      send: (place, as) => banca.app.call(rates.withdraw, { params: { id: ahead[place]! } }, { as }),
    }
  }),
  'rates.createType': { none: 'a type is the whole banca’s' },
  'rates.inForce': wholeBanca,
  'rates.course': wholeBanca,
  'rates.types': wholeBanca,
  'rates.updateType': trial(({ app }) => ({
    places: ['elsewhere'],
    send: (_place, as) =>
      app.call(
        rates.updateType,
        { params: { id: 2_147_483_647 }, body: { codigo: 'OTRA', nombre: 'Otra', by_offices: false, version: 1 } },
        { as },
      ),
  })),
}
