/** What is typed into a control, in a form or without one: cleared, and looked for among options. */
import { CloseCircleFilled } from '@ant-design/icons'
import { fold } from '@contract/values/text.ts'

/** `allowClear` of an input, with a name that is read aloud in Spanish. */
export const clearable = { clearIcon: <CloseCircleFilled aria-label="Borrar" /> }

/** Finds `caracas` in "Distrito Capital, Caracas" whatever the case and accents. */
export function matchesText(typed: string, option: { label?: unknown } | undefined): boolean {
  return typeof option?.label === 'string' && fold(option.label).includes(fold(typed))
}
