/** The handlers of a list: its pages and its file. */
import type { Context } from '../http/context.ts'
import { fileOf } from './file.ts'
import type { AnyListed, ListQuery, ListOfContract } from './listing.ts'
import { allOf, pageOf } from './reading.ts'

interface Input {
  query: object
  body: object
}

/** `{ list, export }` of a list: spread among an entity's handlers, or renamed where the entity calls them otherwise. */
export function listOf<E extends ListOfContract, Raw>(list: AnyListed<E, Raw>) {
  const asked = ({ query, body }: Input) => ({ ...body, ...query }) as ListQuery
  const read = list.endpoint.list.whole ? allOf : pageOf
  return {
    list: (context: Context, input: Input) => read(list, context, asked(input)) as Promise<never>,
    export: (context: Context, input: Input) => fileOf(list, context, asked(input) as Parameters<typeof fileOf>[2]),
  }
}
