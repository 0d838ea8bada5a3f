/** A header cell whose right edge can be dragged. By keyboard the same width is set in the column chooser. */
import type { PointerEvent, ThHTMLAttributes } from 'react'

interface ResizableHeaderProps extends ThHTMLAttributes<HTMLTableCellElement> {
  /** Pixels, when the pointer lets go. */
  onWidth?: (width: number) => void
}

const limits = { smallest: 60, largest: 800 } as const

export function ResizableHeader({ onWidth, children, ...cell }: ResizableHeaderProps) {
  return (
    <th {...cell}>
      {children}
      {onWidth && (
        <span
          className="data-table-edge"
          aria-hidden="true"
          onPointerDown={(event) => drag(event, onWidth)}
          onClick={(event) => event.stopPropagation()}
        />
      )}
    </th>
  )
}

function drag(event: PointerEvent<HTMLSpanElement>, onWidth: (width: number) => void): void {
  event.preventDefault()
  event.stopPropagation()
  const edge = event.currentTarget
  const start = event.clientX
  const before = edge.parentElement?.offsetWidth ?? limits.smallest
  const widthAt = (x: number) => Math.round(Math.min(limits.largest, Math.max(limits.smallest, before + x - start)))
  const move = (moved: globalThis.PointerEvent) => {
    edge.style.transform = `translateX(${widthAt(moved.clientX) - before}px)`
  }
  const end = (ended: globalThis.PointerEvent) => {
    edge.style.transform = ''
    edge.removeEventListener('pointermove', move)
    if (Math.abs(ended.clientX - start) > 2) onWidth(widthAt(ended.clientX))
  }
  edge.setPointerCapture(event.pointerId)
  edge.addEventListener('pointermove', move)
  edge.addEventListener('pointerup', end, { once: true })
}
