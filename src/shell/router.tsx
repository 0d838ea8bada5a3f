/** The outermost routes: signing in, and everything behind the gate. */
import { createBrowserRouter, useRouteError } from 'react-router'
import { Busy } from '@/kit/page/busy.tsx'
import { ErrorScreen, serverError } from './error-screen.tsx'
import { Gate } from './gate.tsx'

function RouteFault() {
  return <ErrorScreen {...serverError} cause={useRouteError()} />
}

export const router = createBrowserRouter([
  {
    ErrorBoundary: RouteFault,
    HydrateFallback: Busy,
    children: [
      { path: '/login', lazy: async () => ({ Component: (await import('@resources/session/login.tsx')).LoginPage }) },
      { path: '*', Component: Gate },
    ],
  },
])
