/** The drawer of one row of a list: it goes on to the row before or after without closing, by its buttons or by J and K. */
import { DownOutlined, UpOutlined } from '@ant-design/icons'
import { Button, Drawer, type DrawerProps } from 'antd'
import { useLayoutEffect, useRef, type RefObject } from 'react'
import { formatCount } from '@contract/values/money.ts'
import { focusBack, focusPlace } from '../page/focus-back.ts'
import { usePlainKey } from '../page/plain-key.ts'
import { focusRows } from '../table/to-rows.ts'
import type { RowWalk } from '../table/shown-rows.ts'

export interface RowDrawerProps extends Omit<DrawerProps, 'extra'> {
  /** Which record it shows: another one takes its place inside the drawer, which stays. */
  shows: string | number | undefined
  walk: RowWalk | null
}

export function RowDrawer({ shows, walk, ...drawer }: RowDrawerProps) {
  useFocusBack()
  return <Drawer {...drawer} extra={walk && <Walk walk={walk} shows={shows} />} />
}

/** A drawer that ends without closing first gives the keyboard back to nobody by itself; where its row has gone, to the rows. */
function useFocusBack() {
  useLayoutEffect(() => {
    const place = focusPlace()
    return () =>
      void requestAnimationFrame(() => {
        if (place.asker?.isConnected) focusBack(place)
        else if (document.activeElement === document.body) focusRows()
      })
  }, [])
}

function Walk({ walk, shows }: Required<Pick<RowDrawerProps, 'shows'>> & { walk: RowWalk }) {
  const { position, total, previous, next, busy, go } = walk
  const group = useRef<HTMLDivElement>(null)
  const drawer = useRef<HTMLElement>(null)
  useLayoutEffect(() => {
    drawer.current = group.current?.closest<HTMLElement>('.ant-drawer') ?? null
  }, [])
  usePlainKey('j', () => go(1), drawer)
  usePlainKey('k', () => go(-1), drawer)
  useKeptFocus(group, drawer, shows)
  return (
    <div ref={group} className="line gap-xxs" role="group" aria-label="Filas de la lista">
      <span className="note sorteo-figures nowrap" role="status" aria-busy={busy}>
        {position === null ? '—' : formatCount(position)} de {formatCount(total)}
      </span>
      <Button
        type="text"
        icon={<UpOutlined />}
        aria-label="Anterior"
        aria-keyshortcuts="K"
        title="Anterior (K)"
        disabled={previous === null}
        onClick={() => previous?.()}
      />
      <Button
        type="text"
        icon={<DownOutlined />}
        aria-label="Siguiente"
        aria-keyshortcuts="J"
        title="Siguiente (J)"
        disabled={next === null}
        onClick={() => next?.()}
      />
    </div>
  )
}

/** A button that leads no further gives the keyboard to the other; what had it in the record before gives it to the drawer. */
function useKeptFocus(
  group: RefObject<HTMLElement | null>,
  drawer: RefObject<HTMLElement | null>,
  shows: RowDrawerProps['shows'],
): void {
  const before = useRef(shows)
  useLayoutEffect(() => {
    const held = document.activeElement
    if (held instanceof HTMLButtonElement && held.disabled && group.current?.contains(held))
      group.current.querySelector<HTMLButtonElement>('button:enabled')?.focus()
    if (before.current !== shows && document.activeElement === document.body)
      drawer.current?.focus({ preventScroll: true })
    before.current = shows
  })
}
