/** The relations of ticket offices: whoever keeps the registry reads and orders those below it; a terminal speaks for its own. */
import { taken } from '../../contract/taken.ts'
import { ticketOffices } from '../../contract/ticket-offices.ts'
import { isWithin, officePlaces, places, type Asker, type Place, type RelationBanca } from './relation-banca.ts'
import { listing, outcomeOf, trial, type Relation } from './trial.ts'

const named = [...officePlaces, 'elsewhere'] as const satisfies readonly Place[]
let count = 0
/** An office that sells never is named where the call would end it. */
async function added({ app, idOf }: RelationBanca, agency: Place): Promise<number> {
  count += 1
  const body = {
    name: `Taquilla ${count}`,
    code: `TR-${count}`,
    father_id: idOf(agency),
    currencies: ['BS' as const],
  }
  return (await app.call(ticketOffices.create, { body }, { as: 'banca' })).body.id
}

type Send = (banca: RelationBanca, id: number, as: Asker) => ReturnType<RelationBanca['app']['call']>
/** A call that names an office; one that ends it has a new one for each who asks. */
const naming = (send: Send, renewed = false): Relation =>
  trial((banca) => {
    const fresh: Partial<Record<Place, number>> = {}
    const agencies: readonly Place[] = ['agencia1', 'agencia2']
    return {
      places: renewed ? [...agencies, 'elsewhere'] : named,
      prepare: async (place) => {
        if (renewed && place !== 'elsewhere') fresh[place] = await added(banca, place)
      },
      send: (place, as) => send(banca, fresh[place] ?? banca.idOf(place), as),
    }
  })

export const officeRelations: Record<string, Relation> = {
  'ticketOffices.list': listing((banca) => ({
    places: officePlaces,
    shown: async (as) => {
      const { body } = await banca.app.call(ticketOffices.list, { query: { per_page: 500 } }, { as })
      const ids = body.data.map(({ id }) => id)
      return officePlaces.filter((place) => ids.includes(banca.idOf(place)))
    },
  })),
  'ticketOffices.export': { none: 'it holds what its list shows, which is compared for every list' },
  'ticketOffices.show': naming(({ app }, id, as) => app.call(ticketOffices.show, { params: { id } }, { as })),
  'ticketOffices.create': trial(({ app, idOf }) => ({
    places: ['agencia1', 'agencia2', 'elsewhere'],
    refused: 'invalid_father',
    send: (place, as) => {
      count += 1
      const body = {
        name: `Taquilla ${count}`,
        code: `TR-${count}`,
        father_id: idOf(place),
        currencies: ['BS' as const],
      }
      return app.call(ticketOffices.create, { body }, { as })
    },
  })),
  'ticketOffices.update': naming(async ({ app, idOf }, id, as) => {
    const seen = id === idOf('elsewhere') ? idOf('taquilla1') : id
    const { body } = await app.call(ticketOffices.show, { params: { id: seen } }, { as: 'banca' })
    return app.call(
      ticketOffices.update,
      { params: { id }, body: taken(ticketOffices.update.body!, body) as never },
      { as },
    )
  }),
  'ticketOffices.remove': naming(({ app }, id, as) => app.call(ticketOffices.remove, { params: { id } }, { as }), true),
  'ticketOffices.status': naming(({ app }, id, as) =>
    app.call(ticketOffices.status, { params: { id }, body: { status: 'activo' } }, { as }),
  ),
  // Nobody of these sits where the others ask from: their sessions go on.
  'ticketOffices.disconnect': naming(
    ({ app }, id, as) => app.call(ticketOffices.disconnect, { params: { id } }, { as }),
    true,
  ),
  'ticketOffices.release': naming(({ app }, id, as) => app.call(ticketOffices.release, { params: { id } }, { as })),
  'ticketOffices.software': naming(({ app }, id, as) =>
    app.call(ticketOffices.software, { params: { id }, body: {} }, { as }),
  ),
  'ticketOffices.hardware': naming(({ app }, id, as) =>
    app.call(ticketOffices.hardware, { params: { id }, body: {} }, { as }),
  ),
  // It answers for each that was named, out of reach or not.
  'ticketOffices.bulk': naming(async ({ app }, id, as) => {
    const reply = await app.call(ticketOffices.bulk, { body: { action: 'release', ids: [id] } }, { as })
    const [first] = outcomeOf(reply) === 'there' ? reply.body.data : []
    if (!first || first.done) return reply
    return { ...reply, status: 404, problem: { ...reply.problem, code: first.code! as never } }
  }),
  'ticketOffices.terminal': trial(({ app, idOf }) => ({
    places,
    isThere: (place, asker) => officePlaces.includes(place) && isWithin(place, asker),
    send: (place, as) =>
      app.call(ticketOffices.terminal, { body: { device_id: 'equipo-de-prueba', office_id: idOf(place) } }, { as }),
  })),
}
