/** The console behind the gate: Refine with the product's own providers, around the shell. */
import { Refine } from '@refinedev/core'
import { sections } from '@contract/access/screens.ts'
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
import { preloadScreen } from './lazy-screen.tsx'
import { resourcesOf } from './resources.ts'
import { Shell } from './shell.tsx'

// The screen of the address comes beside the console, not after it.
preloadScreen(location.pathname)

const resources = resourcesOf(sections)
const options = refineOptions(queryClient)

export default function Console() {
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
      resources={resources}
      options={options}
    >
      <Shell />
    </Refine>
  )
}
