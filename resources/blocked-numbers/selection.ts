/**
 * Choosing numbers on the board: a press takes or leaves one, dragging with the mouse or Shift takes all
 * between, arrows move, Shift and arrows extend, Control+A takes all, Escape none.
 */
import {
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
} from 'react'
import { numbersBetween } from './board.ts'
import { focusRoving, moveRoving, rovingItems, rovingTarget } from '../../src/kit/page/roving-focus.ts'

export interface BoardSelection {
  chosen: ReadonlySet<string>
  clear: () => void
  /** For the board's element. */
  handlers: {
    onPointerDown: (event: PointerEvent<HTMLElement>) => void
    onPointerOver: (event: PointerEvent<HTMLElement>) => void
    onClick: (event: MouseEvent<HTMLElement>) => void
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => void
  }
}

interface Drag {
  from: string
  /** Takes what it passes over, or leaves it. */
  takes: boolean
  before: ReadonlySet<string>
}

function buttonOf(target: EventTarget): HTMLElement | null {
  return (target as HTMLElement).closest<HTMLElement>('[data-number]')
}

function numberAt(target: EventTarget): string | undefined {
  return buttonOf(target)?.dataset['number']
}

function changed(before: ReadonlySet<string>, numbers: readonly string[], takes: boolean): Set<string> {
  const next = new Set(before)
  for (const number of numbers) {
    if (takes) next.add(number)
    else next.delete(number)
  }
  return next
}

/** `order` is the numbers as they are shown. What is no longer among them is no longer chosen. */
export function useBoardSelection(order: readonly string[]): BoardSelection {
  const [taken, setTaken] = useState<ReadonlySet<string>>(new Set())
  const anchor = useRef<string | null>(null)
  const drag = useRef<Drag | null>(null)
  const byMouse = useRef(false)
  const chosen = useMemo(() => {
    const shown = new Set(order)
    return new Set([...taken].filter((number) => shown.has(number)))
  }, [taken, order])
  useEffect(() => {
    const end = () => {
      drag.current = null
    }
    window.addEventListener('pointerup', end)
    return () => window.removeEventListener('pointerup', end)
  }, [])
  const clear = useCallback(() => setTaken(new Set()), [])
  const extend = (to: string, before: ReadonlySet<string> = chosen) =>
    setTaken(changed(before, numbersBetween(order, anchor.current ?? to, to), true))
  const toggle = (number: string) => {
    anchor.current = number
    setTaken(changed(chosen, [number], !chosen.has(number)))
  }
  const onPointerDown = (event: PointerEvent<HTMLElement>) => {
    const button = buttonOf(event.target)
    const number = button?.dataset['number']
    byMouse.current = event.pointerType === 'mouse' && event.button === 0
    if (!byMouse.current || !button || number === undefined) return
    event.preventDefault()
    focusRoving(event.currentTarget, button)
    if (event.shiftKey) return extend(number)
    drag.current = { from: number, takes: !chosen.has(number), before: chosen }
    toggle(number)
  }
  const onPointerOver = (event: PointerEvent<HTMLElement>) => {
    const number = numberAt(event.target)
    const moving = drag.current
    if (moving && number !== undefined)
      setTaken(changed(moving.before, numbersBetween(order, moving.from, number), moving.takes))
  }
  // Touch and keyboard; the mouse was answered when it went down.
  const onClick = (event: MouseEvent<HTMLElement>) => {
    const number = numberAt(event.target)
    const answered = byMouse.current
    byMouse.current = false
    if (answered || number === undefined) return
    if (event.shiftKey) extend(number)
    else toggle(number)
  }
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const from = buttonOf(event.target)
    if (!from) return
    if (event.key === 'Escape' && chosen.size > 0) {
      event.preventDefault()
      clear()
    } else if (event.key === 'a' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault()
      setTaken(new Set(order))
    } else if (event.shiftKey) {
      const target = rovingTarget(event.key, rovingItems(event.currentTarget), from)
      if (!target) return
      event.preventDefault()
      anchor.current ??= from.dataset['number'] ?? null
      focusRoving(event.currentTarget, target)
      extend(target.dataset['number'] ?? '')
    } else moveRoving(event)
  }
  return { chosen, clear, handlers: { onPointerDown, onPointerOver, onClick, onKeyDown } }
}
