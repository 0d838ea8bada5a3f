/** The console behind the gate: Refine with the product's own providers, around the shell. */
import { Refine } from '@refinedev/core'
import { accessControlProvider } from '@providers/access.ts'
import { authProvider } from '@providers/auth.ts'
import { dataProvider } from '@providers/data.ts'
import { liveProvider } from '@providers/live.ts'
import { notificationProvider } from '@providers/notifications.ts'
import { queryClient } from '@providers/query-client.ts'
import { refineOptions } from '@providers/refine-options.ts'
import { routerProvider } from '@providers/router.ts'
import { useSessionRefetch } from '@providers/session.ts'
import { i18nProvider } from '@providers/texts.ts'
import { PartsProvider, type Parts } from './parts.ts'
import { Shell } from './shell.tsx'

const options = refineOptions(queryClient)

export function Console({ parts }: { parts: Parts }) {
  useSessionRefetch()
  return (
    <Refine
      dataProvider={dataProvider}
      authProvider={authProvider}
      accessControlProvider={accessControlProvider}
      notificationProvider={notificationProvider}
      liveProvider={liveProvider}
      i18nProvider={i18nProvider}
      routerProvider={routerProvider}
      resources={parts.resources}
      options={options}
    >
      <PartsProvider value={parts}>
        <Shell />
      </PartsProvider>
    </Refine>
  )
}
