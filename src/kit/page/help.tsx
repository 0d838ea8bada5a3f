/** What a screen's help says, and the button that opens it. The shell shows it beside the screen. */
import { QuestionCircleOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { createContext, useContext } from 'react'
import type { z } from 'zod'
import { looksOf, titleOf } from '@contract/field.ts'
import { measureMeanings, measures, type Measure } from '@contract/measures.ts'
import type { ProblemCode } from '@contract/problems.ts'

/** Something on the screen by its name there, and what it means or does. */
export type HelpEntry = readonly [name: string, text: string]

export interface Help {
  /** What the screen is for. */
  about: string
  /** Columns and words of the screen. */
  terms: readonly HelpEntry[]
  /** What is usually done, by the name of its button. */
  jobs: readonly HelpEntry[]
  /** Why it says no: told in the contract's own words. */
  refusals: readonly ProblemCode[]
}

type Shape = Readonly<Record<string, z.ZodType>>

/** Fields by their titles as the contract has them: with what is said here, or with the contract's own hint where that is `true`. */
export function fieldTerms<S extends Shape>(
  { shape }: { shape: S },
  texts: { readonly [name in keyof S]?: string | true },
): HelpEntry[] {
  return Object.entries(texts).map(([name, text]) => {
    const schema = shape[name]!
    return [titleOf(schema) ?? name, text === true ? (looksOf(schema).hint ?? '') : (text as string)]
  })
}

/** Measures of figures, with their one meaning. */
export function measureTerms(...names: readonly Measure[]): HelpEntry[] {
  return names.map((name) => [titleOf(measures[name])!, measureMeanings[name]])
}

const opening = createContext<(() => void) | null>(null)
export const HelpProvider = opening.Provider

/** Nothing where there is no help to open. */
export function HelpButton() {
  const open = useContext(opening)
  if (!open) return null
  return (
    <Button
      type="text"
      icon={<QuestionCircleOutlined aria-hidden="true" />}
      aria-label="Ayuda de esta pantalla"
      title="Ayuda de esta pantalla (A)"
      aria-keyshortcuts="a"
      onClick={open}
    />
  )
}
