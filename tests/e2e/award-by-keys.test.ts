/** Awarding by keyboard alone on a slow network: every draw gets what was typed for it, and a refusal takes one back to its draw. */
import { sql } from 'drizzle-orm'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { manageDraws } from '../../contract/manage-draws.ts'
import { openedForFile, settle } from './console.ts'
import { open, openGame, unexpected } from './game.ts'

const game = openedForFile(openGame)

/** Every call takes from 300 to 800 milliseconds more, as from a far office. */
async function slow(page: Page): Promise<void> {
  let calls = 0
  await page.route('**/api/**', async (route) => {
    calls += 1
    await new Promise((resolve) => setTimeout(resolve, 300 + ((calls * 137) % 500)))
    await route.continue().catch(() => undefined)
  })
}

/** Draws that are over, in the order in which they come up: nothing else waits. */
async function overDraws(count: number): Promise<number[]> {
  await game.db.run(sql`UPDATE draws SET state = 'suspendido' WHERE state = 'activo' AND scheduled_at < now()`)
  const made: number[] = []
  for (let at = 0; at < count; at += 1) {
    const draw = await game.draw('LOTTO_ACTIVO')
    // What nobody played waits for nobody.
    await game.sell([{ draw_id: draw, number: '36' }])
    await game.over(draw)
    made.push(draw)
  }
  return made
}

const resultOf = async (draw: number) =>
  (
    await game.db.rows<{ number: string }>(
      sql`SELECT n.number FROM results r JOIN result_numbers n ON n.result_id = r.id WHERE r.draw_id = ${draw} AND r.withdrawn_at IS NULL`,
    )
  ).map(({ number }) => number)

const drawOpen = (page: Page) => Number(new URL(page.url()).searchParams.get('draw'))
const inNumberField = (page: Page) =>
  page.evaluate(() => document.activeElement?.classList.contains('award-number') ?? false)

describe('awarding by keyboard', () => {
  it('ten draws without looking: each result lands at its own draw', async () => {
    await game.needTwo(false)
    const made = await overDraws(10)
    const { page, faults, close } = await game.visit('banca')
    await open(page, 'manage-draws', `?day=${game.today}&draw=${made[0]}`)
    await slow(page)
    await page.waitForFunction(() => document.activeElement?.classList.contains('award-number'))
    // Noted, looked at and written again: five strokes each, at the pace of a hand and never waiting for an answer.
    for (const at of made.keys())
      for (const key of [...String(at + 10), 'Enter', 'Enter', ...String(at + 10), 'Enter', 'Enter'])
        await page.keyboard.press(key, { delay: 20 })
    const all = async () => (await Promise.all(made.map(resultOf))).flat().length
    await expect.poll(all, { timeout: 90_000, interval: 500 }).toBe(made.length)
    expect(await Promise.all(made.map(resultOf))).toEqual(made.map((_, at) => [String(at + 10)]))
    expect(faults()).toEqual([])
    await game.holds()
    await close()
  })

  it('goes on from what it noted for somebody else to confirm, without a key between', async () => {
    await game.needTwo(true)
    const made = await overDraws(3)
    const { page, faults, close } = await game.visit('banca')
    await open(page, 'manage-draws', `?day=${game.today}&draw=${made[0]}`)
    await slow(page)
    await page.waitForFunction(() => document.activeElement?.classList.contains('award-number'))
    for (const at of made.keys())
      for (const key of [...String(at + 10), 'Enter', 'Enter']) await page.keyboard.press(key, { delay: 20 })
    const noted = () =>
      Promise.all(
        made.map(async (draw) => {
          const [entry] = await game.db.rows<{ number: string }>(
            sql`SELECT numbers -> 0 ->> 'number' AS number FROM result_entries WHERE draw_id = ${draw} AND state = 'pendiente'`,
          )
          return entry?.number
        }),
      )
    await expect.poll(noted, { timeout: 60_000, interval: 500 }).toEqual(['10', '11', '12'])
    await page
      .getByText(/12 .* quedó anotado\. Falta que otra persona lo confirme\./)
      .first()
      .waitFor()
    expect((await Promise.all(made.map(resultOf))).flat()).toEqual([])
    expect(faults()).toEqual([])
    await close()
  })

  it('goes on before the server has answered, and back to what it refuses with what was typed', async () => {
    await game.needTwo(false)
    const [first, second] = await overDraws(2)
    const { page, faults, close } = await game.visit('banca')
    await open(page, 'manage-draws', `?day=${game.today}&draw=${first}`)
    const press = async (keys: string[]) => {
      for (const key of keys) await page.keyboard.press(key)
    }
    await page.waitForFunction(() => document.activeElement?.classList.contains('award-number'))
    await press(['2', '0', 'Enter', 'Enter', '2', '0', 'Enter'])
    await page.getByRole('button', { name: /^Confirmar y premiar/ }).waitFor()
    await settle(page)
    // The confirmation is answered late, and refused: somebody had suspended the draw.
    let answer: () => void = () => undefined
    const late = new Promise<void>((resolve) => {
      answer = resolve
    })
    await page.route(`**${manageDraws.saveResult.path}`, async (route) => {
      if (!(route.request().postData() ?? '').includes('"confirm"')) return route.continue()
      await late
      await game.db.run(sql`UPDATE draws SET state = 'suspendido' WHERE id = ${first}`)
      await route.continue()
    })
    await page.keyboard.press('Enter')
    await expect.poll(() => drawOpen(page), { timeout: 2_000, interval: 20 }).toBe(second)
    await expect.poll(() => inNumberField(page), { timeout: 2_000, interval: 20 }).toBe(true)
    await press(['3'])
    answer()
    await press(['1'])
    await page.getByText('Lotto Activo no quedó premiado').first().waitFor()
    await expect.poll(() => drawOpen(page), { timeout: 10_000 }).toBe(first)
    await expect.poll(() => inNumberField(page), { timeout: 5_000 }).toBe(false)
    await press(['9', '9'])
    expect(await resultOf(first!)).toEqual([])
    expect(await page.locator('.award-number').first().inputValue()).toBe('20')
    expect(unexpected(faults(), 409, 422)).toEqual([])
    await close()
  })
})
