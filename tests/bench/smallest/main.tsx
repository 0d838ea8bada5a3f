/**
 * The smallest console there can be of Refine and antd, over the same server: signing in, a list of agencies, a
 * chart of sales. What the product's console is held against, and no part of it. Each page is code of its own.
 */
import '@ant-design/v5-patch-for-react-19'
import { Refine, type DataProvider } from '@refinedev/core'
import { lazy, Suspense } from 'react'
import { createRoot } from 'react-dom/client'
import { agencies } from '../../../contract/agencies.ts'
import { kpis } from '../../../contract/kpis.ts'

const paths: Record<string, string> = { agencies: agencies.list.path, sales: kpis.endpoints.lossProfit.path }

async function ask(path: string): Promise<unknown> {
  const token = /(?:^|; )sorteo_access=([^;]*)/.exec(document.cookie)?.[1] ?? ''
  const reply = await fetch(path, { headers: { authorization: `Bearer ${decodeURIComponent(token)}` } })
  return reply.json()
}

const dataProvider = {
  getApiUrl: () => '',
  getList: ({ resource }: { resource: string }) => ask(`${paths[resource]}?per_page=50`),
  custom: async ({ url }: { url: string }) => ({ data: await ask(url) }),
} as unknown as DataProvider

const pages = {
  '/login': lazy(() => import('./login.tsx')),
  '/admin/registry/agencies': lazy(() => import('./agencies.tsx')),
  '/admin/dashboards/sales': lazy(() => import('./sales.tsx')),
}
const Page = pages[location.pathname as keyof typeof pages]

createRoot(document.getElementById('root')!).render(
  <Refine dataProvider={dataProvider} resources={[{ name: 'agencies' }]} options={{ disableTelemetry: true }}>
    <Suspense>
      <Page />
    </Suspense>
  </Refine>,
)
