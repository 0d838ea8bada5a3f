import { chromium } from 'playwright-core'
export async function open(port, { w = 1366, h = 768, dark = false, user = 'banca', path = '/' } = {}) {
  const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'] })
  const context = await browser.newContext({ viewport: { width: w, height: h }, locale: 'es-VE', timezoneId: 'America/Caracas', colorScheme: dark ? 'dark' : 'light' })
  const page = await context.newPage()
  page.on('console', (m) => m.type() === 'error' && console.log('console:', m.text()))
  page.on('pageerror', (e) => console.log('pageerror:', e.message))
  await page.goto(`http://localhost:${port}/login`)
  await page.getByLabel('Usuario').fill(user)
  await page.getByLabel('Contraseña', { exact: true }).fill('sorteo-demo-2026')
  await page.keyboard.press('Enter')
  await page.waitForURL((u) => !u.pathname.includes('login'))
  if (path !== '/') await page.goto(`http://localhost:${port}${path}`)
  await page.waitForTimeout(2500)
  return { browser, page }
}
