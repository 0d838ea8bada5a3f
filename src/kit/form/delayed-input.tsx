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
  /** Where there is no room for its placeholder, which its title says then: the first of these that has room stands in it. */
  briefer?: readonly string[]
  /** Asked when the person is done, not at a pause: half a number is another number. */
  whole?: boolean
}

/** The first of these words for which a field has room, else the last, now and whenever what stands beside it changes. */
function useRoomFor(words: readonly string[]) {
  const field = useRef<InputRef>(null)
  const [fitting, setFitting] = useState(words[0])
  const all = words.join('\n')
  useLayoutEffect(() => {
    const input = field.current?.input
    if (!input || typeof ResizeObserver === 'undefined') return
    const pen = document.createElement('canvas').getContext('2d')
    const by = new ResizeObserver(() => {
      if (!pen) return
      pen.font = getComputedStyle(input).font
      const each = all.split('\n')
      setFitting(each.find((one) => pen.measureText(one).width <= input.clientWidth) ?? each.at(-1))
    })
    by.observe(input)
    return () => by.disconnect()
  }, [all])
  return { field, fitting }
}

export function DelayedInput({
  value,
  onChange,
  label,
  placeholder = label,
  briefer = [],
  whole = false,
  ...rest
}: DelayedInputProps) {
  const { field, fitting } = useRoomFor([placeholder, ...briefer])
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
      placeholder={fitting}
      {...(fitting !== placeholder && { title: placeholder })}
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
