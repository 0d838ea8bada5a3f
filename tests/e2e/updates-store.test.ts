/** Terminal software in a browser where a store of files is configured: the console sends it there itself, whatever breaks. */
import { sql } from 'drizzle-orm'
import { afterAll, expect, it } from 'vitest'
import { screens } from '../../contract/access/screens.ts'
import { softwareLimits } from '../../contract/software.ts'
import { apk, padded, sha256 } from '../api/updates-setup.ts'
import { createSeededDatabase } from '../support/postgres.ts'
import { openS3, type TestS3 } from '../support/s3.ts'
import { openConsole, openedForFile, settle } from './console.ts'

let s3: TestS3
const console_ = openedForFile(async () => {
  s3 = await openS3()
  return openConsole(createSeededDatabase, { objects: s3.config })
})
afterAll(() => s3?.close())
const path = screens.find(({ key }) => key === 'updates')!.path

it('a file goes straight to the store, again where a part does not get through, and on where it was left', async () => {
  const large = padded(apk('v1'), 2.5 * softwareLimits.stored_part_bytes)
  const { page, faults, close } = await console_.visit('banca')
  await page.goto(`${path}?upload=true`)
  await settle(page)
  // The first part does not get through at once, and the last one never.
  let failed = false
  const sent: number[] = []
  s3.fault = ({ method, query }) => {
    if (method !== 'PUT') return undefined
    const part = Number(query.get('partNumber'))
    sent.push(part)
    const fails = part === 3 || (part === 1 && !failed)
    failed = true
    return fails ? 403 : undefined
  }
  const choose = () =>
    page.locator('input[type=file]').setInputFiles({
      name: 'terminal-1.0.apk',
      mimeType: 'application/vnd.android.package-archive',
      buffer: large,
    })
  await choose()
  const drawer = page.getByRole('dialog', { name: 'Subir una versión' })
  await drawer.getByText('Subiendo: 16,8 MB de 21,0 MB · Sin conexión').waitFor()
  await drawer.getByRole('button', { name: 'Detener' }).click()
  await drawer.getByText('La subida de terminal-1.0.apk se detuvo').waitFor()
  expect(sent.slice(0, 3)).toEqual([1, 1, 2])
  s3.fault = () => undefined
  // What the store refused is on the console; that its addresses are allowed is told by nothing else being there.
  expect(faults().every((one) => one.includes('403') || one.startsWith(`another host: ${s3.url}`))).toBe(true)

  s3.asked.length = 0
  await page.goto(`${path}?upload=true`)
  await settle(page)
  await choose()
  await page.getByRole('dialog', { name: 'Versión 1.0' }).getByText('com.sorteo.terminal').waitFor()
  expect(s3.asked.filter(({ method }) => method === 'PUT').map(({ query }) => query.get('partNumber'))).toEqual(['3'])
  expect([...s3.objects.values()].map(sha256)).toEqual([sha256(large)])
  const kept = await console_.db.one(sql`SELECT count(*)::int AS n FROM software_parts`)
  expect(kept).toEqual({ n: 0 })
  expect(faults().every((one) => one.startsWith(`another host: ${s3.url}`))).toBe(true)
  await close()
})
