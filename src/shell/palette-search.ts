/** What the palette finds: accents, capitals and the order of the words do not matter. */
import { fold } from '@contract/values/text.ts'

export interface PaletteEntry {
  key: string
  /** What it is: a section of the menu, «Acciones», «Agencia». */
  group: string
  label: string
  /** Beside the label: the page of a tab, a partner's code. */
  hint?: string
  run: () => void
}

/** The entries whose words begin with every word of `text`; those whose label does so come first. */
export function findEntries(entries: readonly PaletteEntry[], text: string): PaletteEntry[] {
  const wanted = fold(text).split(' ').filter(Boolean)
  if (wanted.length === 0) return [...entries]
  const found = entries.filter(({ group, label, hint }) => fits(`${group} ${label} ${hint ?? ''}`, wanted))
  return [...found.filter(({ label }) => fits(label, wanted)), ...found.filter(({ label }) => !fits(label, wanted))]
}

function fits(text: string, wanted: readonly string[]): boolean {
  const words = fold(text).split(/[^\p{L}\p{N}]+/u)
  return wanted.every((part) => words.some((word) => word.startsWith(part)))
}
