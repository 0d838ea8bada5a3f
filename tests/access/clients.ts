/** The relations of clients: a registry shows those that its own subtree registered, a counter the one whose document it was told. */
import { clients } from '../../contract/clients.ts'
import { kept } from '../support/factories.ts'
import { keptRelations } from './kept.ts'
import { places, type Asker, type Place, type RelationBanca } from './relation-banca.ts'
import { trial, type Relation } from './trial.ts'

/** A call that names a client which each place registered. */
function ofClient(
  send: (banca: RelationBanca, client_id: number, as: Asker) => ReturnType<RelationBanca['app']['call']>,
) {
  return trial((banca) => {
    const held: Partial<Record<Place, number>> = { elsewhere: banca.idOf('elsewhere') }
    return {
      places,
      prepare: async (place) => {
        held[place] ??= await kept.clients.add(banca.world.db, { partner_id: banca.idOf(place) })
      },
      send: (place, as) => send(banca, held[place]!, as),
    }
  })
}

export const clientRelations: Record<string, Relation> = {
  ...keptRelations(clients, kept.clients, 'partner'),
  'clients.operations': ofClient(({ app }, client_id, as) =>
    app.call(clients.operations, { query: { client_id } }, { as }),
  ),
  'clients.operationsExport': ofClient(({ app }, client_id, as) =>
    app.call(clients.operationsExport, { query: { client_id } }, { as }),
  ),
  'clients.find': { none: 'it answers the one whose whole document is told, to any counter' },
}
