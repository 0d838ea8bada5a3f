/** The two views of the affiliates, by a switch in the address. */
import { ApartmentOutlined, UnorderedListOutlined } from '@ant-design/icons'
import { Segmented } from 'antd'
import { Suspense, type ReactNode } from 'react'
import { z } from 'zod'
import { later } from '@/kit/page/later.tsx'
import { ListSkeleton } from '@/kit/page/skeletons.tsx'
import { useUrlState } from '@/kit/page/url-state.ts'

const AffiliateTree = later(async () => (await import('./tree.tsx')).AffiliateTree)
const schema = z.object({ view: z.enum(['tree', 'list']).default('tree') })

/** `list` is the table of distributors. */
export function AffiliateViews({ list }: { list: ReactNode }) {
  const [{ view }, set] = useUrlState(schema)
  return (
    <>
      <div>
        <Segmented
          aria-label="Ver los afiliados como"
          value={view}
          options={[
            { value: 'tree', label: 'Árbol', icon: <ApartmentOutlined aria-hidden="true" /> },
            { value: 'list', label: 'Distribuidores', icon: <UnorderedListOutlined aria-hidden="true" /> },
          ]}
          onChange={(chosen) => set({ view: chosen === 'list' ? 'list' : 'tree' })}
        />
      </div>
      {view === 'list' ? (
        list
      ) : (
        <Suspense fallback={<ListSkeleton rows={10} />}>
          <AffiliateTree />
        </Suspense>
      )}
    </>
  )
}
