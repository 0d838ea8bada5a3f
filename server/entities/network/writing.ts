/** What every part of a writing is given, and the ids of what it makes. */
import type { SessionUser } from '@contract/session.ts'
import type { Tx } from '../../platform/db/connect.ts'
import { idOf, type PartnerRef } from './planned.ts'

export interface Writing {
  tx: Tx
  session: SessionUser
  now: Date
  /** What is being done, in words, and how many rows of the plan it wrote more. */
  tell: (phase: string, more: number) => void
}

/** Ids of partners by code: those that were there, and those that are made. */
export type Ids = Map<string, number>

export const idIn = (ids: Ids, ref: PartnerRef): number => idOf(ref) ?? ids.get(ref.code)!
