/** A client as it is typed at a counter, and as the operation is sent it. */
import type { ClientType, OperationClient } from '@contract/clients.ts'

/** As it is typed. */
export interface ClientDraft {
  type: ClientType
  dni: string
  name: string
}

/** What the call is sent; nothing while no document is written. */
export function clientOf({ type, dni, name }: ClientDraft): OperationClient | undefined {
  if (dni.trim() === '') return undefined
  return { type, dni: dni.trim(), ...(name.trim().length > 2 && { name: name.trim() }) }
}

/** What a draft was sent as. */
export const draftOfClient = ({ type, dni, name = '' }: OperationClient): ClientDraft => ({ type, dni, name })
