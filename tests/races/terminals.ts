/** Terminals that sell through a server that is a process of its own, and ask again with the same key when they cannot know. */
import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { expect } from 'vitest'
import { session } from '../../contract/session.ts'
import { tickets } from '../../contract/tickets.ts'
import { expectBooksHold } from '../support/holds.ts'
import type { Server } from '../support/server-process.ts'
import { password, type World } from '../support/world.ts'
import { connections, line, sellerAt } from './rush.ts'

export interface Wish {
  key: string
  as: string
  body: { currency: 'BS'; confirm_repeated: true; lines: ReturnType<typeof line>[] }
  serial?: string
}
export interface Answer {
  status: number
  retry_after: string | null
  body: Record<string, string>
}

async function send(
  server: Server,
  path: string,
  { token, key, body }: { token?: string; key?: string; body: unknown },
): Promise<Answer> {
  const response = await fetch(server.url + path, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(token && { authorization: `Bearer ${token}` }),
      ...(key && { 'idempotency-key': key }),
    },
    body: JSON.stringify(body),
  })
  return {
    status: response.status,
    retry_after: response.headers.get('retry-after'),
    body: (await response.json()) as Record<string, string>,
  }
}

/** The access token of each seller. */
export async function signIn(server: Server): Promise<Map<string, string>> {
  const names = [...new Set(Array.from({ length: connections }, (_, n) => sellerAt(n)))]
  return new Map(
    await Promise.all(
      names.map(
        async (username) =>
          [
            username,
            (await send(server, session.open.path, { body: { username, password } })).body['access_token']!,
          ] as const,
      ),
    ),
  )
}

/** Asks for a wish to be sold. Undefined when the server went away before it answered. */
export async function askFor(server: Server, tokens: Map<string, string>, wish: Wish): Promise<Answer | undefined> {
  try {
    const reply = await send(server, tickets.sell.path, { token: tokens.get(wish.as)!, key: wish.key, body: wish.body })
    if (reply.status === 201) wish.serial = reply.body['serial']!
    return reply
  } catch (error) {
    if (error instanceof TypeError || (error instanceof Error && error.name === 'SyntaxError')) return undefined
    throw error
  }
}

/** What makes wishes: tickets of three lines, each of its own. */
export function wishesFor(draw: number): (seller: number) => Wish {
  let made = 0
  return (seller) => ({
    key: randomUUID(),
    as: sellerAt(seller),
    body: {
      currency: 'BS',
      confirm_repeated: true,
      lines: ['1', '2', '3'].map((number) => line(draw, number, `${(made++ % 9) + 1}.00`)),
    },
  })
}

/** Every wish is a ticket once and whole, there are no others, the books balance and no key is without its answer. */
export async function expectSoldOnce(world: World, wishes: readonly Wish[]): Promise<void> {
  const kept = await world.db.rows<{ serial: string; lines: number }>(sql`
    SELECT t.serial, count(l.n)::int AS lines
    FROM tickets t
    LEFT JOIN ticket_lines l ON l.day = t.day AND l.ticket_id = t.id
    GROUP BY t.serial
    ORDER BY 1`)
  expect(kept.map((one) => one.serial)).toEqual(wishes.map((wish) => wish.serial!).sort())
  expect(kept.every((one) => one.lines === 3)).toBe(true)
  await expectBooksHold(world.db)
  expect(await world.db.one(sql`SELECT count(*)::int AS n FROM idempotency_keys WHERE response IS NULL`)).toEqual({
    n: 0,
  })
}
