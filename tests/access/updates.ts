/** The relations of the terminals' software: versions are the banca's, and a terminal asks for the office that it is of. */
import { updates } from '../../contract/updates.ts'
import { uploads } from '../api/updates-setup.ts'
import { addSoftware } from '../support/factories.ts'
import { isWithin, officePlaces, type Asker, type RelationBanca } from './relation-banca.ts'
import { trial, type Relation } from './trial.ts'

type Send = (banca: RelationBanca, id: number, as: Asker) => ReturnType<RelationBanca['app']['call']>

/** A version of each try; the one from elsewhere is none here. */
const naming = (state: NonNullable<Parameters<typeof addSoftware>[1]>['state'], send: Send): Relation =>
  trial((banca) => {
    let id = 0
    return {
      places: ['banca', 'elsewhere'],
      prepare: async (place) => {
        id = place === 'elsewhere' ? 1_000_000 : await addSoftware(banca.world.db, { state })
      },
      send: (_place, as) => send(banca, id, as),
    }
  })

export const updateRelations: Record<string, Relation> = {
  'updates.part': trial((banca) => ({
    places: ['elsewhere'],
    send: () => uploads(() => banca.app).part(1_000_000, 0, Buffer.from('x')),
  })),
  'updates.update': naming('lista', ({ app }, id, as) =>
    app.call(updates.update, { params: { id }, body: { notes: 'Otra', version: 1 } }, { as }),
  ),
  'updates.rollout': naming('lista', ({ app }, id, as) =>
    app.call(updates.rollout, { params: { id }, body: { version: 1 } }, { as }),
  ),
  'updates.halt': naming('en_curso', ({ app }, id, as) =>
    app.call(updates.halt, { params: { id }, body: { version: 1 } }, { as }),
  ),
  'updates.withdraw': naming('en_curso', ({ app }, id, as) =>
    app.call(updates.withdraw, { params: { id }, body: { version: 1 } }, { as }),
  ),
  'updates.ask': trial((banca) => ({
    places: officePlaces,
    answer: (place, asker) => (isWithin(place, asker) ? 'there' : 'not_found'),
    send: (place, as) => {
      const said = { device_id: 'equipo-de-prueba', package: 'com.prueba', version_code: 1 }
      return banca.app.call(updates.ask, { body: { ...said, office_id: banca.idOf(place) } }, { as })
    },
  })),
  'updates.download': trial((banca) => {
    let id = 0
    return {
      places: officePlaces,
      prepare: async () => {
        id = await addSoftware(banca.world.db, { state: 'en_curso' })
      },
      answer: (place, asker) => (isWithin(place, asker) ? 'there' : 'not_found'),
      send: (place, as) =>
        banca.app.call(updates.download, { params: { id }, query: { office_id: banca.idOf(place) } }, { as }),
    }
  }),
}
