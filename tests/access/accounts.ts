/** The relations of accounts: what they are and hold is told to their partner and to whoever is above it. */
import { accounts } from '../../contract/accounts.ts'
import { kept } from '../support/factories.ts'
import { keptRelations } from './kept.ts'
import { places, type Asker, type Place, type RelationBanca } from './relation-banca.ts'
import { trial, type Relation } from './trial.ts'

/** A call that names an account which each place has. */
function ofAccount(
  send: (banca: RelationBanca, account_id: number, as: Asker) => ReturnType<RelationBanca['app']['call']>,
) {
  return trial((banca) => {
    const held: Partial<Record<Place, number>> = { elsewhere: banca.idOf('elsewhere') }
    return {
      places,
      prepare: async (place) => {
        held[place] ??= await kept.accounts.add(banca.world.db, { partner_id: banca.idOf(place) })
      },
      send: (place, as) => send(banca, held[place]!, as),
    }
  })
}

const days = ({ world: { today } }: RelationBanca) => ({ from: today, to: today })

export const accountRelations: Record<string, Relation> = {
  ...keptRelations(accounts, kept.accounts, 'partner'),
  'accounts.movements': ofAccount((banca, account_id, as) =>
    banca.app.call(accounts.movements, { query: { account_id, ...days(banca) } }, { as }),
  ),
  'accounts.movementsExport': ofAccount((banca, account_id, as) =>
    banca.app.call(accounts.movementsExport, { query: { account_id, ...days(banca) } }, { as }),
  ),
  'accounts.options': trial(({ app, idOf }) => ({
    places,
    send: (place, as) => app.call(accounts.options, { query: { partner_id: idOf(place) } }, { as }),
  })),
}
