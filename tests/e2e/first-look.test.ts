/** What is on the page before any of the console's own files have come, and that nothing else stands between it and what was asked for. */
import { describe, expect, it } from 'vitest'
import { alarms } from '../../contract/alarms.ts'
import { screens } from '../../contract/access/screens.ts'
import { openConsole, openedForFile } from './console.ts'

const console_ = openedForFile(openConsole)

/** Opens a page whose sheets and modules do not come until `release` is called. */
async function heldBack(as: string | undefined, options: { dark?: boolean; theme?: string } = {}) {
  const visit = await console_.visit(as, { dark: options.dark ?? false, fresh: true })
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await visit.page.addInitScript((theme) => {
    if (theme) localStorage.setItem('sorteo:theme', theme)
  }, options.theme)
  await visit.page.route('**/assets/**', async (route) => {
    await held
    await route.continue()
  })
  await visit.page.goto('/', { waitUntil: 'commit' })
  await visit.page.getByRole('status', { name: 'Abriendo Sorteo' }).waitFor()
  return { ...visit, release }
}

describe('the first look', () => {
  it('is the frame of the console for whoever has a session, and gives way to it', async () => {
    const { page, release, faults, close } = await heldBack('banca')
    expect(await page.locator('.first-side').isVisible()).toBe(true)
    const before = await page.locator('.first-side').boundingBox()
    release()
    await page.getByRole('heading', { level: 1 }).waitFor()
    expect(await page.locator('.first').count()).toBe(0)
    expect((await page.locator('.sorteo-side').boundingBox())?.width).toBe(before?.width)
    expect(faults()).toEqual([])
    await close()
  })

  it('asks for the console beside the files of the page, not behind them, for whoever has a session', async () => {
    for (const [as, expected] of [
      ['banca', true],
      [undefined, false],
    ] as const) {
      const { page, close } = await console_.visit(as, { fresh: true })
      const asked: string[] = []
      page.on('request', (request) => asked.push(new URL(request.url()).pathname))
      const own = page.waitForRequest(/\/assets\/index-[^/]*\.js$/)
      // The page's own file never comes: whoever asks for the console is not it.
      await page.route('**/assets/index-*.js', () => undefined)
      await page.goto('/', { waitUntil: 'commit' })
      await own
      await page.waitForFunction(() => document.readyState !== 'loading')
      await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)))
      const named = await page.locator('script[data-console]').getAttribute('data-console')
      const files = named!.split(' ').map((file) => `/${file}`)
      expect(files.length).toBeGreaterThan(0)
      const consoleAsked = () => files.filter((file) => asked.includes(file))
      if (expected) await expect.poll(consoleAsked).toEqual(files)
      else expect(consoleAsked()).toEqual([])
      await close()
    }
  })

  it('is that of signing in for everybody else', async () => {
    const { page, release, faults, close } = await heldBack(undefined)
    expect(await page.locator('.first-side').isVisible()).toBe(false)
    const before = await page.locator('.first-art').boundingBox()
    release()
    await page.getByLabel('Contraseña').waitFor()
    expect(await page.locator('.first').count()).toBe(0)
    expect(await page.locator('.login-art').boundingBox()).toEqual(before)
    expect(faults()).toEqual([])
    await close()
  })

  it.each([
    ['the system is dark', { dark: true }, 'rgb(20, 28, 40)'],
    ['dark was chosen', { theme: 'dark' }, 'rgb(20, 28, 40)'],
    ['light was chosen where the system is dark', { dark: true, theme: 'light' }, 'rgb(255, 255, 255)'],
  ])('has the colours that follow: %s', async (_, options, ground) => {
    const { page, release, close } = await heldBack(undefined, options)
    const color = () => page.locator('.first-body').evaluate((element) => getComputedStyle(element).backgroundColor)
    expect(await color()).toBe(ground)
    release()
    await page.getByLabel('Contraseña').waitFor()
    expect(await page.locator('.login').evaluate((element) => getComputedStyle(element).backgroundColor)).toBe(ground)
    await close()
  })

  it('of the dashboard leaves its charts where they are when the alarms come, the first time too', async () => {
    const { page, faults, close } = await console_.visit('banca', { fresh: true })
    const row = { kind: 'cupo', level: 'urge', title: 'Lotto Activo 08:00, 25', text: 'Bs 4.600,00', link: '/' }
    const data = ['a', 'b', 'c'].map((key) => ({ ...row, key, since: null }))
    const standing = { data, counts: [{ kind: 'cupo', count: 3 }], watched: [] }
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    await page.route(`**${alarms.standing.path}*`, async (route) => {
      await held
      await route.fulfill({ json: standing })
    })
    const chart = page.getByRole('heading', { name: 'Ventas por hora' })
    await page.goto(screens.find((screen) => screen.key === 'sales-dashboard')!.path)
    await chart.waitFor()
    const before = await chart.boundingBox()
    release()
    await page.getByRole('button', { name: 'Ver avisos' }).waitFor()
    expect((await chart.boundingBox())!.y).toBe(before!.y)
    expect(faults()).toEqual([])
    await close()
  })
})
