/** Answers that hang from what is settled, commissions, participations and balances: what waits is settled before they are read. */
import type { Context } from '../../platform/http/context.ts'
import { listOf } from '../../platform/lists/list-of.ts'
import type { AnyListed, ListOfContract } from '../../platform/lists/listing.ts'
import { settleBefore } from './settle.ts'

/** Settles what a reading speaks of: what a partner and all below it earned, the caller's own where none is named. */
export function settleFirst({ wire, scope }: Context, partner_id = scope.partner_id): Promise<void> {
  return settleBefore(wire.database.pool, partner_id)
}

/** The handler of a reading that settles first. */
export function afterSettling<Input, Reply>(handler: (context: Context, input: Input) => Promise<Reply>) {
  return async (context: Context, input: Input): Promise<Reply> => {
    await settleFirst(context)
    return handler(context, input)
  }
}

/** The handlers of a list, as `listOf` makes them. */
export function settledListOf<E extends ListOfContract, Raw>(
  list: AnyListed<E, Raw>,
): ReturnType<typeof listOf<E, Raw>> {
  const handlers = listOf(list)
  return { list: afterSettling(handlers.list), export: afterSettling(handlers.export) }
}
