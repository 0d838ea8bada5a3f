/** What a handler is given beside its validated input. */
import type { Readable } from 'node:stream'
import type { Answer, Endpoint, Received } from '@contract/endpoint.ts'
import type { SessionUser } from '@contract/session.ts'
import type { Databases, Database } from '../db/databases.ts'
import type { Tx } from '../db/connect.ts'
import type { Scope } from '../db/scope.ts'

/** What a change looked like, for the audit log. Secrets never go in. */
export interface AuditedChange {
  entity_id?: string | number
  before?: unknown
  after?: unknown
  reason?: string
  /** An event a supervisor will want to find: results, rates, quotas, commissions, permissions, large sums. */
  significant?: boolean
}

/** The parts of a request that only session calls look at. */
export interface Wire {
  databases: Databases
  database: Database
  access_token: string | undefined
  cookie(name: string): string | undefined
  /** The caller came over TLS, as far as the proxies in front are trusted. */
  secure: boolean
  /** A page of another site sent it, as its browser says; what is no browser says nothing. */
  foreign_page: boolean
  user_agent: string
  setHeader(name: string, value: string): void
  /** Waits for a turn of `who` at the reports of a database, as a report's call does. Answers what gives it back. Throws `busy`. */
  reportTurn(database: Database, who: string, signal: AbortSignal): Promise<() => void>
  /** What answers each call, for work that goes on when its caller has left. */
  calls: Readonly<Record<string, Readonly<Record<string, unknown>>>>
  /** A file is only asked for: what its question cannot have is refused, and nothing is made. */
  only_asked?: true
  /** Hears of each row that goes into a file, where somebody counts them. */
  rowWritten?: () => void
  /** Aborted when the server begins to close. */
  closing: AbortSignal
}

export interface Context {
  /** A transaction in every call but a GET, where each statement stands alone. */
  db: Tx
  session: SessionUser
  scope: Scope
  /** The instant the call arrived, by the server's clock. */
  now: Date
  /** Business day of `now` in the banca's zone. */
  today: string
  /** Zone of the caller, for instants written into files. */
  timezone: string
  ip: string
  request_id: string
  /** Aborted when the caller goes away. */
  signal: AbortSignal
  /** Says what changed; without it the audit row only holds what was asked. */
  audit(change: AuditedChange): void
  /** Runs once what the call wrote is committed; nobody waits for it, and what it throws is logged. */
  afterwards(work: () => Promise<void>): void
  wire: Wire
}

/** A streamed download. */
export interface FileAnswer {
  filename: string
  content_type: string
  stream: Readable
}

type HandlerAnswer<E extends Endpoint> = E['response'] extends 'file'
  ? FileAnswer
  : E['response'] extends 'events'
    ? Readable
    : Answer<E>
type Work<E extends Endpoint> = (context: Context, input: Received<E>) => Promise<HandlerAnswer<E>>
/** With `before`, what it answers is done in the transaction, in the place of the handler itself (`staged`). */
export type Handler<E extends Endpoint> = Work<E> & {
  before?: (context: Context, input: Received<E>) => Promise<Work<E>>
}
/** A handler for every endpoint of an entity; a missing one does not compile. */
export type Handlers<T extends { endpoints: Record<string, Endpoint<any, any, any, any>> }> = {
  [K in keyof T['endpoints']]: Handler<T['endpoints'][K]>
}

/**
 * A call that must first hear from elsewhere: `before` runs without a transaction, since one that waits for
 * another machine would hold its locks meanwhile, and answers what is then done in one.
 */
export function staged<E extends Endpoint>(before: NonNullable<Handler<E>['before']>): Handler<E> {
  return Object.assign(async (context: Context, input: Received<E>) => (await before(context, input))(context, input), {
    before,
  })
}
