/**
 * What the journeys of the game begin with: draws that are open or over whatever the hour, and tickets sold in them by
 * the counter's own call.
 */
import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { manageDraws } from '../../contract/manage-draws.ts'
import { session } from '../../contract/session.ts'
import { tickets } from '../../contract/tickets.ts'
import { inZone } from '../../contract/values/dates.ts'
import { betTypeId, type BetTypeCode } from '../../server/seed/catalogue.ts'
import { demoPassword } from '../../server/seed/plan.ts'
import { verifyBooks } from '../../server/rules/ledger/verify.ts'
import { openConsole, pathOf, settle, type Console } from './console.ts'
import { addDraw } from '../support/factories.ts'

export const zone = 'America/Caracas'

interface Line {
  draw_id: number
  number: string
  bet?: BetTypeCode
  /** 10.00 when missing. */
  stake?: string
}

/** The counter's answer: the ticket with its code, or why it was refused, field by field. */
interface Sale {
  status: number
  serial: string
  code: string
  refused: string[]
}

export interface Game extends Console {
  today: string
  /**
   * A draw of today of a product, open for an hour. Its hour is its own: no other of the product has it. In a day's last
   * hour that lies past midnight; `of_its_hour` makes the draw that day's then, as a schedule would.
   */
  draw(product: string, of_its_hour?: boolean): Promise<number>
  /** Puts a draw's hour behind: closed, and late for its result. */
  over(draw_id: number): Promise<void>
  /** Asks the counter for a ticket in bolívares. */
  ask(lines: readonly Line[], as?: string): Promise<Sale>
  /** Asks any call as somebody; it must be answered. */
  call(as: string, path: string, body: object): Promise<Record<string, unknown>>
  /** Enters and confirms the result of a draw of one number. */
  award(draw_id: number, number: string): Promise<void>
  /** A ticket that must be sold. */
  sell(lines: readonly Line[], as?: string): Promise<Sale>
  /** Whether a result must be confirmed by somebody other than who wrote it. */
  needTwo(two: boolean): Promise<void>
  ticket(serial: string): Promise<{ state: string; prize: string }>
  /** The books hold. */
  holds(): Promise<void>
}

export async function openGame(): Promise<Game> {
  const console_ = await openConsole()
  const { db, url } = console_
  const today = inZone(new Date(), zone).day
  const tokens = new Map<string, Promise<string>>()
  const tokenOf = (username: string) => {
    const token = tokens.get(username) ?? signIn(url, username)
    tokens.set(username, token)
    return token
  }
  const ask: Game['ask'] = async (lines, as = 'taquilla') => {
    const body = {
      currency: 'BS',
      confirm_repeated: true,
      lines: lines.map(({ draw_id, number, bet = 'ANIMALITO', stake = '10.00' }) => ({
        draw_id,
        number,
        stake,
        bet_type_id: betTypeId(bet),
      })),
    }
    const headers = {
      'content-type': 'application/json',
      authorization: `Bearer ${await tokenOf(as)}`,
      'idempotency-key': randomUUID(),
    }
    const response = await fetch(url + tickets.sell.path, { method: 'POST', headers, body: JSON.stringify(body) })
    const answer = (await response.json()) as {
      serial?: string
      code: string
      errors?: { path: string; code: string }[]
    }
    return {
      status: response.status,
      serial: answer.serial ?? '',
      code: answer.code,
      refused: response.ok ? [] : (answer.errors?.map((fault) => `${fault.path} ${fault.code}`) ?? [answer.code]),
    }
  }
  const call: Game['call'] = async (as, path, body) => {
    const headers = {
      'content-type': 'application/json',
      authorization: `Bearer ${await tokenOf(as)}`,
      'idempotency-key': randomUUID(),
    }
    const response = await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) })
    const answer = (await response.json()) as Record<string, unknown>
    expect([response.ok, answer['detail']]).toEqual([true, undefined])
    return answer
  }
  let minutes = 0
  // Two people are asked for by the tests that are about them.
  await db.run(sql`UPDATE banca SET second_user_confirms = false`)
  return {
    ...console_,
    today,
    ask,
    call,
    award: async (draw_id, number) => {
      const numbers = [{ place: '', number, sign: null }]
      const { entry } = await call('premiador', manageDraws.saveResult.path, { step: 'enter', draw_id, numbers })
      const { id } = entry as { id: number }
      await call('premiador', manageDraws.saveResult.path, { step: 'confirm', entry_id: id, numbers })
    },
    draw: async (product, of_its_hour = false) => {
      minutes += 1
      const found = await db.one<{ id: number }>(sql`SELECT id FROM products WHERE code = ${product}`)
      // No schedule has an hour with seconds.
      const drawn_in = (70 + minutes) * 60 + 7 - new Date().getSeconds()
      const day = of_its_hour ? inZone(new Date(Date.now() + drawn_in * 1_000), zone).day : today
      return addDraw(db, { product_id: found!.id, day, drawn_in })
    },
    over: async (draw_id) => {
      await db.run(
        sql`
          UPDATE draws
          SET opens_at = opens_at - interval '2 hours', closes_at = closes_at - interval '2 hours',
            scheduled_at = scheduled_at - interval '2 hours'
          WHERE id = ${draw_id}`,
      )
    },
    sell: async (lines, as) => {
      const sale = await ask(lines, as)
      expect([sale.status, sale.refused]).toEqual([201, []])
      return sale
    },
    needTwo: async (two) => {
      await db.run(sql`UPDATE banca SET second_user_confirms = ${two}`)
    },
    ticket: async (serial) =>
      (await db.one<{ state: string; prize: string }>(
        sql`SELECT state::text AS state, prize FROM tickets WHERE serial = ${serial}`,
      ))!,
    holds: async () => {
      expect(await verifyBooks(db)).toEqual([])
    },
  }
}

/** A token of a demo user. */
export async function signIn(url: string, username: string): Promise<string> {
  const response = await fetch(url + session.open.path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, password: demoPassword }),
  })
  return ((await response.json()) as { access_token: string }).access_token
}

/** Goes to a screen, `more` being what its address adds to it. */
export async function open(page: Page, key: string, more = ''): Promise<void> {
  await page.goto(pathOf(key) + more)
  await settle(page)
}

/** What went wrong and was not asked for: refusals of these statuses are part of the journey. */
export function unexpected(faults: readonly string[], ...statuses: number[]): string[] {
  return faults.filter(
    (one) => !statuses.some((status) => one.startsWith(`${status}:`) || one.includes(`status of ${status} `)),
  )
}
