/** The cache of answers. Emptied whenever another person or another database takes over. */
import { QueryClient } from '@tanstack/react-query'
import { ProblemError } from './problem-error.ts'
import { onIdentityChange } from './session-store.ts'

const mostRetries = 2

/** Only what may pass by itself is asked again: no answer, or a server in trouble. */
function shouldRetry(failures: number, error: unknown): boolean {
  return error instanceof ProblemError && error.body.status >= 500 && failures < mostRetries
}

/** No stale time: a figure of money is asked for each time it is opened. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { retry: shouldRetry, refetchOnWindowFocus: false, networkMode: 'always' },
    mutations: { retry: false, networkMode: 'always' },
  },
})

onIdentityChange(() => queryClient.clear())
