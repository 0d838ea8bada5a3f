/** The console's Refine around what a test draws: its own providers and a cache of its own; the test fakes the calls. */
import { Refine, type ResourceProps } from '@refinedev/core'
import { QueryClient } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { MemoryRouter, useInRouterContext } from 'react-router'
import { accessControlProvider } from '@providers/access.ts'
import { dataProvider } from '@providers/data.ts'
import { liveProvider } from '@providers/live.ts'
import { notificationProvider } from '@providers/notifications.ts'
import { refineOptions } from '@providers/refine-options.ts'
import { routerProvider } from '@providers/router.ts'
import { i18nProvider } from '@providers/texts.ts'

/** A cache that asks once: what fails in a test fails at once. */
export function testClient(): QueryClient {
  return new QueryClient({ defaultOptions: { queries: { retry: false } } })
}

const none: ResourceProps[] = []

interface TestRefineProps {
  /** For a test that looks into the cache. */
  client?: QueryClient
  live?: typeof liveProvider
  resources?: ResourceProps[]
  children: ReactNode
}

/** Stands in the router that is around it, or in one of its own. */
export function TestRefine({ client, live = liveProvider, resources = none, children }: TestRefineProps) {
  const routed = useInRouterContext()
  const [own] = useState(testClient)
  const refine = (
    <Refine
      dataProvider={dataProvider}
      accessControlProvider={accessControlProvider}
      notificationProvider={notificationProvider}
      liveProvider={live}
      i18nProvider={i18nProvider}
      routerProvider={routerProvider}
      resources={resources}
      options={refineOptions(client ?? own)}
    >
      {children}
    </Refine>
  )
  return routed ? refine : <MemoryRouter>{refine}</MemoryRouter>
}
