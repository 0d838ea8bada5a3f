/** Several cached reads of one call at once: as many as what is open on a screen needs. */
import { useDataProvider, useResourceSubscription } from '@refinedev/core'
import { useQueries, type UseQueryResult } from '@tanstack/react-query'
import { nameOf, type Answer, type Arguments, type Endpoint } from '@contract/endpoint.ts'
import { metaOf } from './data.ts'
import { liveChannel } from './live.ts'
import type { ProblemError } from './problem-error.ts'
import { queryKey } from './queries.ts'

/** A result for each of the arguments, in their order. They lie in the cache as `useCall` would keep them. */
export function useCalls<E extends Endpoint>(
  endpoint: E,
  asked: readonly Arguments<E>[],
): UseQueryResult<Answer<E>, ProblemError>[] {
  const { entity } = nameOf(endpoint)
  const { custom } = useDataProvider()()
  useResourceSubscription({ resource: entity, channel: liveChannel(entity), types: ['*'], enabled: true })
  return useQueries({
    queries: asked.map((args) => {
      const { params, query } = args as { params?: unknown; query?: unknown }
      return {
        queryKey: queryKey(endpoint, args),
        queryFn: () => custom!({ url: endpoint.path, method: 'get', meta: metaOf({ params, query }) }),
        select: ({ data }: { data: unknown }) => data as Answer<E>,
      }
    }),
  }) as UseQueryResult<Answer<E>, ProblemError>[]
}
