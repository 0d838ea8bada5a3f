/** What of a table scrolls sideways takes the focus, so that the arrow keys scroll it; a table that fits is no stop on the way. */
import type { TableRef } from 'antd/es/table'
import { useCallback, type RefAttributes } from 'react'

/** For the table itself: antd hands no attribute on to the box that scrolls. */
export function useScrollFocus(caption: string): RefAttributes<TableRef> & { 'aria-label': string } {
  const ref = useCallback(
    (table: TableRef | null) => {
      const box = table?.nativeElement.querySelector<HTMLElement>('.ant-table-body, .ant-table-content')
      if (!box || typeof ResizeObserver === 'undefined') return undefined
      const by = new ResizeObserver(() => {
        const scrolls = box.scrollWidth > box.clientWidth
        const said = { role: 'group', 'aria-label': caption, tabindex: '0' }
        for (const [name, value] of Object.entries(said)) {
          if (scrolls) box.setAttribute(name, value)
          else box.removeAttribute(name)
        }
      })
      by.observe(box)
      if (box.firstElementChild) by.observe(box.firstElementChild)
      return () => by.disconnect()
    },
    [caption],
  )
  return { ref, 'aria-label': caption }
}
