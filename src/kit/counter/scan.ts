/** A field in which a scanner, or a hand, writes which ticket is meant: `SERIAL`, or a receipt's QR with its code. */
import { useState, type ChangeEvent } from 'react'
import { readSerialAndCode } from './ticket-key.ts'

export interface Scanned {
  serial: string
  code: string | undefined
}

/** `read` gives what was written to `onRead` and empties the field; it answers whether that was a ticket. */
export function useScan(onRead: (scanned: Scanned) => void) {
  const [text, setText] = useState('')
  const [wrong, setWrong] = useState(false)
  const read = (): boolean => {
    const { serial, code } = readSerialAndCode(text)
    setWrong(serial === null)
    if (serial === null) return false
    setText('')
    onRead({ serial, code: code ?? undefined })
    return true
  }
  const input = {
    size: 'large' as const,
    autoComplete: 'off',
    spellCheck: false,
    maxLength: 60,
    value: text,
    'aria-invalid': wrong,
    ...(wrong && { status: 'error' as const }),
    onChange: (event: ChangeEvent<HTMLInputElement>) => {
      setText(event.target.value)
      setWrong(false)
    },
  }
  return { wrong, read, input }
}
