/** The views of the affiliates, by a switch in the address: the tree, the distributors, and workbooks of the whole network. */
import { ApartmentOutlined, FileExcelOutlined, UnorderedListOutlined } from '@ant-design/icons'
import { Segmented } from 'antd'
import { Suspense, type ReactNode } from 'react'
import { z } from 'zod'
import { network } from '@contract/network.ts'
import { useCan } from '@providers/session.ts'
import { later } from '@/kit/page/later.tsx'
import { ListSkeleton } from '@/kit/page/skeletons.tsx'
import { useUrlState } from '@/kit/page/url-state.ts'

const AffiliateTree = later(async () => (await import('./tree.tsx')).AffiliateTree)
const NetworkImports = later(async () => (await import('../network/imports.tsx')).NetworkImports)
const views = ['tree', 'list', 'import'] as const
// Columns that one view is ordered by, another does not have; a currency shows amounts in one and filters another.
const schema = z.object({
  view: z.enum(views).default('tree'),
  sort: z.string().optional(),
  currency: z.string().optional(),
})

/** The switch between them. */
export function AffiliateSwitch() {
  const [{ view }, set] = useUrlState(schema)
  const imports = useCan(network.load.access)
  return (
    <Segmented
      aria-label="Ver los afiliados como"
      value={view}
      options={[
        { value: 'tree', label: 'Árbol', icon: <ApartmentOutlined aria-hidden="true" /> },
        { value: 'list', label: 'Distribuidores', icon: <UnorderedListOutlined aria-hidden="true" /> },
        ...(imports ? [{ value: 'import', label: 'Desde Excel', icon: <FileExcelOutlined aria-hidden="true" /> }] : []),
      ]}
      onChange={(chosen) =>
        set({ view: views.find((one) => one === chosen) ?? 'tree', sort: undefined, currency: undefined })
      }
    />
  )
}

/** What the chosen one shows; `list` is the table of distributors. */
export function AffiliateViews({ list }: { list: ReactNode }) {
  const [{ view }] = useUrlState(schema)
  const imports = useCan(network.load.access)
  if (view === 'list') return list
  return (
    <Suspense fallback={<ListSkeleton rows={10} />}>
      {view === 'import' && imports ? <NetworkImports /> : <AffiliateTree />}
    </Suspense>
  )
}
