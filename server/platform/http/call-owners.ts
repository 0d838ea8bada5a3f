/**
 * Whose a call is before anything is asked of the database: that of the user whose session its token opened a
 * moment ago, else that of its address. An office's counters and its console share one address, and behind a
 * proxy that is not told of everybody does: what one user asks for must not be counted against the others.
 */
import { normalizeIP } from '@fastify/rate-limit'
import type { FastifyRequest } from 'fastify'
import { hashToken } from '../session/tokens.ts'
import { callerOf } from './caller.ts'

/** More tokens than this are not remembered: the first seen counts by its address again. */
const mostTokens = 50_000

export function tokenOf({ headers: { authorization } }: FastifyRequest): string | undefined {
  return authorization?.startsWith('Bearer ') ? authorization.slice(7) : undefined
}

export class CallOwners {
  private readonly users = new Map<string, string>()

  /** The name that a call is counted under. A token that opened nothing is worth no more than its address. */
  nameOf(request: FastifyRequest): string {
    const token = tokenOf(request)
    const user = token === undefined ? undefined : this.users.get(keyOf(token))
    return user ?? normalizeIP(callerOf(request))
  }

  /** The token opened this user's session, in the database of that key. */
  note(token: string, database: string, user_id: number): void {
    this.users.set(keyOf(token), `user:${database}:${user_id}`)
    const [first] = this.users.keys()
    if (first !== undefined && this.users.size > mostTokens) this.users.delete(first)
  }

  /** The token opens nothing any more. */
  forget(token: string): void {
    this.users.delete(keyOf(token))
  }
}

const keyOf = (token: string) => hashToken(token).toString('base64')
