/** The lines of drawers: registers of offices, at their counters and from above. */
import { sql } from 'drizzle-orm'
import { cashManage } from '../../contract/cash-manage.ts'
import { cashRegisters } from '../../contract/cash-registers.ts'
import { isWithin, officePlaces, type Asker, type Place, type RelationBanca } from './relation-banca.ts'
import { listing, trial, type Relation } from './trial.ts'

const withForeign: readonly Place[] = [...officePlaces, 'elsewhere']
/** A register of the office on a day of its own, years ago: as it is sent, or in another state; its number. */
async function addRegister({ world, idOf }: RelationBanca, place: Place, state = 'enviada'): Promise<number> {
  const isOpen = state === 'abierta'
  // An office has one that is open.
  await world.db.run(sql`
    UPDATE cash_registers SET state = 'aprobada', cut = since, cut_at = now() WHERE office_id = ${idOf(place)} AND state = 'abierta'`)
  const row = await world.db.one<{ id: number }>(sql`
    INSERT INTO cash_registers (office_id, day, state, since, since_at, cut, cut_at, opened_by, opened_at, sent_by, sent_at)
    SELECT ${idOf(place)}::int,
      coalesce((SELECT max(day) FROM cash_registers WHERE office_id = ${idOf(place)}::int AND day < '2021-01-01'), '2020-01-01') + 1,
      ${state}, pg_current_snapshot(), now(), ${isOpen ? sql`NULL` : sql`pg_current_snapshot()`}, ${isOpen ? sql`NULL` : sql`now()`},
      ${world.user['banca']!}::int, now(), ${isOpen ? null : world.user['banca']!}::int, ${isOpen ? sql`NULL` : sql`now()`}
    RETURNING id`)
  return row!.id
}

type Send = (banca: RelationBanca, id: number, as: Asker) => ReturnType<RelationBanca['app']['call']>
/** A call that names a register, made anew for each who asks. */
const naming = (
  send: Send,
  { state, answer }: { state?: string; answer?: (place: Place, asker: Asker) => string } = {},
): Relation =>
  trial((banca) => {
    const held: Partial<Record<Place, number>> = { elsewhere: banca.idOf('elsewhere') }
    return {
      places: withForeign,
      prepare: async (place) => {
        if (place !== 'elsewhere') held[place] = await addRegister(banca, place, state)
      },
      send: (place, as) => send(banca, held[place]!, as),
      ...(answer && { answer }),
    }
  })

/** Whoever sent them, here, is the banca's own. */
const decided = (place: Place, asker: Asker) =>
  isWithin(place, asker) ? (asker === 'banca' ? 'own_register' : 'there') : 'not_found'
const version = { version: 1 }
const counted = { ...version, counts: [] }
const days = { from: '2020-01-01', to: '2020-12-31' }
const asSent: Relation = { none: 'it holds what its list shows, which is compared for every list' }

/** Rows that name an office; each office has one. */
const ofOffices = (read: (banca: RelationBanca, as: Asker) => Promise<readonly { office_id: number }[]>): Relation =>
  listing((banca) => {
    const made = new Set<Place>()
    return {
      places: officePlaces,
      shown: async (as) => {
        for (const place of officePlaces) {
          if (!made.has(place)) await addRegister(banca, place)
          made.add(place)
        }
        const rows = await read(banca, as)
        return officePlaces.filter((place) => rows.some(({ office_id }) => office_id === banca.idOf(place)))
      },
    }
  })

const ownDrawers: Relation = { none: 'it is of whoever asks: nobody is named in it' }

export const cashRelations: Record<string, Relation> = {
  'cashConfig.config': ownDrawers,
  'cashConfig.saveConfig': ownDrawers,
  'cashRegisters.list': ofOffices(
    async ({ app }, as) => (await app.call(cashRegisters.list, { query: { per_page: 500 } }, { as })).body.data,
  ),
  'cashRegisters.export': asSent,
  'cashRegisters.current': trial(({ app, idOf }) => ({
    places: withForeign,
    send: (place, as) => app.call(cashRegisters.current, { query: { office_id: idOf(place) } as never }, { as }),
  })),
  'cashRegisters.show': naming(({ app }, id, as) => app.call(cashRegisters.show, { params: { id } }, { as })),
  'cashRegisters.open': trial(({ app, idOf, world }) => ({
    places: withForeign,
    prepare: (place) => world.db.run(sql`DELETE FROM cash_registers WHERE office_id = ${idOf(place)}`),
    send: (place, as) => app.call(cashRegisters.open, { body: { office_id: idOf(place) } }, { as }),
  })),
  'cashRegisters.count': naming(
    ({ app }, id, as) => app.call(cashRegisters.count, { params: { id }, body: counted }, { as }),
    { state: 'abierta' },
  ),
  'cashRegisters.recalculate': naming(({ app }, id, as) =>
    app.call(cashRegisters.recalculate, { params: { id }, body: version }, { as }),
  ),
  'cashRegisters.handOver': naming(
    ({ app }, id, as) => app.call(cashRegisters.handOver, { params: { id }, body: { counts: [] } }, { as }),
    { state: 'abierta' },
  ),
  'cashRegisters.send': naming(
    ({ app }, id, as) =>
      app.call(cashRegisters.send, { params: { id }, body: { ...version, observation: 'De prueba' } }, { as }),
    { state: 'abierta' },
  ),
  'cashRegisters.expenses': naming(({ app }, register_id, as) =>
    app.call(cashRegisters.expenses, { query: { register_id } as never }, { as }),
  ),
  'cashRegisters.drawed': naming(({ app }, register_id, as) =>
    app.call(cashRegisters.drawed, { query: { register_id } as never }, { as }),
  ),
  'cashManage.list': ofOffices(
    async ({ app }, as) => (await app.call(cashManage.list, { query: { per_page: 500 } }, { as })).body.data,
  ),
  'cashManage.export': asSent,
  'cashManage.show': naming(({ app }, id, as) => app.call(cashManage.show, { params: { id } }, { as })),
  'cashManage.subrows': naming(({ app }, id, as) => app.call(cashManage.subrows, { query: { id } as never }, { as })),
  'cashManage.approve': naming(
    ({ app }, id, as) => app.call(cashManage.approve, { params: { id }, body: version }, { as }),
    {
      answer: decided,
    },
  ),
  'cashManage.giveBack': naming(
    ({ app }, id, as) =>
      app.call(cashManage.giveBack, { params: { id }, body: { ...version, refusal: 'De prueba' } }, { as }),
    { answer: decided },
  ),
  'cashManage.many': { none: 'each is decided as by itself, which is tried' },
  'cashManage.waiting': { none: 'it counts what the list shows as waiting' },
  'cashManage.resume': trial(({ app, idOf }) => ({
    places: withForeign,
    send: (place, as) => app.call(cashManage.resume, { query: { ...days, partner_id: idOf(place) } as never }, { as }),
  })),
  'cashManage.summary': trial(({ app, idOf }) => ({
    places: withForeign,
    send: (place, as) => app.call(cashManage.summary, { query: { ...days, partner_id: idOf(place) } as never }, { as }),
  })),
  'cashManage.summaryExport': asSent,
  'cashManage.audit': ofOffices(
    async ({ app }, as) => (await app.call(cashManage.audit, { query: { ...days, per_page: 500 } }, { as })).body.data,
  ),
  'cashManage.auditExport': asSent,
  'cashManage.prizes': trial(({ app, idOf }) => ({
    places: withForeign,
    send: (place, as) => app.call(cashManage.prizes, { query: { ...days, partner_id: idOf(place) } as never }, { as }),
  })),
  'cashManage.prizesExport': asSent,
}
