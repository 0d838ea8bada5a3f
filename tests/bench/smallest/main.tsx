/**
 * The smallest console there can be of Refine and antd, over the same server: signing in, a list of agencies, a
 * dashboard of sales. What the product's console is held against, and no part of it. Each page is code of its own.
 *
 * It does the work that the product's does for the same answers, with antd's own parts: it asks who is signed in before
 * it shows anything, the list has the same page of a hundred, the same columns that sort, stick and stay in sight and
 * the same menu on each row, the dashboard the same calls, figures and rankings and the same three marks in its chart.
 * (Three columns of text, or one series of bars alone, is what no list and no dashboard of anybody's does.) What it
 * has not: menu, header, search, filters, export, choice of columns, words, formats, live figures.
 */
import '@ant-design/v5-patch-for-react-19'
import { Authenticated, Refine, type AuthProvider, type DataProvider } from '@refinedev/core'
import { lazy, Suspense } from 'react'
import { createRoot } from 'react-dom/client'
import { agencies } from '../../../contract/agencies.ts'
import { session } from '../../../contract/session.ts'

async function ask(path: string, method = 'GET'): Promise<unknown> {
  const token = /(?:^|; )sorteo_access=([^;]*)/.exec(document.cookie)?.[1] ?? ''
  const reply = await fetch(path, { method, headers: { authorization: `Bearer ${decodeURIComponent(token)}` } })
  return reply.json()
}

const dataProvider = {
  getApiUrl: () => '',
  getList: () => ask(`${agencies.list.path}?page=1&per_page=100`),
  custom: async ({ url }: { url: string }) => ({ data: await ask(url) }),
} as unknown as DataProvider

const authProvider = {
  check: async () => {
    await ask(session.open.path, 'POST')
    return { authenticated: true }
  },
} as unknown as AuthProvider

const pages = {
  '/login': lazy(() => import('./login.tsx')),
  '/admin/registry/agencies': lazy(() => import('./agencies.tsx')),
  '/admin/dashboards/sales': lazy(() => import('./sales.tsx')),
}
const Page = pages[location.pathname as keyof typeof pages]

const page = (
  <Suspense>
    <Page />
  </Suspense>
)

createRoot(document.getElementById('root')!).render(
  <Refine
    dataProvider={dataProvider}
    authProvider={authProvider}
    resources={[{ name: 'agencies' }]}
    options={{ disableTelemetry: true }}
  >
    {location.pathname === '/login' ? (
      page
    ) : (
      <Authenticated key="console" fallback={null}>
        {page}
      </Authenticated>
    )}
  </Refine>,
)
