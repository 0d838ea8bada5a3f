/** A report of what is earned: what waits to be settled is settled before it is shown. */
import type { Context } from '../../platform/http/context.ts'
import { listOf } from '../../platform/lists/list-of.ts'
import type { AnyListed, ListOfContract } from '../../platform/lists/listing.ts'
import { settleBefore } from '../../rules/settlement/settle.ts'

/** The handlers of a list, as `listOf` makes them. */
export function settledListOf<E extends ListOfContract, Raw>(
  list: AnyListed<E, Raw>,
): ReturnType<typeof listOf<E, Raw>> {
  const handlers = listOf(list)
  const first = ({ wire, scope }: Context) => settleBefore(wire.database.pool, scope.partner_id)
  return {
    list: async (context, input) => {
      await first(context)
      return handlers.list(context, input)
    },
    export: async (context, input) => {
      await first(context)
      return handlers.export(context, input)
    },
  }
}
