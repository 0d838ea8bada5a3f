import { readFileSync } from 'node:fs'
import { it } from 'vitest'
import { lead, openConsole, openedForFile, pathOf, settle, accessibilityFaults } from './console.ts'
const c = openedForFile(openConsole)
const usage = () => Number(readFileSync(process.env['METER_CG'] + '/cpuacct.usage', 'utf8')) / 1e9
async function cost(name: string, n: number, work: () => Promise<unknown>) {
  await work()
  const [a, t] = [usage(), Date.now()]
  for (let i = 0; i < n; i++) await work()
  console.log(`COST ${name}: ${((usage() - a) / n).toFixed(2)} cpu s, ${((Date.now() - t) / n / 1000).toFixed(2)} s`)
}
it('costs', async () => {
  const { page, close } = await c.visit('banca')
  const { dist } = { dist: 1 }
  for (let i = 0; i < 2; i++) for (const key of ['agencies', 'manage-draws', 'sales-dashboard', 'general-sales', 'ticket-consult']) {
    await cost(`goto ${key}`, 3, async () => { await page.goto(pathOf(key)); await settle(page) })
    await cost(`lead ${key}`, 3, async () => { await lead(page, pathOf(key)); await settle(page) })
  }
  await cost(`axe`, 3, () => accessibilityFaults(page))
  await close()
  await cost('visit', 5, async () => { const v = await c.visit('banca'); await v.close() })
  await cost('visit + goto', 5, async () => { const v = await c.visit('banca'); await v.page.goto(pathOf('agencies')); await settle(v.page); await v.close() })
  await cost('fresh visit + goto', 3, async () => { const v = await c.visit('banca', { fresh: true }); await v.page.goto(pathOf('agencies')); await settle(v.page); await v.close() })
})
