/** The lines of statements: whose they are, and who answers and comments a closing. */
import { sql } from 'drizzle-orm'
import { statements } from '../../contract/statements.ts'
import { askers, isWithin, places, type Asker, type Place, type RelationBanca } from './relation-banca.ts'
import { trial, type Relation } from './trial.ts'

const debtors: readonly Place[] = ['norte', 'sur', 'agencia1', 'agencia2']
const creditorOf: Partial<Record<Place, Place>> = { norte: 'banca', sur: 'norte', agencia1: 'sur', agencia2: 'norte' }
let weeks = 0

/** A closing of the place that stands, of a week that no other has; its number. */
async function addClosing({ world, idOf }: RelationBanca, place: Place): Promise<number> {
  weeks += 1
  const row = await world.db.one<{ id: number }>(sql`
    INSERT INTO closings (partner_id, creditor_id, currency, week, sold, prizes, commission, participation, external, adjustments,
      collected, late, total, opening, payments, closing, cut)
    VALUES (${idOf(place)}, ${idOf(creditorOf[place]!)}, 'BS', '2001-01-07'::date + 7 * ${weeks}::int, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
      0, pg_current_snapshot())
    RETURNING id`)
  return row!.id
}

type Send = (banca: RelationBanca, id: number, as: Asker) => ReturnType<RelationBanca['app']['call']>
const naming = (send: Send, answer?: (place: Place, asker: Asker) => string): Relation =>
  trial((banca) => {
    const held: Partial<Record<Place, number>> = { elsewhere: 999_999 }
    return {
      places: [...debtors, 'elsewhere'],
      prepare: async (place) => {
        if (place !== 'elsewhere') held[place] = await addClosing(banca, place)
      },
      send: (place, as) => send(banca, held[place]!, as),
      ...(answer && { answer }),
    }
  })

const debtorAnswers = (place: Place, asker: Asker) =>
  isWithin(place, asker) ? (askers[asker].at === place ? 'there' : 'not_your_side') : 'not_found'

export const statementRelations: Record<string, Relation> = {
  'statements.lines': trial(({ app, idOf }) => ({
    places,
    send: (place, as) => app.call(statements.lines, { query: { partner_id: idOf(place) } }, { as }),
  })),
  'statements.linesExport': trial(({ app, idOf }) => ({
    places,
    send: (place, as) => app.call(statements.linesExport, { query: { partner_id: idOf(place) } }, { as }),
  })),
  'statements.of': trial(({ app, idOf }) => ({
    places: [...debtors, 'elsewhere'],
    send: (place, as) => app.call(statements.of, { query: { partner_ids: [idOf(place)] } }, { as }),
  })),
  'statements.answer': naming(
    ({ app }, id, as) =>
      app.call(statements.answer, { params: { id }, body: { answer: 'conforme', answers: 0 } }, { as }),
    debtorAnswers,
  ),
  'statements.comments': naming(({ app }, id, as) => app.call(statements.comments, { params: { id } }, { as })),
  'statements.comment': naming(({ app }, id, as) =>
    app.call(statements.comment, { params: { id }, body: { text: 'De prueba' } }, { as }),
  ),
  'statements.waiting': { none: 'it names nobody: what it counts is tried with the answers' },
}
