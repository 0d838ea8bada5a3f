/** The one field: what is written in it, what Enter would do with it, and what the last Enter did. */
import { useRef, useState } from 'react'
import { readEntry } from './grammar.ts'
import type { Reading } from './types.ts'
import type { CounterTicket } from './use-counter.ts'

/** An Enter this soon after one that did something is the same press, bounced. */
const bounceMs = 120
/** An Enter this soon after a scanned ticket is the scanner's. */
const scannerMs = 300
/** A receipt's QR behind whatever stands in the field: serial, a mark, code. */
const scannedKey = /([0-9A-Z]{10})[^0-9A-Z]{1,3}([0-9A-Z]{13})$/i

interface Said {
  text: string
  wrong: boolean
}

export interface Typing {
  text: string
  reading: Reading
  said: Said
  write: (text: string) => void
  /** Answers whether what is written stays, to be written over. */
  enter: () => boolean
  say: (text: string, wrong?: boolean) => void
}

interface Means {
  /** Enter in an empty field: sells, or says why not. */
  finish: () => void
  /** A ticket was scanned, or its serial typed. */
  open: (serial: string, code: string | null) => void
}

const nothing: Said = { text: '', wrong: false }

export function useEntry({ basket, context, change }: CounterTicket, { finish, open }: Means): Typing {
  const [text, setText] = useState('')
  const [said, setSaid] = useState(nothing)
  const deaf = useRef(0)
  const reading = readEntry(text, basket, context)
  const write = (next: string) => {
    const scanned = scannedKey.exec(next)
    setSaid(nothing)
    setText(scanned ? next.slice(0, scanned.index) : next)
    if (!scanned) return
    deaf.current = performance.now() + scannerMs
    open(scanned[1]!.toUpperCase(), scanned[2]!.toUpperCase())
  }
  const enter = () => {
    if (performance.now() < deaf.current) return false
    switch (reading.kind) {
      case 'nothing':
        finish()
        return false
      case 'wrong':
        setSaid({ text: [reading.says, reading.hint].filter(Boolean).join(' '), wrong: true })
        return true
      case 'ticket':
        open(reading.serial, reading.code)
        break
      default:
        change({ do: 'take', reading })
        setSaid({ text: reading.says, wrong: false })
    }
    setText('')
    deaf.current = performance.now() + bounceMs
    return false
  }
  return { text, reading, said, write, enter, say: (told, wrong = false) => setSaid({ text: told, wrong }) }
}
