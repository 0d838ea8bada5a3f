/** The relations of users: whoever keeps the registry reaches those who sit at their own partner or below it. */
import { sql } from 'drizzle-orm'
import { rolePartner, roles, type Role } from '../../contract/access/rules.ts'
import { users } from '../../contract/users.ts'
import { addUser } from '../support/factories.ts'
import { isWithin, places, type Asker, type Place, type RelationBanca } from './relation-banca.ts'
import { listing, trial, type Relation } from './trial.ts'

/** A role that sits at a place, as low as there is one: who asks never stands below it. */
const roleAt = (place: Place): Role =>
  roles.findLast((role) => place.startsWith(rolePartner[role]) && role !== 'VEND_TAQUILLA_POLLA') ?? 'DISTRIBUIDOR'

let count = 0
/** Somebody who sits at each place, made once or for each who asks: their id. One of the other database is nobody here. */
function people({ world, idOf }: RelationBanca, { renewed = false } = {}) {
  const seated: Partial<Record<Place, number>> = { elsewhere: idOf('elsewhere') }
  return {
    prepare: async (place: Place) => {
      if (place === 'elsewhere' || (seated[place] && !renewed)) return
      count += 1
      const partner_id = idOf(place)
      seated[place] = await addUser(world.db, { username: `de.${place}.${count}`, role: roleAt(place), partner_id })
    },
    at: (place: Place) => seated[place]!,
  }
}

const formAt = (partner_id: number, role: Role) => {
  count += 1
  return { username: `nuevo.${count}`, name: `Persona ${count}`, role, partner_id }
}

type Send = (banca: RelationBanca, id: number, as: Asker, place: Place) => ReturnType<RelationBanca['app']['call']>
const naming = (send: Send, renewed = false): Relation =>
  trial((banca) => {
    const { prepare, at } = people(banca, { renewed })
    return { places, prepare, send: (place, as) => send(banca, at(place), as, place) }
  })

export const peopleRelations: Record<string, Relation> = {
  'users.list': listing((banca) => {
    const of = places.filter((place) => place !== 'elsewhere')
    const { prepare, at } = people(banca)
    return {
      places: of,
      shown: async (as) => {
        for (const place of of) await prepare(place)
        const { body } = await banca.app.call(users.list, { query: { per_page: 500 } }, { as })
        const ids = body.data.map(({ id }) => id)
        return of.filter((place) => ids.includes(at(place)))
      },
    }
  }),
  'users.export': { none: 'it holds what its list shows, which is compared for every list' },
  'users.show': naming(({ app }, id, as) => app.call(users.show, { params: { id } }, { as })),
  'users.metrics': naming(({ app }, id, as) => app.call(users.metrics, { params: { id } }, { as })),
  'users.sessions': naming(({ app }, id, as) => app.call(users.sessions, { params: { id } }, { as })),
  'users.endSessions': naming(({ app }, id, as) => app.call(users.endSessions, { params: { id } }, { as })),
  'users.password': naming(({ app }, id, as) => app.call(users.password, { params: { id } }, { as })),
  'users.status': naming(({ app }, id, as) =>
    app.call(users.status, { params: { id }, body: { status: 'activo' } }, { as }),
  ),
  'users.remove': naming(({ app }, id, as) => app.call(users.remove, { params: { id } }, { as }), true),
  'users.update': naming(async ({ app, world, idOf }, id, as, place) => {
    const seat = place === 'elsewhere' ? 'agencia1' : place
    const now = await world.db.one<{ version: number }>(sql`SELECT version FROM users WHERE id = ${id}`)
    const body = { ...formAt(idOf(seat), roleAt(seat)), version: now?.version ?? 1 }
    return app.call(users.update, { params: { id }, body: body as never }, { as })
  }, true),
  'users.create': trial(({ app, idOf }) => ({
    places,
    // Nobody makes another who may more, wherever that one would sit.
    answer: (place, asker) => (isWithin(place, asker) ? 'there' : place === 'banca' ? 'user_above' : 'not_found'),
    send: (place, as) =>
      app.call(
        users.create,
        { body: formAt(idOf(place), roleAt(place === 'elsewhere' ? 'agencia1' : place)) as never },
        { as },
      ),
  })),
}
