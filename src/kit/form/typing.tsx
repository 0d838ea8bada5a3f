/** What is typed into a control, in a form or without one: cleared, and looked for among options. */
import { CloseCircleFilled } from '@ant-design/icons'
import { useEffect, useState } from 'react'
import { holdsWords } from '@contract/values/text.ts'

/** `allowClear` of an input, with a name that is read aloud in Spanish. */
export const clearable = { clearIcon: <CloseCircleFilled aria-label="Borrar" /> }

/** Finds `caracas capital` in "Distrito Capital, Caracas", whatever the case, accents and order of the words. */
export function matchesText(typed: string, option: { label?: unknown } | undefined): boolean {
  return typeof option?.label === 'string' && holdsWords(option.label, typed)
}

/** How long a pause in the typing is: what was typed may then be asked with. */
export const pauseMs = 300

/** A text that is being typed, as it stood at the last pause; what is emptied is so at once. */
export function useSettled(text: string): string {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), text === '' ? 0 : pauseMs)
    return () => clearTimeout(timer)
  }, [text])
  return text === '' ? '' : settled
}
