/** The relations of distributors: whoever keeps the registry reads their own branch and changes what is below it. */
import { distributors } from '../../contract/distributors.ts'
import { stripUnknown } from '../../contract/strip-unknown.ts'
import { placeOf } from '../../server/seed/locations.ts'
import { askers, isWithin, type Asker, type Place, type RelationBanca } from './relation-banca.ts'
import { listing, trial, type Relation } from './trial.ts'

const distributorPlaces = ['norte', 'sur', 'elsewhere'] as const satisfies readonly Place[]
const fatherPlaces = ['banca', ...distributorPlaces] as const

/** Nobody changes what they themselves hang from. */
const belowOnly = (place: Place, asker: Asker) =>
  askers[asker].at === place ? 'own_partner' : isWithin(place, asker) ? 'there' : 'not_found'

let count = 0
/** A form that would save the distributor of a place; for one that is not here, that of another. */
async function formAt({ app, idOf }: RelationBanca, place: Place) {
  const params = { id: idOf(place === 'elsewhere' ? 'sur' : place) }
  const { body } = await app.call(distributors.show, { params }, { as: 'banca' })
  count += 1
  return { ...body, ...placeOf('Zulia', 'Maracaibo'), name: `Distribuidor ${count}`, code: `DI-${count}` }
}

type Calls = typeof distributors
function relationsOf(calls: { [K in 'show' | 'create' | 'update' | 'remove' | 'search']: Calls[K] }) {
  return {
    search: listing((banca) => ({
      places: ['norte', 'sur'],
      shown: async (as) => {
        const { body } = await banca.app.call(calls.search, { query: {} }, { as })
        const ids = body.data.map(({ id }) => id)
        return (['norte', 'sur'] as const).filter((place) => ids.includes(banca.idOf(place)))
      },
    })),
    show: trial(({ app, idOf }) => ({
      places: distributorPlaces,
      send: (place, as) => app.call(calls.show, { params: { id: idOf(place) } }, { as }),
    })),
    create: trial((banca) => ({
      places: fatherPlaces,
      refused: 'invalid_father',
      send: async (place, as) => {
        const form = { ...(await formAt(banca, 'sur')), father_id: banca.idOf(place) }
        return banca.app.call(calls.create, { body: stripUnknown(calls.create.body!, form) as never }, { as })
      },
    })),
    update: trial((banca) => ({
      places: distributorPlaces,
      answer: belowOnly,
      send: async (place, as) => {
        const body = stripUnknown(calls.update.body!, await formAt(banca, place)) as never
        return banca.app.call(calls.update, { params: { id: banca.idOf(place) }, body }, { as })
      },
    })),
    remove: trial(({ app, idOf }) => ({
      places: ['elsewhere'],
      send: (place, as) => app.call(calls.remove, { params: { id: idOf(place) } }, { as }),
    })),
  } satisfies Record<string, Relation>
}

const { v1Show: show, v1Create: create, v1Update: update, v1Remove: remove, v1Search: search } = distributors
const [now, first] = [relationsOf(distributors), relationsOf({ show, create, update, remove, search })]

const shownAt = (endpoint: Calls['list']): Relation =>
  listing((banca) => ({
    places: ['norte', 'sur'],
    shown: async (as) => {
      const { body } = await banca.app.call(endpoint, { query: { per_page: 500 } }, { as })
      const ids = body.data.map(({ id }) => id)
      return (['norte', 'sur'] as const).filter((place) => ids.includes(banca.idOf(place)))
    },
  }))

export const affiliateRelations: Record<string, Relation> = {
  'distributors.list': shownAt(distributors.list),
  'distributors.v1List': shownAt(distributors.v1List),
  'distributors.export': { none: 'it holds what its list shows, which is compared for every list' },
  ...Object.fromEntries(Object.entries(now).map(([name, relation]) => [`distributors.${name}`, relation])),
  'distributors.v1Show': first.show,
  'distributors.v1Create': first.create,
  'distributors.v1Update': first.update,
  'distributors.v1Remove': first.remove,
  'distributors.v1Search': first.search,
}
