/** Awarding by keyboard alone on a slow network: every draw gets what was typed for it, and a refusal takes one back to its draw. */
import { sql } from 'drizzle-orm'
import type { Page, Route } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { manageDraws } from '../../contract/manage-draws.ts'
import { demoPassword } from '../../server/seed/plan.ts'
import { openedForFile, settle } from './console.ts'
import { open, openGame, unexpected } from './game.ts'
import { isLong } from '../support/length.ts'

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
  it('draw after draw without looking: each result lands at its own draw', async () => {
    await game.needTwo(false)
    const made = await overDraws(isLong ? 10 : 5)
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
    await expect.poll(() => drawOpen(page), { interval: 20 }).toBe(second)
    await expect.poll(() => inNumberField(page), { interval: 20 }).toBe(true)
    await press(['3'])
    answer()
    await press(['1'])
    await page
      .getByText(/^Lotto Activo \d\d:\d\d no quedó premiado/)
      .first()
      .waitFor()
    await expect.poll(() => drawOpen(page)).toBe(first)
    await expect.poll(() => inNumberField(page)).toBe(false)
    await press(['9', '9'])
    expect(await resultOf(first!)).toEqual([])
    expect(await page.locator('.award-number').first().inputValue()).toBe('20')
    expect(unexpected(faults(), 409, 422)).toEqual([])
    await close()
  })
})

/** The keys of a result that is noted, written again and confirmed. */
const whole = (number: string) => [...number, 'Enter', 'Enter', ...number, 'Enter', 'Enter']
const isConfirm = (route: Route) => (route.request().postData() ?? '').includes('"confirm"')
const awardsOf = async (draw: number) =>
  Number((await game.db.one<{ n: string }>(sql`SELECT count(*) AS n FROM results WHERE draw_id = ${draw}`))!.n)

const onAward = (page: Page) =>
  page.waitForFunction(() => document.activeElement?.textContent?.startsWith('Confirmar y premiar') ?? false)
/** What is said above of draws that are not open. */
const saidOfOthers = (page: Page) => page.getByText('no quedó premiado').count()

async function at(draw: number, as = 'banca') {
  const visit = await game.visit(as)
  await open(visit.page, 'manage-draws', `?day=${game.today}&draw=${draw}`)
  await visit.page.waitForFunction(() => document.activeElement?.classList.contains('award-number'))
  const press = async (keys: readonly string[]) => {
    for (const key of keys) await visit.page.keyboard.press(key)
  }
  /** Up to the button that awards, which has the keyboard. */
  const ready = async (number: string) => {
    await press(whole(number).slice(0, -1))
    await onAward(visit.page)
  }
  return { ...visit, press, ready }
}

describe('awarding where something goes wrong', () => {
  beforeAll(() => game.needTwo(false))

  it(
    'three draws as fast as keys go, each call 1.5 s late, one refused: it comes back ' +
      'with its text, and nothing is awarded twice',
    async () => {
      const [first, second, third] = (await overDraws(3)) as [number, number, number]
      const { page, faults, press, close } = await at(first)
      let refusing = true
      await page.route('**/api/**', async (route) => {
        await new Promise((resolve) => setTimeout(resolve, 1_500))
        const body = (route.request().postDataJSON() ?? {}) as { step?: string; entry_id?: number }
        if (refusing && body.step === 'confirm') {
          const entry = await game.db.one<{ draw_id: number }>(
            sql`SELECT draw_id FROM result_entries WHERE id = ${body.entry_id!}`,
          )
          if (entry?.draw_id === second) {
            refusing = false
            await game.db.run(sql`UPDATE draws SET state = 'suspendido' WHERE id = ${second}`)
            const answer = await route.fetch()
            await game.db.run(sql`UPDATE draws SET state = 'activo' WHERE id = ${second}`)
            return route.fulfill({ response: answer })
          }
        }
        await route.continue().catch(() => undefined)
      })
      await press(['21', '22', '23'].flatMap(whole))
      await expect.poll(() => resultOf(third), { timeout: 90_000, interval: 300 }).toEqual(['23'])
      expect([await resultOf(first), await resultOf(second)]).toEqual([['21'], []])
      await expect.poll(() => drawOpen(page)).toBe(second)
      const field = page.locator('.award-number').first()
      await expect.poll(() => field.inputValue()).toBe('22')
      await settle(page)
      await field.focus()
      await press(['Enter', 'Enter'])
      await expect.poll(() => resultOf(second), { timeout: 30_000, interval: 300 }).toEqual(['22'])
      expect(await Promise.all([first, second, third].map(awardsOf))).toEqual([1, 1, 1])
      expect(unexpected(faults(), 409, 422)).toEqual([])
      await game.holds()
      await close()
    },
  )

  it('takes keys at the draw that is chosen in the very moment in which it goes on to another', async () => {
    const [first, second, third] = (await overDraws(3)) as [number, number, number]
    const { page, faults, ready, press, close } = await at(first)
    await ready('29')
    await page.evaluate(() => {
      const confirm = document.activeElement as HTMLElement
      const last = [
        ...document.querySelectorAll<HTMLElement>('.award-item[aria-label*="Lotto Activo. "][aria-label*="atrasado"]'),
      ].at(-1)!
      confirm.click()
      last.click()
    })
    await expect.poll(() => drawOpen(page)).toBe(third)
    const field = page.locator('.award-number').first()
    await field.focus()
    await press(['3', '0'])
    expect(await field.inputValue()).toBe('30')
    await expect.poll(() => resultOf(first)).toEqual(['29'])
    expect([await resultOf(second), await resultOf(third)]).toEqual([[], []])
    expect(faults()).toEqual([])
    await close()
  })

  it('asks before leaving what is not awarded yet, and sends no more of it behind whoever left', async () => {
    const [first, second] = (await overDraws(2)) as [number, number]
    const { page, ready, press, close } = await at(first)
    let release: () => void = () => undefined
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    await page.route(`**${manageDraws.saveResult.path}`, async (route) => {
      if (isConfirm(route)) await held
      await route.continue()
    })
    await ready('24')
    await press(['Enter'])
    await expect.poll(() => drawOpen(page)).toBe(second)
    await expect.poll(() => inNumberField(page)).toBe(true)
    await ready('25')
    await press(['Enter'])
    const asked = page.getByText('Quedan resultados sin premiar')
    const away = page.locator('nav a[href^="/admin"]:not([href*="award-raffle"]):visible').first()
    await away.click()
    await asked.waitFor()
    await page.getByRole('button', { name: 'Seguir aquí' }).click()
    await asked.waitFor({ state: 'hidden' })
    // The window asks too.
    const closing = page.waitForEvent('dialog')
    void page.close({ runBeforeUnload: true })
    const dialog = await closing
    expect(dialog.type()).toBe('beforeunload')
    await dialog.dismiss()
    await away.click()
    await asked.waitFor()
    await page.getByRole('button', { name: 'Salir sin premiarlos' }).click()
    await page.waitForURL((url) => !url.pathname.includes('award-raffle'))
    release()
    await expect.poll(() => resultOf(first)).toEqual(['24'])
    await page.waitForTimeout(1_000)
    expect(await resultOf(second)).toEqual([])
    await close()
  })

  it('two people at the same draw at once: one awards, the other is told and sees what stands', async () => {
    const [draw, next] = (await overDraws(2)) as [number, number]
    const one = await at(draw)
    const two = await at(draw, 'banca')
    await one.press(['2', '6', 'Enter', 'Enter'])
    await one.page.getByText('Resultado por confirmar').waitFor()
    await two.page.reload()
    await two.page.getByText('Resultado por confirmar').waitFor()
    for (const { page, press } of [one, two]) {
      await page.locator('.award-number').first().focus()
      await press(['2', '6', 'Enter'])
      await onAward(page)
    }
    await Promise.all([one, two].map(({ press }) => press(['Enter'])))
    await expect.poll(() => resultOf(draw)).toEqual(['26'])
    const told = ({ page }: typeof one) => page.getByText('La anotación ya se confirmó o se descartó.').first()
    const loser = await Promise.race(
      [one, two].map((who) =>
        told(who)
          .waitFor()
          .then(() => who),
      ),
    )
    await expect.poll(() => drawOpen(loser.page)).toBe(draw)
    await loser.page.getByText('Premiado', { exact: true }).first().waitFor()
    // At the next draw nobody is told that this one has no result: it has.
    await loser.page.getByRole('region', { name: /Lotto Activo/ }).waitFor()
    await loser.page.evaluate(
      (to) => {
        history.pushState(null, '', to)
        dispatchEvent(new PopStateEvent('popstate'))
      },
      `${new URL(loser.page.url()).pathname}?day=${game.today}&draw=${next}`,
    )
    await expect.poll(() => inNumberField(loser.page)).toBe(true)
    expect(await saidOfOthers(loser.page)).toBe(0)
    expect(await awardsOf(draw)).toBe(1)
    expect(await resultOf(next)).toEqual([])
    for (const { faults, close } of [one, two]) {
      expect(unexpected(faults(), 409)).toEqual([])
      await close()
    }
    await game.holds()
  })

  it('a session that ends in the middle is opened again where it was, and what was confirmed is awarded once', async () => {
    const [draw] = (await overDraws(1)) as [number]
    const { page, ready, press, close } = await at(draw)
    await ready('27')
    await page.context().clearCookies()
    await press(['Enter', '9', '9'])
    await page.getByRole('heading', { name: 'Su sesión venció' }).waitFor()
    expect(await resultOf(draw)).toEqual([])
    await page.locator('dialog[open] input[name="password"]').fill(demoPassword)
    await page.getByRole('button', { name: 'Continuar' }).click()
    await expect.poll(() => resultOf(draw)).toEqual(['27'])
    expect(await awardsOf(draw)).toBe(1)
    await close()
  })

  it('without a network nothing is lost, and an answer that was lost on its way awards nothing twice', async () => {
    const [draw, other] = (await overDraws(2)) as [number, number]
    const { page, ready, press, close } = await at(draw)
    const field = page.locator('.award-number').first()
    // However slow the machine, no pause is over before it is said to be.
    await page.evaluate(() => {
      const now = Date.now
      const at = now()
      Object.assign(window, { goOn: () => (Date.now = now) })
      Date.now = () => at
    })
    await ready('28')
    await page.context().setOffline(true)
    await press(['Enter'])
    await expect.poll(() => drawOpen(page), { interval: 10 }).toBe(other)
    // Whoever writes on at once stays where they write; a pause would have them taken back.
    await page.locator('.award-number').first().focus()
    await press(['3'])
    await page.getByText('no quedó premiado').first().waitFor()
    // Nobody is taken back from under a question: it would be gone before it is read.
    await page.locator('nav a[href^="/admin"]:not([href*="award-raffle"]):visible').first().click()
    const asked = page.getByText('Quedan resultados sin premiar')
    await asked.waitFor()
    await page.evaluate(() => (window as unknown as { goOn(): void }).goOn())
    await page.waitForTimeout(2_000)
    expect([drawOpen(page), await asked.isVisible()]).toEqual([other, true])
    await page.getByRole('button', { name: 'Seguir aquí' }).click()
    await expect.poll(() => drawOpen(page)).toBe(draw)
    await expect.poll(() => field.inputValue()).toBe('28')
    await page.context().setOffline(false)
    // The answer is lost this time, not the call.
    let lost = 0
    await page.route(`**${manageDraws.saveResult.path}`, async (route) => {
      if (!isConfirm(route) || lost > 0) return route.continue()
      lost += 1
      await route.fetch()
      await route.abort()
    })
    await field.focus()
    await press(['Enter'])
    await onAward(page)
    await press(['Enter'])
    await expect.poll(() => lost).toBe(1)
    await expect.poll(() => resultOf(draw)).toEqual(['28'])
    expect([await awardsOf(draw), await resultOf(other)]).toEqual([1, []])
    await expect.poll(() => saidOfOthers(page)).toBe(0)
    await close()
    await game.holds()
  })
})
