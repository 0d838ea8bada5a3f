/** A call of the contract with all that answers it, and what it leaves to be done. */
import type { Endpoint } from '@contract/endpoint.ts'
import type { pictureFinder } from '@contract/field.ts'
import type { Databases } from '../db/databases.ts'
import type { AuditedChange, Handler } from './context.ts'
import type { Lanes } from './lanes.ts'
import type { Coalescer } from './coalescing.ts'
import type { CallOwners } from './call-owners.ts'

export type AnyHandler = Handler<Endpoint<any, any, any, any>>
type RouteTable = Record<string, Record<string, unknown>>

export interface Call {
  endpoint: Endpoint
  entity: string
  name: string
  handler: AnyHandler
  databases: Databases
  lanes: Lanes
  coalescer: Coalescer<{ answer: unknown; of: Left }>
  whose: CallOwners
  routes: RouteTable
  closing: AbortSignal
  /** Of a body that names pictures. */
  pictures: ReturnType<typeof pictureFinder>
}

/** What a call leaves to be done: rows of the audit log, and what follows its commit. */
export interface Left {
  changes: AuditedChange[]
  afterwards: (() => Promise<void>)[]
  /** Figures of a replica that is behind: all until then is in them. */
  as_of?: Date
}
