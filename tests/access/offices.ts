/** The relations of ticket offices, of rates, and of workbooks of the network. */
import { sql } from 'drizzle-orm'
import { commissions } from '../../contract/commissions.ts'
import { network } from '../../contract/network.ts'
import { stripUnknown } from '../../contract/strip-unknown.ts'
import { ticketOffices } from '../../contract/ticket-offices.ts'
import { askers, isWithin, officePlaces, places, type Asker, type Place, type RelationBanca } from './relation-banca.ts'
import { listing, trial, type Relation } from './trial.ts'

const withForeign: readonly Place[] = [...officePlaces, 'elsewhere']
let count = 0

type Send = (banca: RelationBanca, id: number, as: Asker, place: Place) => ReturnType<RelationBanca['app']['call']>
const naming = (send: Send, of: readonly Place[] = withForeign): Relation =>
  trial((banca) => ({ places: of, send: (place, as) => send(banca, banca.idOf(place), as, place) }))

async function formAt({ app, idOf }: RelationBanca, place: Place) {
  const params = { id: idOf(place === 'elsewhere' ? 'taquilla1' : place) }
  const { body } = await app.call(ticketOffices.show, { params }, { as: 'banca' })
  count += 1
  return stripUnknown(ticketOffices.update.body!, { ...body, name: `Taquilla ${count}`, code: `TR-${count}` }) as object
}

const rate = {
  commission_kind: 'VENTA' as const,
  commission_percent: '0',
  participation_kind: 'COMPARTIDA' as const,
  participation_percent: '0',
}
const general = (partner_id: number) => ({ partner_id, product_id: null, bet_type_id: null, currency: null })
/** What each has is granted from above: of its own partner only the banca changes it. */
const granted = (place: Place, asker: Asker): string =>
  !isWithin(place, asker)
    ? 'not_found'
    : askers[asker].at === place && place !== 'banca'
      ? 'setting_above_father'
      : 'there'

/** A workbook of whoever asks first; a neighbour finds none. */
const ownBook = (
  send: (banca: RelationBanca, id: number, as: Asker) => ReturnType<RelationBanca['app']['call']>,
  refused?: string,
): Relation =>
  trial((banca) => ({
    places: ['banca', 'norte', 'sur'],
    prepare: (place) =>
      banca.world.db.run(sql`
        INSERT INTO network_imports (user_id, partner_id, filename, sha256, state, review, file)
        SELECT u.id, u.partner_id, ${place}, decode(md5(${place}), 'hex'), 'revisada', 'nada', ''
        FROM users u
        WHERE u.username = ${makerOf(place)}`),
    answer: (place, asker) => (asker === makerOf(place) ? (refused ?? 'there') : 'not_found'),
    send: async (place, as) => {
      const book = await banca.world.db.one<{ id: number }>(
        sql`SELECT max(id) AS id FROM network_imports WHERE filename = ${place}`,
      )
      return send(banca, book!.id, as)
    },
  }))
const makerOf = (place: Place) => (Object.keys(askers) as Asker[]).find((asker) => askers[asker].at === place)!
const ownBooks: Relation = { none: 'each person’s own workbooks: tried with the one that names one' }

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
  'ticketOffices.create': trial((banca) => ({
    places: ['agencia1', 'agencia2', 'elsewhere'],
    refused: 'invalid_father',
    send: async (place, as) => {
      const form = { ...(await formAt(banca, 'taquilla1')), father_id: banca.idOf(place) }
      const body = stripUnknown(ticketOffices.create.body!, form)
      return banca.app.call(ticketOffices.create, { body: body as never }, { as })
    },
  })),
  'ticketOffices.update': naming(async (banca, id, as, place) =>
    banca.app.call(ticketOffices.update, { params: { id }, body: (await formAt(banca, place)) as never }, { as }),
  ),
  'ticketOffices.remove': naming(
    ({ app }, id, as) => app.call(ticketOffices.remove, { params: { id } }, { as }),
    ['elsewhere'],
  ),
  'ticketOffices.status': naming(({ app }, id, as) =>
    app.call(ticketOffices.status, { params: { id }, body: { status: 'activo' } }, { as }),
  ),
  'ticketOffices.disconnect': naming(
    ({ app }, id, as) => app.call(ticketOffices.disconnect, { params: { id } }, { as }),
    ['elsewhere'],
  ),
  'ticketOffices.release': naming(({ app }, id, as) => app.call(ticketOffices.release, { params: { id } }, { as })),
  'ticketOffices.software': naming(({ app }, id, as) =>
    app.call(ticketOffices.software, { params: { id }, body: {} }, { as }),
  ),
  'ticketOffices.hardware': naming(({ app }, id, as) =>
    app.call(ticketOffices.hardware, { params: { id }, body: {} }, { as }),
  ),
  'ticketOffices.bulk': { none: 'each row answers for itself, as its own call does: tried with the offices' },
  'ticketOffices.matching': trial(({ app, idOf }) => ({
    places: ['norte', 'sur', 'agencia1', 'agencia2', 'elsewhere'],
    // Within reach there are offices, of which none were counted; nothing is found elsewhere.
    there: 'matched_rows_changed',
    send: (place, as) => {
      const body = { action: 'release' as const, filter: { partner_id: idOf(place) } }
      return app.call(ticketOffices.matching, { query: { expected_matched_rows: 0 }, body }, { as })
    },
  })),
  'ticketOffices.terminal': trial((banca) => ({
    places: officePlaces,
    answer: (place, asker) => (isWithin(place, asker) ? 'there' : 'not_found'),
    send: (place, as) =>
      banca.app.call(
        ticketOffices.terminal,
        { body: { device_id: 'equipo-de-prueba', office_id: banca.idOf(place) } },
        { as },
      ),
  })),
  'commissions.show': naming(({ app }, id, as) => app.call(commissions.show, { params: { id } }, { as }), places),
  'commissions.history': naming(({ app }, id, as) => app.call(commissions.history, { params: { id } }, { as }), places),
  'commissions.commissionKinds': { none: 'the same for everybody: it tells what kinds of things there are' },
  'commissions.participationKinds': { none: 'the same for everybody: it tells what kinds of things there are' },
  'commissions.list': naming(
    ({ app }, id, as) => app.call(commissions.list, { body: { partner_id: id } as never }, { as }),
    places,
  ),
  'commissions.export': naming(
    ({ app }, id, as) => app.call(commissions.export, { body: { partner_id: id } as never }, { as }),
    places,
  ),
  'commissions.preview': naming(
    ({ app }, id, as) =>
      app.call(commissions.preview, { body: { partner_id: id, commissions: [{ ...general(id), rate }] } }, { as }),
    places,
  ),
  'commissions.save': trial(({ app, idOf }) => ({
    places,
    answer: granted,
    send: (place, as) =>
      app.call(
        commissions.save,
        { body: { commissions: [{ ...general(idOf(place)), currency: 'COP', rate: null, before: null }] } },
        { as },
      ),
  })),
  'commissions.withdraw': trial(({ app, idOf }) => ({
    places,
    answer: (place, asker) => (granted(place, asker) === 'there' ? 'rate_begun' : granted(place, asker)),
    send: (place, as) =>
      app.call(
        commissions.withdraw,
        { body: { ...general(idOf(place)), starts_at: '2030-01-01T00:00:00.000Z' } },
        { as },
      ),
  })),
  'commissions.global': trial(({ app, idOf }) => ({
    places: ['elsewhere'],
    send: (place, as) =>
      app.call(
        commissions.global,
        {
          query: { expected_matched_rows: 0 },
          body: { filter: { partner_id: idOf(place) }, change: { kind: 'inherit' } } as never,
        },
        { as },
      ),
  })),
  'network.list': ownBooks,
  'network.load': ownBooks,
  'network.book': { none: 'it holds the subtree of who asks, which its test compares' },
  'network.faults': ownBook(({ app }, id, as) => app.call(network.faults, { query: { import_id: id } }, { as })),
  'network.faultsExport': ownBook(({ app }, id, as) =>
    app.call(network.faultsExport, { query: { import_id: id } }, { as }),
  ),
  'network.changes': ownBook(({ app }, id, as) => app.call(network.changes, { query: { import_id: id } }, { as })),
  'network.changesExport': ownBook(({ app }, id, as) =>
    app.call(network.changesExport, { query: { import_id: id } }, { as }),
  ),
  'network.show': ownBook(({ app }, id, as) => app.call(network.show, { params: { id } }, { as })),
  'network.tree': ownBook(({ app }, id, as) => app.call(network.tree, { params: { id } }, { as })),
  'network.columns': ownBook(({ app }, id, as) =>
    app.call(
      network.columns,
      { params: { id }, body: { sheet: 'agencias', columns: [{ name: 'Cualquiera', field: null }] } },
      { as },
    ),
  ),
  'network.apply': ownBook(
    ({ app }, id, as) => app.call(network.apply, { params: { id }, body: { review: 'otra' } }, { as }),
    'network_changed',
  ),
  'network.discard': ownBook(({ app }, id, as) => app.call(network.discard, { params: { id } }, { as })),
  'network.passwords': ownBook(
    ({ app }, id, as) => app.call(network.passwords, { params: { id } }, { as }),
    'network_nobody',
  ),
}
