/** What is known of a call that moves records from a state to another, beside the call (`states.ts`). */
import type { z } from 'zod'

/** What a call is that moves a record from a state to another (`states.ts`). */
export interface MoveFacts {
  from: readonly string[]
  to: string
  /** The verb on its button. */
  label: string
  /** What comes of it, before it is done. */
  text: string
  danger?: true
  /** What it asks beside the record. */
  needs: z.ZodObject | null
  /** The field of the body that names the record, where its path does not. */
  named: string | null
}

/** What a call is that moves records of one kind, of one as of many, each for itself (`states.ts`). */
export interface HandleFacts<N extends string = string> {
  /** Which it moves: those with this value in this field. */
  of: { field: string; is: string }
  moves: Readonly<Record<N, MoveFacts>>
  /** Records at once. */
  most: number
}
