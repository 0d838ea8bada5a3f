/** How Refine works here: on the console's own cache, pessimistic, hearing the other tabs. */
import type { IRefineOptions } from '@refinedev/core'
import type { QueryClient } from '@tanstack/react-query'

/** `client` is the cache that Refine uses as it is, with its own defaults and none of Refine's. */
export function refineOptions(client: QueryClient): IRefineOptions {
  return {
    disableTelemetry: true,
    mutationMode: 'pessimistic',
    liveMode: 'auto',
    warnWhenUnsavedChanges: false,
    syncWithLocation: false,
    // Nobody looks at how long a call takes: a clock per hook would draw each screen again every second.
    overtime: { enabled: false, interval: 1000 },
    reactQuery: { clientConfig: client },
    title: { text: 'Sorteo', icon: null },
  }
}
