/** A text that is asked with: it waits for a pause in the typing; Enter does not wait. */
import { Input, type InputRef } from 'antd'
import { useEffect, useLayoutEffect, useRef, useState, type ReactNode } from 'react'
import { clearable, pauseMs } from './typing.tsx'

export interface DelayedInputProps {
  value: string | undefined
  /** The text without spaces around it; undefined when there is none. */
  onChange: (text: string | undefined) => void
  /** Names it and stands in it while it is empty. */
  label: string
  className: string
  type?: 'search'
  maxLength?: number
  prefix?: ReactNode
  placeholder?: string
  /** Stands in it instead where there is no room for all of its placeholder, which its title says then. */
  brief?: string
  /** Asked when the person is done, not at a pause: half a number is another number. */
  whole?: boolean
}

/** Whether a field has room for these words, now and whenever what stands beside it changes. */
function useRoomFor(words: string) {
  const field = useRef<InputRef>(null)
  const [room, setRoom] = useState(true)
  useLayoutEffect(() => {
    const input = field.current?.input
    if (!input || typeof ResizeObserver === 'undefined') return
    const pen = document.createElement('canvas').getContext('2d')
    const by = new ResizeObserver(() => {
      if (!pen) return
      pen.font = getComputedStyle(input).font
      setRoom(pen.measureText(words).width <= input.clientWidth)
    })
    by.observe(input)
    return () => by.disconnect()
  }, [words])
  return { field, room }
}

export function DelayedInput({
  value,
  onChange,
  label,
  placeholder = label,
  brief = placeholder,
  whole = false,
  ...rest
}: DelayedInputProps) {
  const { field, room } = useRoomFor(placeholder)
  const [text, setText] = useState(value ?? '')
  const [shown, setShown] = useState(value)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  if (value !== shown) {
    setShown(value)
    if ((value ?? '') !== text.trim()) setText(value ?? '')
  }
  const apply = (next: string) => {
    clearTimeout(timer.current)
    onChange(next.trim() === '' ? undefined : next.trim())
  }
  return (
    <Input
      {...rest}
      ref={field}
      allowClear={clearable}
      placeholder={room ? placeholder : brief}
      {...(!room && { title: placeholder })}
      aria-label={label}
      value={text}
      onChange={(event) => {
        const next = event.target.value
        setText(next)
        clearTimeout(timer.current)
        if (whole && next !== '') return
        timer.current = setTimeout(() => apply(next), next === '' ? 0 : pauseMs)
      }}
      onPressEnter={() => apply(text)}
      {...(whole && { onBlur: () => apply(text) })}
    />
  )
}
