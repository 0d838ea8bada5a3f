/**
 * What is typed into a picker of days or hours. antd's own field drops what it does not understand without a word and
 * puts the old value back; this one reads what people write, and what it cannot take stays as it was typed, with why.
 */
import {
  createContext,
  useCallback,
  useContext,
  useEffect,
  useId,
  useRef,
  useState,
  type ComponentProps,
  type ReactNode,
} from 'react'
import { flushSync } from 'react-dom'
import type { TypedDay } from './typed-day.ts'
import './values.css'

type Side = 'start' | 'end' | 'only'
interface Reading {
  read: (text: string, side: Side) => TypedDay
  /** The field was emptied; missing where it may not be. */
  onEmpty?: (() => void) | undefined
  /** What could not be taken, and null once it was mended. */
  onUnread?: ((text: string | null) => void) | undefined
}
interface Context extends Reading {
  faultId: string
  setFault: (side: Side, fault: string | null) => void
}

const context = createContext<Context | null>(null)

/** Around a picker with `components={typedComponents}`: how its text is read, and under it why one was not taken. */
export function TypedText({ children, ...reading }: Reading & { children: ReactNode }) {
  const [faults, setFaults] = useState<Partial<Record<Side, string | null>>>({})
  const faultId = useId()
  const told = Object.values(faults).filter(Boolean)
  const setFault = useCallback(
    (side: Side, fault: string | null) =>
      setFaults((before) => ((before[side] ?? null) === fault ? before : { ...before, [side]: fault })),
    [],
  )
  return (
    <context.Provider value={{ ...reading, faultId, setFault }}>
      <span className={told.length > 0 ? 'inline stack gap-xxs' : 'typed-text'}>
        {children}
        {told.length > 0 && (
          <span id={faultId} role="alert" className="bad small" style={{ maxWidth: 260 }}>
            {told.join(' ')}
          </span>
        )}
      </span>
    </context.Provider>
  )
}

type InputProps = ComponentProps<'input'> & { 'date-range'?: Side }

/** The field itself: its text is its own until it is read, on leaving it, with Enter or with Tab. */
function TypedInput(props: InputProps) {
  const { read, onEmpty, onUnread, faultId, setFault } = useContext(context)!
  const { value = '', 'date-range': side = 'only' } = props
  const [typed, setTyped] = useState<string | null>(null)
  const [faulty, setFaulty] = useState(false)
  // What reading has told the picker comes back with its next drawing: what follows is asked of that one.
  const latest = useRef(props)
  useEffect(() => {
    latest.current = props
  })
  const end = (fault: string | null) => {
    setFaulty(fault !== null)
    setFault(side, fault)
  }
  // Another value was chosen: what stood there is of no more use.
  const [shown, setShown] = useState(value)
  if (shown !== value) {
    setShown(value)
    setTyped(null)
    setFaulty(false)
  }
  useEffect(() => setFault(side, null), [shown, side, setFault])
  const tell = (text: string, target: HTMLInputElement) =>
    latest.current.onChange?.({ target: { value: text }, currentTarget: target } as never)
  /** Whether what stands in the field is a value, or nothing new. */
  const take = (target: HTMLInputElement): boolean => {
    if (typed === null) return true
    const text = typed.trim()
    if (text === '') {
      setTyped(null)
      end(null)
      onEmpty?.()
      return true
    }
    const found = read(text, side)
    if ('fault' in found) {
      end(`No se tomó «${text.slice(0, 40)}»: ${found.fault}.`)
      onUnread?.(text)
      return false
    }
    flushSync(() => {
      tell(found.text, target)
      setTyped(null)
      end(null)
    })
    onUnread?.(null)
    return true
  }
  return (
    <input
      {...props}
      value={typed ?? value}
      aria-invalid={faulty || undefined}
      aria-describedby={[props['aria-describedby'], faulty && faultId].filter(Boolean).join(' ') || undefined}
      onChange={(event) => {
        const text = event.target.value
        setTyped(text)
        // A day written out moves the calendar along with it.
        const found = read(text.trim(), side)
        if ('text' in found && found.text === text) tell(text, event.target)
      }}
      onKeyDown={(event) => {
        if ((event.key === 'Enter' || event.key === 'Tab') && !take(event.currentTarget) && event.key === 'Enter')
          return event.preventDefault()
        if (event.key === 'Escape') {
          setTyped(null)
          end(null)
          onUnread?.(null)
        }
        latest.current.onKeyDown?.(event)
      }}
      onBlur={(event) => {
        take(event.currentTarget)
        latest.current.onBlur?.(event)
      }}
    />
  )
}

/** What a picker is given for its field. */
export const typedComponents = { input: TypedInput }
