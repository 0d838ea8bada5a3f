import { it } from 'vitest'
import { openConsole, openedForFile, pathOf, settle } from './console.ts'
const c = openedForFile(openConsole)
it('costs', async () => {
  const { page, close } = await c.visit('banca')
  for (let i = 0; i < 6; i++) { await page.goto(pathOf('agencies')); await settle(page) }
  await close()
})
