/**
 * Reports and dashboards when there is nothing to show, when nothing answers, and with what opens over them: read by
 * everybody, and with a way on.
 */
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { accessibilityFaults, expectNoSidewaysScroll, openConsole, openedForFile, settle, showAs } from './console.ts'
import { open } from './game.ts'

const console_ = openedForFile(openConsole)

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

describe('days on which nothing was sold', () => {
  it.each(inBanca)('%s says so to everybody', async (key, query) => {
    const { page, faults, close } = await console_.visit('banca')
    await open(page, key, `?${query}&${nothing}`)
    expect(await page.locator('main').innerText()).toMatch(/Sin (ventas|jugadas|premios)|Nada para este filtro/)
    await expectForEverybody(page, key)
    expect(faults()).toEqual([])
    await close()
  })
})

describe('a server that does not answer', () => {
  it.each(inBanca)('%s says so in its place, and is whole again when asked again', async (key, query) => {
    const { page, faults, close } = await console_.visit('banca')
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
    await close()
  })
})

describe('what opens over a report', () => {
  it('is for everybody', async () => {
    const { page, faults, close } = await console_.visit('banca')
    const button = (name: string | RegExp) => page.getByRole('button', { name }).first()
    const opened: [what: string, key: string, presses: (string | RegExp)[]][] = [
      ['views', 'general-sales', ['Vistas']],
      ['a view', 'general-sales', ['Vistas', 'Guardar esta vista']],
      ['formats of a file', 'gross-sales', ['Exportar']],
      ['thresholds', 'sales-dashboard', ['Umbrales']],
      ['notices', 'sales-dashboard', [/^Notificaciones/]],
      ['a file of others', 'external-reports', ['Cargar archivo']],
      ['another system', 'external-reports-config', ['Nuevo sistema']],
    ]
    for (const [what, key, presses] of opened) {
      await open(page, key)
      await settle(page)
      for (const name of presses) await button(name).click()
      await page.locator('[role="dialog"], [role="menu"]').filter({ visible: true }).first().waitFor()
      await expectForEverybody(page, what)
    }
    expect(faults()).toEqual([])
    await close()
  })
})
