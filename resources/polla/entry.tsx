/** The field of codes: the hand stays on the number pad from the first symbol to the sale. */
import { useImperativeHandle, useRef, type KeyboardEvent, type Ref } from 'react'
import { typesByHand } from '@/kit/counter/focus.ts'
import { entryAction, type EntryActions } from './entry-keys.ts'

/** What the rest of the counter asks of it. */
export interface EntryHandle {
  /** Takes the focus, unless that would only bring up a phone's keyboard. */
  focus(): void
}

export interface EntryProps extends EntryActions {
  typed: string
  onTyped: (text: string) => void
  /** What the last thing written came to; announced. */
  said: { text: string; wrong: boolean }
  /** How the sale stands, in a word: the whole of it is announced elsewhere. */
  stands: string
  ref: Ref<EntryHandle>
}

export function Entry(props: EntryProps) {
  const { typed, said, stands } = props
  const field = useRef<HTMLInputElement>(null)
  useImperativeHandle(
    props.ref,
    () => ({
      focus: () => {
        if (typesByHand()) field.current?.focus({ preventScroll: true })
      },
    }),
    [],
  )
  const onKeyDown = (event: KeyboardEvent) => {
    const act = entryAction(event, typed, props)
    if (!act) return
    event.preventDefault()
    if (!event.repeat || event.key === 'Backspace') act()
  }
  return (
    <div className="counter-entry field">
      <label htmlFor="polla-code">Código</label>
      <input
        ref={field}
        id="polla-code"
        data-counter-entry=""
        className="counter-code figure"
        autoComplete="off"
        autoCorrect="off"
        spellCheck={false}
        enterKeyHint="done"
        maxLength={20}
        value={typed}
        aria-describedby="counter-said"
        aria-invalid={said.wrong}
        onChange={(event) => props.onTyped(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <p id="counter-said" role="status" className={`counter-said ${said.wrong ? 'bad' : 'sorteo-muted'}`}>
        {said.text || <span aria-hidden="true">{stands}</span>}
      </p>
    </div>
  )
}
