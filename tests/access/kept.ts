/** The relations of entities that people keep, made of `listEndpoint` and `recordEndpoints`: by whose their rows are. */
import type { Endpoints, Entity } from '../../contract/endpoint.ts'
import type { Kept } from '../support/factories.ts'
import { isWithin, places, type Asker, type Place, type RelationBanca } from './relation-banca.ts'
import { listing, trial, type Relation } from './trial.ts'

type AnyEndpoint = Endpoints[string]
interface KeptEntity extends Entity {
  list: AnyEndpoint
  show: AnyEndpoint
  update: AnyEndpoint
  remove: AnyEndpoint
}
/** Whose rows are: what holds one, for whom it is there, and what its table says of it. */
interface Owners {
  places: readonly Place[]
  isThere: (place: Place, asker: Asker) => boolean
  columns: (banca: RelationBanca, place: Place) => { partner_id?: number }
}
const ownersOf = {
  /** The partner that makes them: they are there for it and for whoever is above it. */
  partner: { places, isThere: isWithin, columns: ({ idOf }, place) => ({ partner_id: idOf(place) }) },
  /** The whole banca: they are there for all who may ask. */
  banca: { places: ['banca', 'elsewhere'], isThere: (place) => place === 'banca', columns: () => ({}) },
} satisfies Record<string, Owners>

/** A row of each place, made once or for each who asks: its id. One of the other database is nobody's here. */
function heldRows(banca: RelationBanca, kept: Kept, { columns }: Owners, { renewed = false } = {}) {
  const held: Partial<Record<Place, number>> = { elsewhere: banca.idOf('elsewhere') }
  return {
    prepare: async (place: Place) => {
      if (place === 'elsewhere' || (held[place] && !renewed)) return
      held[place] = await kept.add(banca.world.db, columns(banca, place))
    },
    at: (place: Place) => held[place]!,
  }
}

/** The lines of an entity's calls, by whose its rows are. */
export function keptRelations(entity: KeptEntity, kept: Kept, of: keyof typeof ownersOf): Record<string, Relation> {
  const owners: Owners = ownersOf[of]
  const { isThere } = owners
  /** A call that names a row, and perhaps saves it; a row that it may change is made anew for each who asks. */
  const naming = (
    endpoint: AnyEndpoint,
    { saves = false, renewed = saves }: { saves?: boolean; renewed?: boolean } = {},
  ) =>
    trial((banca) => {
      const { prepare, at } = heldRows(banca, kept, owners, { renewed })
      return {
        places: owners.places,
        isThere,
        prepare,
        send: (place, as) => {
          const body = saves && { body: { ...kept.form(), version: 1 } }
          return banca.app.call(endpoint, { params: { id: at(place) }, ...body }, { as })
        },
      }
    })
  const lines: Record<string, Relation> = {
    list: listing((banca) => {
      const of = owners.places.filter((place) => place !== 'elsewhere')
      const { prepare, at } = heldRows(banca, kept, owners)
      return {
        places: of,
        isThere,
        shown: async (as) => {
          for (const place of of) await prepare(place)
          const { body } = await banca.app.call(entity.list, { query: { per_page: 500 } }, { as })
          const ids = (body as { data: { id: number }[] }).data.map(({ id }) => id)
          return of.filter((place) => ids.includes(at(place)))
        },
      }
    }),
    export: { none: 'it holds what its list shows, which is compared for every list' },
    show: naming(entity.show),
    create: { none: 'a new one is of whoever makes it; none can be named' },
    update: naming(entity.update, { saves: true }),
    remove: naming(entity.remove, { renewed: true }),
  }
  return Object.fromEntries(Object.entries(lines).map(([name, line]) => [`${entity.name}.${name}`, line]))
}
