/** The outermost routes: signing in, and everything behind the gate. */
import type { ComponentType } from 'react'
import { createBrowserRouter, useRouteError } from 'react-router'
import { screenWindow, withDatabase } from '@providers/banca-address.ts'
import type { Later } from '@/kit/page/later.tsx'
import { ErrorScreen, serverError } from './error-screen.tsx'
import { FirstLook } from './first-look.tsx'
import { Gate } from './gate.tsx'

function RouteFault() {
  return <ErrorScreen {...serverError} cause={useRouteError()} />
}

/** The two pages there are, each as code that comes when it is needed. */
export interface Pages {
  login: () => Promise<ComponentType>
  Console: Later<object>
}

export function routerOf({ login, Console }: Pages) {
  const routes = [
    {
      ErrorBoundary: RouteFault,
      HydrateFallback: FirstLook,
      children: [
        { path: '/login', lazy: async () => ({ Component: await login() }) },
        { path: '*', element: <Gate Console={Console} /> },
      ],
    },
  ]
  const router = createBrowserRouter(routes, { window: screenWindow() })
  const hrefOf = router.createHref
  // Links say which banca they are of too: what is copied from one is an address as good as the browser's own.
  router.createHref = (to) => withDatabase(hrefOf(to))
  return router
}
