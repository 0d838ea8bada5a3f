/**
 * Reports and dashboards when there is nothing to show, when nothing answers, and with what opens over them: read by
 * everybody, and with a way on.
 */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  accessibilityFaults,
  expectNoSidewaysScroll,
  lead,
  openConsole,
  openedForFile,
  pathOf,
  settle,
  showAs,
} from './console.ts'
import { eachDay } from '../support/length.ts'

const console_ = openedForFile(openConsole)
let visit: Awaited<ReturnType<typeof console_.visit>>
beforeAll(async () => {
  visit = await console_.visit('banca')
})
afterAll(() => visit?.close())

async function open(page: Page, key: string, more = ''): Promise<void> {
  await lead(page, pathOf(key) + more)
  await settle(page)
}

/**
 * Screens whose panels, table and drawing say the same in the kit's words: these are looked at each day, the others in
 * the long run.
 */
const representative = new Set(['sales-dashboard'])

/** A desk by day and a phone by night. */
async function expectForEverybody(page: Page, what: string): Promise<void> {
  for (const [size, dark] of [
    ['desk', false],
    ['phone', true],
  ] as const) {
    await showAs(page, { size, dark })
    await settle(page)
    expect([what, size, await accessibilityFaults(page)]).toEqual([what, size, []])
    await expectNoSidewaysScroll(page)
  }
  await showAs(page, { size: 'desk', dark: false })
}

const nothing = 'period=rango&from=2024-01-01&to=2024-01-02'
const inBanca = [
  ['sales-dashboard', ''],
  ['analytical-dashboard', 'view=pregunta&by=afiliado&level=agencia&chart=si'],
  ['bets-daily', 'chart=si'],
  ['detailed-prize', ''],
  ['external-reports', 'view=global'],
] as const
const looked = eachDay(inBanca, ([key]) => representative.has(key))

describe('days on which nothing was sold', () => {
  it.each(looked)('%s says so to everybody', async (key, query) => {
    const { page, faults } = visit
    await open(page, key, `?${query}&${nothing}`)
    expect(await page.locator('main').innerText()).toMatch(/Sin (ventas|jugadas|premios)|Nada para este filtro/)
    await expectForEverybody(page, key)
    expect(faults()).toEqual([])
  })
})

describe('a server that does not answer', () => {
  it.each(looked)('%s says so in its place, and is whole again when asked again', async (key, query) => {
    const { page, faults } = visit
    await page.setViewportSize({ width: 1366, height: 768 })
    await open(page, key, `?${query}&period=7d`)
    faults()
    const calls = /\/api\/v2\/(admin|general)\//
    await page.route(calls, (route) => route.fulfill({ status: 503, contentType: 'text/plain', body: '' }))
    await page.reload()
    await settle(page)
    const again = page.getByRole('main').getByRole('button', { name: 'Intentar de nuevo' })
    // Each is in sight where it stands: none lies under what comes after it.
    for (const one of await again.all()) await one.click({ trial: true })
    const told = await again.count()
    expect(told).toBeGreaterThan(0)
    // Ten panels that fail alike are told of once.
    if (key === 'sales-dashboard') expect(told).toBe(1)
    await expectForEverybody(page, key)
    await page.unroute(calls)
    faults()
    while ((await again.count()) > 0) {
      await again.first().click()
      await settle(page)
    }
    expect(await page.getByText('Servicio no disponible').count()).toBe(0)
    expect(faults()).toEqual([])
  })
})

describe('what opens over a report', () => {
  it('is for everybody', async () => {
    const { page, faults } = visit
    const button = (name: string | RegExp) => page.getByRole('button', { name }).first()
    const opened: [what: string, key: string, presses: (string | RegExp)[]][] = [
      ['views', 'general-sales', ['Vistas']],
      ['a view', 'general-sales', ['Vistas', 'Guardar esta vista']],
      ['formats of a file', 'gross-sales', ['Exportar']],
      ['thresholds', 'sales-dashboard', ['Umbrales']],
      ['a file of others', 'external-reports', ['Cargar archivo']],
      ['another system', 'external-reports-config', ['Nuevo sistema']],
      // Of the frame, which stays: open over whatever would come after.
      ['notices', 'sales-dashboard', [/^Notificaciones/]],
    ]
    // A form, a menu, a drawer and what lies over the frame.
    const kinds = ['a view', 'formats of a file', 'thresholds', 'notices']
    for (const [what, key, presses] of eachDay(opened, ([name]) => kinds.includes(name))) {
      await open(page, key)
      await settle(page)
      for (const name of presses) await button(name).click()
      await page.locator('[role="dialog"], [role="menu"]').filter({ visible: true }).first().waitFor()
      await expectForEverybody(page, what)
    }
    expect(faults()).toEqual([])
  })
})
