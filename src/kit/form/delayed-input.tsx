/** A text that is asked with: it waits for a pause in the typing; Enter does not wait. */
import { Input } from 'antd'
import { useEffect, useRef, useState, type ReactNode } from 'react'
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
  /** Asked when the person is done, not at a pause: half a number is another number. */
  whole?: boolean
}

export function DelayedInput({
  value,
  onChange,
  label,
  placeholder = label,
  whole = false,
  ...rest
}: DelayedInputProps) {
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
      allowClear={clearable}
      placeholder={placeholder}
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
