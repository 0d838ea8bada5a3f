/** The saved views of a screen: a button that says which is open, and the one that the screen opens with. */
import { FolderOpenOutlined } from '@ant-design/icons'
import { Button, Popover } from 'antd'
import { Suspense, useEffect, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { screens } from '@contract/access/screens.ts'
import { queryWith } from '@contract/address.ts'
import type { FileQuestion } from '@contract/files.ts'
import { savedViews, type SavedView } from '@contract/saved-views.ts'
import { useCall } from '@providers/queries.ts'
import { later } from '../page/later.tsx'
import { usePopover } from '../page/use-popover.ts'
import { usePhone } from '../table/phone.ts'

const SavedViewsPanel = later(async () => (await import('./saved-views-panel.tsx')).SavedViewsPanel)

/** What the line of a header leaves a name: on a laptop its beginning, which the whole stands behind. */
const nameRoom = 'clamp(110px, 40vw - 430px, 220px)'

/** What of an address is a place in a list and no part of what it shows. */
const passing = { page: null, per_page: null }

/** An address as a view keeps it, whatever order its parts came in. */
function keptQuery(search: string): string {
  return queryWith(search, passing).split('&').sort().join('&')
}

/** Who comes without filters finds the view chosen for that; who takes them away again does not. */
function useUsualView(views: readonly SavedView[] | undefined, search: string): void {
  const navigate = useNavigate()
  const came = useRef(search === '')
  useEffect(() => {
    if (!came.current || !views) return
    came.current = false
    const usual = views.find((one) => one.usual)
    if (search === '' && usual && usual.query !== '') void navigate({ search: usual.query }, { replace: true })
  }, [views, search, navigate])
}

/** `file` tells what the screen answers as a file now; it has none, where the screen answers none. */
export function SavedViews({ file }: { file?: () => FileQuestion | null }) {
  const { pathname, search } = useLocation()
  const phone = usePhone()
  const screen = screens.find(({ path }) => path === pathname)?.key
  const call = useCall(savedViews.list, { query: { screen: screen ?? '' } }, { enabled: screen !== undefined })
  const views = call.data?.data
  useUsualView(views, search)
  const { button, over } = usePopover()
  if (!screen) return null
  const current = views?.find(({ query }) => keptQuery(query) === keptQuery(search) && query !== '')
  return (
    <Popover
      {...over}
      trigger="click"
      // From the middle it is moved into the window; from an edge it would be cut there.
      placement={phone ? 'bottom' : 'bottomRight'}
      arrow={false}
      destroyOnHidden
      content={
        <Suspense fallback={null}>
          <SavedViewsPanel
            screen={screen}
            call={call}
            query={keptQuery(search)}
            current={current}
            {...(file && { file })}
          />
        </Suspense>
      }
    >
      <Button
        ref={button}
        icon={<FolderOpenOutlined />}
        aria-haspopup="dialog"
        title={current ? `Vista: ${current.name}` : 'Vistas guardadas'}
        {...(!current && { 'aria-label': 'Vistas' })}
        onPointerEnter={() => void SavedViewsPanel.preload()}
      >
        {current && (
          <span className="cut" style={{ maxWidth: phone ? '52vw' : nameRoom }}>
            {current.name}
          </span>
        )}
      </Button>
    </Popover>
  )
}
