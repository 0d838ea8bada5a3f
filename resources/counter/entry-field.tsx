/** The field of the counter and, under it, what Enter will do: said before it is pressed. */
import { useImperativeHandle, useRef, type KeyboardEvent, type ReactNode, type Ref } from 'react'
import { typesByHand } from '@/kit/counter/focus.ts'
import type { Reading } from './types.ts'
import type { Typing } from './use-entry.ts'

/** What the rest of the counter asks of it. */
export interface SellFieldHandle {
  /** Takes the focus, unless that would only bring up a phone's keyboard. */
  focus: () => void
}

export interface EntryFieldProps {
  typing: Typing
  /** What stands beside it; nothing where a phone has it at its lower edge. */
  said: ReactNode
  /** The last entry goes back into nothing. */
  onBack: () => void
  ref: Ref<SellFieldHandle>
}

/** What stands under the field: of what is written, else of what was done last. */
function sentence(reading: Reading, typing: Typing, stands: string): { text: string; wrong: boolean } {
  if (typing.said.text !== '') return typing.said
  if (reading.kind === 'nothing') return { text: stands, wrong: false }
  if (reading.kind === 'ticket') return { text: `Abre el ticket ${reading.serial}.`, wrong: false }
  return { text: reading.says, wrong: reading.kind === 'wrong' && reading.code !== 'unfinished' }
}

interface EntrySaidProps {
  typing: Typing
  /** How the sale stands, in a word, where nothing else is to be said. */
  stands: string
}

/** What Enter will do, or what the last one did. */
export function EntrySaid({ typing, stands }: EntrySaidProps) {
  const told = sentence(typing.reading, typing, stands)
  return (
    <p id="sell-said" role="status" className={`counter-said ${told.wrong ? 'bad' : 'sorteo-muted'}`}>
      {told.text}
    </p>
  )
}

export function EntryField({ typing, said, onBack, ref }: EntryFieldProps) {
  const field = useRef<HTMLInputElement>(null)
  useImperativeHandle(
    ref,
    () => ({
      focus: () => {
        if (typesByHand()) field.current?.focus({ preventScroll: true })
      },
    }),
    [],
  )
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    const act = keyAction(event, typing, onBack)
    if (!act) return
    event.preventDefault()
    if (!event.repeat || event.key === 'Backspace') act()
  }
  return (
    <div className="counter-entry sell-entry field">
      <label htmlFor="sell-entry">Jugada</label>
      <input
        ref={field}
        id="sell-entry"
        aria-label="Jugada"
        data-counter-entry=""
        className="counter-code figure"
        autoComplete="off"
        autoCorrect="off"
        spellCheck={false}
        enterKeyHint="done"
        inputMode={typesByHand() ? 'text' : 'none'}
        maxLength={120}
        value={typing.text}
        placeholder="25*100"
        aria-describedby="sell-said"
        aria-invalid={sentence(typing.reading, typing, '').wrong}
        onChange={(event) => typing.write(event.target.value)}
        onKeyDown={onKeyDown}
      />
      {said}
    </div>
  )
}

/** What a key does in the field; null for what it writes there. */
function keyAction(event: KeyboardEvent<HTMLInputElement>, typing: Typing, onBack: () => void): (() => void) | null {
  if (event.ctrlKey || event.metaKey || event.altKey) return null
  const field = event.currentTarget
  if (event.key === 'Enter') return () => typing.enter() && field.select()
  if (event.key === 'Escape' && typing.text !== '') return () => typing.write('')
  if (typing.text === '' && (event.key === '-' || event.key === 'Backspace')) return onBack
  // The pad's decimal key writes a comma, whatever the layout says.
  if (event.code !== 'NumpadDecimal') return null
  return () => {
    field.setRangeText(',', field.selectionStart ?? field.value.length, field.selectionEnd ?? field.value.length, 'end')
    typing.write(field.value)
  }
}
