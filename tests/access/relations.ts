/**
 * How each call of the contract is tried from every place of the tree, or why where one stands makes no
 * difference to it. What a call's shape says needs no line here: one that takes `partner_id` in its query is
 * tried with every place, one with an id in its path is tried with an id of the other database, and one for
 * people of the banca alone has nothing above or beside them. Records that people keep have the lines of `kept.ts`.
 */
import { sql } from 'drizzle-orm'
import { agencies } from '../../contract/agencies.ts'
import { betsConfigurations } from '../../contract/bets-configurations.ts'
import { blockedNumbers } from '../../contract/blocked-numbers.ts'
import { general } from '../../contract/general.ts'
import { partners } from '../../contract/partners.ts'
import { paymentMethods } from '../../contract/payment-methods.ts'
import { stripUnknown } from '../../contract/strip-unknown.ts'
import { products } from '../../contract/products.ts'
import { quotas } from '../../contract/quotas.ts'
import { savedViews } from '../../contract/saved-views.ts'
import { placeOf } from '../../server/seed/locations.ts'
import { accountRelations } from './accounts.ts'
import { clientRelations } from './clients.ts'
import { kept } from '../support/factories.ts'
import { betTypeId } from '../support/world.ts'
import {
  agencyPlaces,
  askers,
  isWithin,
  officePlaces,
  places,
  type Asker,
  type Place,
  type RelationBanca,
} from './relation-banca.ts'
import { bookRelations } from './books.ts'
import { cashRelations } from './cash.ts'
import { movementRelations } from './movements.ts'
import { fundRelations } from './funds.ts'
import { paymentRelations } from './payments.ts'
import { statementRelations } from './statements.ts'
import { affiliateRelations } from './affiliates.ts'
import { officeRelations } from './offices.ts'
import { peopleRelations } from './people.ts'
import { rateRelations } from './rates.ts'
import { ticketRelations } from './tickets.ts'
import { updateRelations } from './updates.ts'
import { keptRelations } from './kept.ts'
import { listing, trial, type Relation } from './trial.ts'

const ownSession: Relation = { none: 'it is about who calls' }
const catalogue: Relation = { none: 'the same for everybody: it tells what kinds of things there are' }
const draws: Relation = { none: 'a draw and its result are the whole banca’s' }
const wholeLog: Relation = { none: 'the log is the whole banca’s, whoever of it did something' }
const own: Relation = { none: 'each person’s own, and nobody else’s wherever they sit: tried with them' }
const views: Relation = { none: 'a view is its owner’s, and of the roles that were named below it: tried with them' }

/** Which of these places the ids are. */
const placesOf = ({ idOf }: RelationBanca, of: readonly Place[], ids: readonly number[]): Place[] =>
  of.filter((place) => ids.includes(idOf(place)))
/** The first of the catalogue. */
const ownProduct = 1
let count = 0
/** A form that would save the agency of a place; for an agency that is not here, that of another one. */
async function agencyForm({ app, idOf }: RelationBanca, place: Place) {
  const params = { id: idOf(place === 'elsewhere' ? 'agencia1' : place) }
  const { body } = await app.call(agencies.show, { params }, { as: 'banca' })
  count += 1
  const form = { ...body, ...placeOf('Zulia', 'Maracaibo'), name: `Agencia ${count}`, code: `AG-${count}` }
  return stripUnknown(agencies.update.body!, form) as typeof form
}
const noBets = { annul_minutes: null, prize_days: null, max_lines: null, pays_other_agencies: null }
const quota = (banca: RelationBanca) => ({
  product_id: banca.world.product('LOTTO_ACTIVO'),
  bet_type_id: betTypeId('ANIMALITO'),
  currency: 'BS' as const,
})
const makerAt = (place: Place) => (Object.keys(askers) as Asker[]).find((asker) => askers[asker].at === place)!
/** A view of whoever sits at a place first: a neighbour of the same office finds none. */
const ownView = (
  send: (
    banca: RelationBanca,
    params: { id: number },
    name: Place,
    as: Asker,
  ) => ReturnType<RelationBanca['app']['call']>,
): Relation =>
  trial((banca) => ({
    places: officePlaces,
    prepare: (place) =>
      banca.world.db.run(sql`
        INSERT INTO saved_views (user_id, screen, name, name_key, query) SELECT u.id, 'polla', ${place}, ${place}, ''
        FROM users u WHERE u.username = ${makerAt(place)} ON CONFLICT DO NOTHING`),
    isThere: (place, asker) => asker === makerAt(place),
    send: async (place, as) => {
      const view = await banca.world.db.one<{ id: number }>(sql`SELECT id FROM saved_views WHERE name_key = ${place}`)
      return send(banca, { id: view!.id }, place, as)
    },
  }))
export const relations: Record<string, Relation> = {
  'session.open': { none: 'nobody is signed in yet' },
  'session.close': ownSession,
  'session.refresh': ownSession,
  'session.changePassword': ownSession,
  'crossDb.enabled': ownSession,
  'crossDb.register': own,
  'crossDb.change': own,
  'crossDb.conns': own,
  'crossDb.end': own,
  'crossDb.figures': own,

  'partners.list': listing((banca) => ({
    places,
    shown: async (as) => {
      const { body } = await banca.app.call(partners.list, { query: {} }, { as })
      return placesOf(
        banca,
        places,
        body.data.map(({ id }) => id),
      )
    },
  })),
  'partners.export': listing((banca) => ({
    places,
    shown: async (as) => {
      const { raw } = await banca.app.call(partners.export, { query: { format: 'csv' } }, { as })
      const lines = raw.toString('utf8').split('\r\n')
      const codes = await banca.world.db.rows<{ id: number; code: string }>(sql`SELECT id, code FROM partners`)
      const shown = codes.filter(({ code }) => lines.some((line) => line.split(';')[1] === code))
      return placesOf(
        banca,
        places,
        shown.map(({ id }) => id),
      )
    },
  })),
  'partners.options': listing((banca) => ({
    places,
    shown: async (as) => {
      const { body } = await banca.app.call(partners.options, {}, { as })
      return placesOf(
        banca,
        places,
        body.data.map(({ id }) => id),
      )
    },
  })),
  'partners.fathers': listing((banca) => ({
    places,
    isThere: (place, asker) => ['banca', 'norte', 'sur'].includes(place) && isWithin(place, asker),
    shown: async (as) => {
      const { body } = await banca.app.call(partners.fathers, { query: { type: 'agencia' } }, { as })
      return placesOf(
        banca,
        places,
        body.data.map(({ id }) => id),
      )
    },
  })),
  'partners.movePreview': trial((banca) => ({
    places: ['agencia1', 'agencia2', 'elsewhere'],
    there: 'invalid_father',
    // Under a father that it cannot have: who may not see it is not told so.
    send: (place, as) => {
      const body = { id: banca.idOf(place), father_id: banca.idOf('taquilla1') }
      return banca.app.call(partners.movePreview, { body }, { as })
    },
  })),
  'partners.invalidNames': { none: 'a name is taken wherever in the banca it is, and only the name is told' },

  'agencies.options': listing((banca) => ({
    places: agencyPlaces,
    shown: async (as) => {
      const { body } = await banca.app.call(agencies.options, {}, { as })
      return placesOf(
        banca,
        agencyPlaces,
        body.data.map(({ id }) => id),
      )
    },
  })),
  'agencies.config': trial(({ app, idOf }) => ({
    places: agencyPlaces,
    send: (place, as) => app.call(agencies.config, { query: { id: idOf(place) } }, { as }),
  })),
  'agencies.saveConfig': trial(({ app, idOf }) => ({
    places: agencyPlaces,
    send: (place, as) => {
      const id = idOf(place)
      return app.call(agencies.saveConfig, { body: { id, payments_responsible_partner_id: id } }, { as })
    },
  })),
  'agencies.create': trial((banca) => ({
    places: ['banca', 'norte', 'sur', 'elsewhere'],
    refused: 'invalid_father',
    send: async (place, as) => {
      const body = { ...(await agencyForm(banca, 'agencia1')), father_id: banca.idOf(place) }
      return banca.app.call(agencies.create, { body: stripUnknown(agencies.create.body!, body) as typeof body }, { as })
    },
  })),
  'agencies.clone': trial(({ app, idOf }) => ({
    places: agencyPlaces,
    send: (place, as) => {
      count += 1
      const body = { agency_id: idOf(place), name: `Copia ${count}`, code: `COPIA-${count}` }
      return app.call(agencies.clone, { body }, { as })
    },
  })),
  'agencies.show': trial(({ app, idOf }) => ({
    places: agencyPlaces,
    send: (place, as) => app.call(agencies.show, { params: { id: idOf(place) } }, { as }),
  })),
  'agencies.update': trial((banca) => ({
    places: agencyPlaces,
    send: async (place, as) =>
      banca.app.call(
        agencies.update,
        { params: { id: banca.idOf(place) }, body: await agencyForm(banca, place) },
        { as },
      ),
  })),
  'agencies.remove': trial(({ app, idOf }) => ({
    places: agencyPlaces,
    send: (place, as) => app.call(agencies.remove, { params: { id: idOf(place) } }, { as }),
  })),

  // What is bet below a partner is set on any of them, not only on agencies.
  'betsConfigurations.show': trial(({ app, idOf }) => ({
    places,
    send: (place, as) => app.call(betsConfigurations.show, { params: { agencyId: idOf(place) } }, { as }),
  })),
  'betsConfigurations.save': trial(({ app, idOf }) => ({
    places,
    send: async (place, as) => {
      const agency_id = idOf(place)
      const shown = await app.call(betsConfigurations.show, { params: { agencyId: agency_id } }, { as: 'banca' })
      const version = shown.body.version ?? 1
      const body = { agency_id, version, ...noBets, limits: [], products: [], multipliers: [] }
      return app.call(betsConfigurations.save, { body }, { as })
    },
  })),
  'betsConfigurations.global': trial(({ app, idOf }) => ({
    places,
    // Within reach it would touch rows, of which none were counted; nothing is found elsewhere.
    there: 'matched_rows_changed',
    send: (place, as) => {
      const filter = { partner_id: idOf(place), types: ['banca', 'distribuidor', 'agencia', 'taquilla'] as never[] }
      const body = { filter, change: { field: 'max_lines' as const, value: 5 } }
      return app.call(betsConfigurations.global, { query: { expected_matched_rows: 900 }, body }, { as })
    },
  })),
  'quotas.list': trial(({ app, idOf }) => ({
    places,
    send: (place, as) => app.call(quotas.list, { body: { partner_id: idOf(place) } }, { as }),
  })),
  'quotas.export': trial(({ app, idOf }) => ({
    places,
    send: (place, as) => app.call(quotas.export, { body: { partner_id: idOf(place) } }, { as }),
  })),
  'quotas.show': trial(({ app, idOf }) => ({
    places,
    send: (place, as) => app.call(quotas.show, { params: { id: idOf(place) } }, { as }),
  })),
  'quotas.save': trial((banca) => ({
    places,
    send: async (place, as) => {
      const row = { ...quota(banca), partner_id: banca.idOf(place), amount: null, before: null }
      return banca.app.call(quotas.save, { body: { rows: [row] } }, { as })
    },
  })),
  'quotas.global': trial(({ app, idOf }) => ({
    places,
    there: 'matched_rows_changed',
    send: (place, as) =>
      app.call(
        quotas.global,
        {
          query: { expected_matched_rows: 900_000 },
          body: { filter: { partner_id: idOf(place) }, change: { kind: 'inherit' } },
        },
        { as },
      ),
  })),
  'blockedNumbers.create': trial((banca) => ({
    places,
    send: (place, as) => {
      const { currency: _none, ...block } = quota(banca)
      const body = { ...block, partner_id: banca.idOf(place), numbers: ['36'], draw_id: banca.draw }
      return banca.app.call(blockedNumbers.create, { body }, { as })
    },
  })),
  'auditLog.list': wholeLog,
  'auditLog.export': wholeLog,
  'auditLog.changed': wholeLog,
  'auditLog.changedExport': wholeLog,
  ...keptRelations(paymentMethods, kept.paymentMethods, 'partner'),
  ...accountRelations,
  ...clientRelations,
  ...bookRelations,
  ...cashRelations,
  ...movementRelations,
  ...fundRelations,
  ...paymentRelations,
  ...statementRelations,
  'paymentMethods.ofPartner': trial(({ app, idOf }) => ({
    places,
    send: (place, as) => app.call(paymentMethods.ofPartner, { params: { id: idOf(place) } }, { as }),
  })),
  'paymentMethods.kinds': catalogue,
  'products.update': trial((banca) => ({
    places: ['banca', 'elsewhere'],
    send: async (place, as) => {
      const { body } = await banca.app.call(products.show, { params: { id: ownProduct } }, { as })
      const id = place === 'banca' ? ownProduct : banca.idOf('elsewhere')
      return banca.app.call(
        products.update,
        { params: { id }, body: stripUnknown(products.update.body!, body) as never },
        { as },
      )
    },
  })),
  'products.saveSymbols': trial((banca) => ({
    places: ['banca', 'elsewhere'],
    send: async (place, as) => {
      const { body } = await banca.app.call(products.symbols, { params: { id: ownProduct } }, { as })
      const id = place === 'banca' ? ownProduct : banca.idOf('elsewhere')
      return banca.app.call(
        products.saveSymbols,
        { params: { id }, body: stripUnknown(products.saveSymbols.body!, body) as never },
        { as },
      )
    },
  })),
  'images.upload': { none: 'a picture is named by its own bytes' },

  'locations.states': catalogue,
  'locations.municipalities': catalogue,
  'firstSteps.show': { none: 'it names nobody: what is told to whom is tried with the first steps' },
  'general.products': catalogue,
  'general.lotteries': catalogue,
  'general.draws': catalogue,
  'general.names': listing((banca) => ({
    places,
    shown: async (as) => {
      const ids = places.map((place) => banca.idOf(place)).join()
      const { body } = await banca.app.call(general.names, { query: { kind: 'partner', ids } }, { as })
      return placesOf(
        banca,
        places,
        body.data.map(({ id }) => id),
      )
    },
  })),
  'general.typesDraw': catalogue,
  'general.typesBet': catalogue,
  'general.playTypes': catalogue,
  'general.typesProduct': catalogue,
  'general.ticketStatus': catalogue,
  'general.times': catalogue,
  'general.categories': catalogue,
  'general.status': catalogue,
  'general.paymentTypes': catalogue,
  'general.externalSystems': catalogue,
  'general.currencies': catalogue,

  'draws.pending': draws,
  'alarmConfig.saveConfig': { none: 'from where on a figure is an alarm is the whole banca’s' },
  'awardingControl.configure': { none: 'who confirms a result is the whole banca’s' },
  'manageDraws.saveResult': draws,
  'manageDraws.checkFile': draws,
  'manageDraws.enterFile': draws,
  'manageDraws.withdraw': draws,
  'manageDraws.results': draws,
  'manageDraws.resultsExport': draws,
  'manageDraws.detail': draws,
  'manageDraws.external': draws,
  'reports.generalRecalculate': { none: 'it rebuilds what lies under the caller, whatever it asks' },
  'reports.generalRecalculation': { none: 'one run at a time in the banca, and everybody may see that it is there' },
  'reports.generalRecalculateStop': { none: 'nobody stops a run but who began it' },

  'savedViews.list': views,
  'savedViews.create': views,
  'savedViews.update': ownView(({ app }, params, name, as) =>
    app.call(savedViews.update, { params, body: { name, query: '', shared_with: [] } }, { as }),
  ),
  'savedViews.remove': views,
  'savedViews.choose': views,
  'savedViews.follow': ownView(({ app }, params, _name, as) =>
    app.call(savedViews.follow, { params, body: { follow: false } }, { as }),
  ),
  ...peopleRelations,
  ...affiliateRelations,
  ...officeRelations,
  'notifications.list': own,
  'notifications.seen': own,
  'notifications.read': own,
  'notifications.count': own,
  'files.list': own,
  'files.create': own,
  'files.show': own,
  'files.remove': own,
  'files.download': own,

  'onlineSales.live': { none: 'nothing can be named: it tells that what lies under the caller moved' },

  ...ticketRelations,
  ...updateRelations,
  ...rateRelations,
}
