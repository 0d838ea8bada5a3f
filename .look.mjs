import { open } from './.drive.mjs'
const p = '/admin/administrative/accounting-entries/accountBalance'
{ const { browser, page } = await open(4321, { path: p + '?period=30d' })
  await page.screenshot({ path: '/tmp/b1.png' })
  await page.getByRole('tab', { name: 'Semanas cerradas' }).click(); await page.waitForTimeout(1500)
  await page.screenshot({ path: '/tmp/b2.png' })
  await page.locator('tbody tr.ant-table-row').first().click(); await page.waitForTimeout(1200)
  await page.screenshot({ path: '/tmp/b3.png' })
  await page.keyboard.press('Escape'); await page.waitForTimeout(500)
  await page.getByRole('button', { name: 'Cerrar semana' }).click(); await page.waitForTimeout(1200)
  await page.screenshot({ path: '/tmp/b4.png' })
  await browser.close() }
