/** Files that are made to hold whoever reads them: read apart, bounded in all they take, and refused with the reason. */
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import sharp from 'sharp'
import { afterEach, describe, expect, it } from 'vitest'
import { ZipFile } from 'yazl'
import { externalSales } from '../../contract/external-sales.ts'
import { images } from '../../contract/images.ts'
import type { ProblemBody } from '../../contract/problems.ts'
import { apart } from '../../server/platform/apart/apart.ts'
import { csv, header, openExternalSales } from './external-sales-setup.ts'
import { eachDay } from '../support/length.ts'

const { addSystem, at, counter, load, upload } = openExternalSales()
const usual = { patience_ms: apart.patience_ms, most_resident: apart.most_resident }
afterEach(() => {
  Object.assign(apart, usual)
})

/** A workbook of one sheet, with other parts in the place of its own or beside them. */
async function workbook(parts: Record<string, string>): Promise<Buffer> {
  const zip = new ZipFile()
  const all = {
    '[Content_Types].xml': '<Types xmlns="t"><Default Extension="xml" ContentType="application/xml"/></Types>',
    'xl/workbook.xml': '<workbook xmlns:r="r"><sheets><sheet name="Hoja1" sheetId="1" r:id="r1"/></sheets></workbook>',
    'xl/_rels/workbook.xml.rels':
      '<Relationships><Relationship Id="r1" Target="worksheets/sheet1.xml"/></Relationships>',
    'xl/worksheets/sheet1.xml': '<worksheet/>',
    ...parts,
  }
  for (const [name, text] of Object.entries(all)) zip.addBuffer(Buffer.from(text), name)
  zip.end()
  const pieces: Buffer[] = []
  for await (const piece of zip.outputStream) pieces.push(piece as Buffer)
  return Buffer.concat(pieces)
}
const sheetOf = (inside: string) => ({ 'xl/worksheets/sheet1.xml': `<worksheet>${inside}</worksheet>` })

async function sendPicture(bytes: Buffer, as = 'banca'): Promise<{ status: number; problem: ProblemBody }> {
  const response = await counter.app.app.inject({
    method: 'POST',
    url: images.upload.path,
    payload: Buffer.concat([
      Buffer.from(
        '--f\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\nContent-Type: image/png\r\n\r\n',
      ),
      bytes,
      Buffer.from('\r\n--f--\r\n'),
    ]),
    headers: {
      authorization: `Bearer ${await counter.app.signInAs(as)}`,
      'content-type': 'multipart/form-data; boundary=f',
    },
  })
  return { status: response.statusCode, problem: response.json() }
}

/** What a piece of work answers, and how many calls of others were answered until then. */
async function beside<T>(work: Promise<T>): Promise<[T, number]> {
  let isOver = false
  const done = work.finally(() => (isOver = true))
  let answered = 0
  for (; !isOver; answered++, await sleep(20))
    expect((await counter.app.app.inject('/api/health')).statusCode).toBe(200)
  return [await done, answered]
}

const good = () => csv(header, [at(), 'Agencia Uno', 'Lotto Activo', '1', '0', '0'])
/** Elements of names of their own: so many that are alike would be known by how they swell. */
const various = (count: number, of: (n: string) => string) =>
  Array.from({ length: count }, (_, n) => of(((n * 2_654_435_761) >>> 0).toString(36))).join('')

describe('a file that is made to hold its reader', () => {
  const files: [string, string, RegExp, () => Buffer | Promise<Buffer>][] = [
    ['empty lines', 'sheet_too_long', /1\.500\.000 líneas, casi todas vacías/, () => Buffer.alloc(11_000_000, '\n')],
    ['lines of empty cells', 'sheet_too_long', /casi todas vacías/, () => Buffer.alloc(11_000_000, ';;;\r\n')],
    ['empty cells of one line', 'sheet_too_large', /16\.384 columnas/, () => Buffer.alloc(11_000_000, ';')],
    [
      'five million styles',
      'sheet_too_large',
      /66\.000 estilos/,
      () => workbook({ 'xl/styles.xml': `<s><cellXfs>${'<xf numFmtId="9"/>'.repeat(5_000_000)}</cellXfs></s>` }),
    ],
    [
      'formats of numbers',
      'sheet_too_large',
      /132\.000 estilos/,
      () => workbook({ 'xl/styles.xml': `<s>${'<numFmt formatCode="%"/>'.repeat(200_000)}</s>` }),
    ],
    [
      'twelve million texts',
      'sheet_too_large',
      /1\.000\.000 textos/,
      () => workbook({ 'xl/sharedStrings.xml': `<sst>${'<si/>'.repeat(12_000_000)}</sst>` }),
    ],
    [
      '200,000 sheets',
      'sheet_too_large',
      /200 hojas/,
      () => workbook({ 'xl/workbook.xml': `<w><sheets>${'<sheet name="H" r:id="r1"/>'.repeat(200_000)}</sheets></w>` }),
    ],
    [
      '200,000 relations',
      'sheet_too_large',
      /2\.000 partes/,
      () =>
        workbook({
          'xl/_rels/workbook.xml.rels': `<r>${various(200_000, (n) => `<Relationship Id="${n}" Target="x"/>`)}</r>`,
        }),
    ],
    [
      '2,001 parts',
      'sheet_too_large',
      /2\.000 partes/,
      () => workbook(Object.fromEntries(Array.from({ length: 2_001 }, (_, n) => [`xl/${n}.xml`, '']))),
    ],
    [
      'a bomb',
      'sheet_too_large',
      /descomprimido/,
      () => workbook(sheetOf(`<a b="${'x'.repeat(990)}"/>`.repeat(20_000))),
    ],
    [
      'elements inside one another',
      'sheet_too_large',
      /100 elementos uno dentro de otro/,
      () => workbook(sheetOf('<a>'.repeat(1_000_000))),
    ],
    [
      'elements beside one another',
      'sheet_too_large',
      /15\.000\.000 elementos/,
      () => workbook(sheetOf(`${various(400_000, (n) => `<a ${n}="1"/>${'<b/>'.repeat(38)}`)}`)),
    ],
    [
      'a picture that is a workbook too',
      'sheet_unreadable',
      /imagen PNG/,
      async () =>
        Buffer.concat([
          await sharp({ create: { width: 9, height: 9, channels: 3, background: 'red' } })
            .png()
            .toBuffer(),
          await workbook({}),
        ]),
    ],
  ]

  // The largest of each limit take seconds, and some hundred megabytes.
  const large = [
    'lines of empty cells',
    'five million styles',
    'twelve million texts',
    '200,000 sheets',
    '200,000 relations',
    'elements beside one another',
  ]
  it.each(eachDay(files, ([name]) => !large.includes(name)))(
    'by %s is refused as %s, apart, while others are answered',
    async (_name, code, said, made) => {
      // It is refused for what it has, however slow the machine.
      apart.patience_ms = 600_000
      const system_id = await addSystem()
      const [{ status, problem }, answered] = await beside(upload(system_id, await made()))
      expect([status, problem.code, problem.detail]).toEqual([422, code, expect.stringMatching(said)])
      expect(answered).toBeGreaterThan(0)
      expect(apart.pids.length).toBeGreaterThan(0)
      expect(await counter.world.db.rows(sql`SELECT 1 FROM external_loads WHERE system_id = ${system_id}`)).toEqual([])
      expect((await load(system_id, good())).rows).toBe(1)
    },
  )
})

describe('a file whose reader is ended', () => {
  /** What ends it, and the code that whoever sent the file hears. */
  const ends: [string, number, (work: Promise<unknown>) => Promise<void>][] = [
    ['file_too_slow', 422, async () => void (apart.patience_ms = 0)],
    ['file_too_heavy', 422, async () => void (apart.most_resident = 1_000_000)],
    [
      'file_interrupted',
      503,
      async (work) => {
        let isOver = false
        void work.finally(() => (isOver = true))
        for (; !isOver; await sleep(1))
          for (const pid of apart.pids)
            try {
              process.kill(pid, 'SIGKILL')
            } catch {
              // It has ended.
            }
      },
    ],
  ]

  it.each(ends)('is told %s, whatever file it is, and the next one is read', async (code, status, end) => {
    const system_id = await addSystem()
    const { id } = await load(system_id, good())
    const picture = await sharp({ create: { width: 600, height: 600, channels: 3, background: 'red' } })
      .png()
      .toBuffer()
    const works = [
      () => upload(system_id, Buffer.concat([good(), Buffer.from('\r\n')])),
      () => counter.app.call(externalSales.reread, { params: { id } }, { as: 'banca' }),
      () => sendPicture(picture),
    ]
    for (const work of works) {
      const told = work()
      const [reply] = await Promise.all([told, end(told)])
      expect([reply.status, reply.problem.code]).toEqual([status, code])
      Object.assign(apart, usual)
    }
    for (const work of works) expect((await work()).status).toBe(200)
  })
})

it('of a hundred files of one person at once most are put off, and another person’s is read', async () => {
  const system_id = await addSystem()
  const large = csv(header, ...Array.from({ length: 2_000 }, () => [at(), 'a', 'b', '1', '0', '0']))
  const sent = Promise.all(
    Array.from({ length: 100 }, (_, n) => upload(system_id, Buffer.concat([large, Buffer.from(`\r\n;;;${n}`)]))),
  )
  const picture = await sharp({ create: { width: 9, height: 9, channels: 3, background: 'blue' } })
    .png()
    .toBuffer()
  const other = sendPicture(picture, 'agencia')
  const told = (await sent).map(({ status, problem }) => (status === 200 ? 'read' : problem.code))
  expect([...new Set(told)].filter((one) => !['read', 'busy', 'external_too_many'].includes(one))).toEqual([])
  expect(told.filter((one) => one === 'busy').length).toBeGreaterThan(80)
  expect(told).toContain('read')
  expect((await other).status).toBe(200)
})
