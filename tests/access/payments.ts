/** The lines of payments: whose they are, who stands on which side, and who may only look. */
import { sql } from 'drizzle-orm'
import { payments } from '../../contract/payments.ts'
import { askers, isWithin, type Asker, type Place, type RelationBanca } from './relation-banca.ts'
import { listing, trial, type Relation } from './trial.ts'

const debtors: readonly Place[] = ['norte', 'sur', 'agencia1', 'agencia2']
const creditorOf: Partial<Record<Place, Place>> = { norte: 'banca', sur: 'norte', agencia1: 'sur', agencia2: 'norte' }
let receipts = 0

/** A payment of the place to whom it owes, reported by itself; its number. */
async function addPayment({ world, idOf }: RelationBanca, place: Place, state = 'pendiente'): Promise<number> {
  const [debtor, creditor] = [idOf(place), idOf(creditorOf[place]!)]
  if (state !== 'pendiente') receipts += 1
  const url = `/images/guarded/${'d'.repeat(64)}.png`
  await world.db.run(sql`
    INSERT INTO images (hash, content_type, bytes, guarded) VALUES (repeat('d', 64), 'image/png', '\\x00', true)
    ON CONFLICT DO NOTHING`)
  const row = await world.db.one<{ id: number }>(sql`
    INSERT INTO payments (partner_id, counterpart_id, payer_id, receiver_id, line, direction, "to", amount, currency, paid_on,
      receipt_url, state, receipt_year, receipt_number, reporter_id, created_by, written_by)
    VALUES (${debtor}, ${creditor}, ${debtor}, ${creditor}, ARRAY[${debtor}::int, ${creditor}::int], 'paga', 'responsable', 1,
      'BS', ${world.today}, ${url}, ${state}, ${state === 'pendiente' ? null : 2000}::int,
      ${state === 'pendiente' ? null : receipts}::int, ${debtor}, ${world.user['banca']!}, ${world.user['banca']!})
    RETURNING id`)
  return row!.id
}

const isPayer = (place: Place, asker: Asker) => askers[asker].at === place
const receiverDecides = (place: Place, asker: Asker) =>
  isWithin(place, asker) ? (isPayer(place, asker) ? 'not_your_side' : 'there') : 'not_found'
const reporterWrites = (place: Place, asker: Asker) =>
  isWithin(place, asker) ? (isPayer(place, asker) ? 'there' : 'not_your_side') : 'not_found'

type Send = (banca: RelationBanca, id: number, as: Asker) => ReturnType<RelationBanca['app']['call']>
/** A call that names a payment, made anew for each who asks. */
const naming = (send: Send, answer?: (place: Place, asker: Asker) => string, state?: string): Relation =>
  trial((banca) => {
    const held: Partial<Record<Place, number>> = { elsewhere: banca.idOf('elsewhere') }
    return {
      places: [...debtors, 'elsewhere'],
      prepare: async (place) => {
        if (place !== 'elsewhere') held[place] = await addPayment(banca, place, state)
      },
      send: (place, as) => send(banca, held[place]!, as),
      ...(answer && { answer }),
    }
  })

const form = ({ world, idOf }: RelationBanca, place: Place) => ({
  partner_id: idOf(place),
  amount: '2.00',
  currency: 'BS' as const,
  paid_on: world.today,
})

export const paymentRelations: Record<string, Relation> = {
  'payments.list': listing((banca) => {
    const held: Partial<Record<Place, number>> = {}
    return {
      places: debtors,
      shown: async (as) => {
        for (const place of debtors) held[place] ??= await addPayment(banca, place)
        const { body } = await banca.app.call(payments.list, { query: { per_page: 500 } }, { as })
        const ids = body.data.map(({ id }) => id)
        return debtors.filter((place) => ids.includes(held[place]!))
      },
    }
  }),
  'payments.export': { none: 'it holds what its list shows, which is compared for every list' },
  'payments.create': trial((banca) => ({
    places: [...debtors, 'elsewhere'],
    send: (place, as) => banca.app.call(payments.create, { body: form(banca, place) }, { as }),
  })),
  'payments.show': naming(({ app }, id, as) => app.call(payments.show, { params: { id } }, { as })),
  'payments.update': trial((banca) => {
    const held: Partial<Record<Place, number>> = { elsewhere: banca.idOf('elsewhere') }
    return {
      places: [...debtors, 'elsewhere'],
      prepare: async (place) => {
        if (place !== 'elsewhere') held[place] = await addPayment(banca, place)
      },
      send: (place, as) => {
        const body = { ...form(banca, place), version: 1 }
        return banca.app.call(payments.update, { params: { id: held[place]! }, body }, { as })
      },
      answer: reporterWrites,
    }
  }),
  'payments.confirm': naming(
    ({ app }, id, as) => app.call(payments.confirm, { params: { id }, body: { version: 1 } }, { as }),
    // Who asks as the banca has written them all, and nothing is over a threshold.
    receiverDecides,
  ),
  'payments.reject': naming(
    ({ app }, id, as) =>
      app.call(payments.reject, { params: { id }, body: { version: 1, observation: 'De prueba' } }, { as }),
    receiverDecides,
  ),
  'payments.undo': naming(
    ({ app }, id, as) => app.call(payments.undo, { params: { id }, body: { version: 1, reason: 'De prueba' } }, { as }),
    receiverDecides,
    'confirmado',
  ),
  'payments.remove': naming(
    ({ app }, payment_id, as) => app.call(payments.remove, { body: { payment_id, version: 1 } }, { as }),
    reporterWrites,
  ),
  'payments.many': { none: 'each of them is moved as by its own call, and answers for itself' },
  'payments.waiting': { none: 'it names nobody: what it counts is tried with the payments' },
  'payments.comments': naming(({ app }, id, as) => app.call(payments.comments, { params: { id } }, { as })),
  'payments.comment': naming(({ app }, id, as) =>
    app.call(payments.comment, { params: { id }, body: { text: 'De prueba' } }, { as }),
  ),
  'payments.debt': naming(({ app }, id, as) => app.call(payments.debt, { params: { id } }, { as })),
  'payments.picture': naming(({ app }, id, as) =>
    app.call(payments.picture, { params: { id }, query: { which: 'receipt' } }, { as }),
  ),
}
