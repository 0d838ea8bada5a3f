/** A disk on which nothing more fits: told as such by whatever call meets it, nothing is half done, and done when there is room. */
import { sql } from 'drizzle-orm'
import sharp from 'sharp'
import { afterEach, expect, it } from 'vitest'
import { files } from '../../contract/files.ts'
import { images } from '../../contract/images.ts'
import type { ProblemBody } from '../../contract/problems.ts'
import { tickets } from '../../contract/tickets.ts'
import { filesWork } from '../../server/platform/files/prepared/make.ts'
import { workOn } from '../../server/platform/jobs/claimed.ts'
import { routes } from '../../server/routes.ts'
import { csv, header, openExternalSales } from './external-sales-setup.ts'
import { line } from './sale-setup.ts'

const { addSystem, at, counter, load, upload } = openExternalSales()

/** From here on a table takes no row: at once, or when what was written is to be kept. PostgreSQL says so with this code. */
async function fill(table: string, when: 'at once' | 'at the commit' = 'at once'): Promise<void> {
  const { db } = counter.world
  await db.run(sql`
    CREATE OR REPLACE FUNCTION full_disk() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN RAISE EXCEPTION 'could not extend file: No space left on device' USING ERRCODE = '53100'; END $$`)
  const moment = when === 'at once' ? 'TRIGGER full_disk BEFORE INSERT' : 'CONSTRAINT TRIGGER full_disk AFTER INSERT'
  const late = when === 'at once' ? '' : 'DEFERRABLE INITIALLY DEFERRED'
  await db.run(sql.raw(`CREATE ${moment} ON ${table} ${late} FOR EACH ROW EXECUTE FUNCTION full_disk()`))
}
const makeRoom = () => counter.world.db.run(sql`DROP FUNCTION IF EXISTS full_disk() CASCADE`)
afterEach(makeRoom)

const told = ({ status, problem }: { status: number; problem: ProblemBody }) => [status, problem.code, problem.detail]
const isFull = [
  507,
  'disk_full',
  'El servidor no tiene espacio en disco y no guardó nada. Avise a quien lo administra.',
]

it.each(['at once', 'at the commit'] as const)(
  'a sale that meets it %s is refused, and sold with its key when there is room',
  async (when) => {
    const draw = await counter.world.draw('LOTTO_ACTIVO')
    const sell = () =>
      counter.app.call(
        tickets.sell,
        { body: { currency: 'BS', lines: [line(draw, '5')], confirm_repeated: true } },
        { as: 'taquilla', key: `disco-lleno-${when.replaceAll(' ', '-')}` },
      )
    const count = async () => (await counter.world.db.rows(sql`SELECT 1 FROM tickets`)).length
    const before = await count()
    await fill('ledger_entries', when)
    expect(told(await sell())).toEqual(isFull)
    expect(await count()).toBe(before)
    await makeRoom()
    const { serial } = (await sell()).body
    expect((await sell()).body.serial).toBe(serial)
    expect(await count()).toBe(before + 1)
  },
)

it('a file that is sent is refused and sent again', async () => {
  const system_id = await addSystem()
  const good = csv(header, [at(), 'Agencia Uno', 'Lotto Activo', '1', '0', '0'])
  for (const table of ['external_loads', 'external_rows']) {
    await fill(table)
    expect(told(await upload(system_id, good))).toEqual(isFull)
    await makeRoom()
  }
  expect((await load(system_id, good)).rows).toBe(1)
})

it('a picture that is sent is refused', async () => {
  await fill('images')
  const bytes = await sharp({ create: { width: 9, height: 9, channels: 3, background: 'red' } })
    .png()
    .toBuffer()
  const head = '--f\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\nContent-Type: image/png\r\n\r\n'
  const response = await counter.app.app.inject({
    method: 'POST',
    url: images.upload.path,
    payload: Buffer.concat([Buffer.from(head), bytes, Buffer.from('\r\n--f--\r\n')]),
    headers: {
      authorization: `Bearer ${await counter.app.signInAs('banca')}`,
      'content-type': 'multipart/form-data; boundary=f',
    },
  })
  expect(told({ status: response.statusCode, problem: response.json() })).toEqual(isFull)
})

it('a file that is prepared ends with the reason, and its person is told', async () => {
  await fill('file_parts')
  const body = { entity: 'partners', call: 'export', query: { format: 'csv', csv_style: 'international' } }
  const { id } = (await counter.app.call(files.create, { body }, { as: 'banca' })).body
  const show = async () => (await counter.app.call(files.show, { params: { id } }, { as: 'banca' })).body
  await workOn(filesWork(routes), counter.app.app.databases.main, new AbortController().signal)
  expect(await show()).toMatchObject({ state: 'fallido', problem: isFull[2] })
})
