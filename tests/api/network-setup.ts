/** A banca whose network comes in workbooks: what their tests share. */
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect } from 'vitest'
import { read, utils, write } from 'xlsx'
import { network, type NetworkFault, type NetworkImport } from '../../contract/network.ts'
import { networkColumns, networkSheetLabels, networkSheets, type NetworkSheet } from '../../contract/network-sheets.ts'
import type { ProblemBody } from '../../contract/problems.ts'
import { networkWork } from '../../server/entities/network/work.ts'
import { workOn } from '../../server/platform/jobs/claimed.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { createDatabase, type TestDatabase } from '../support/postgres.ts'
import { createWorld, type World } from '../support/world.ts'

type Cells = Readonly<Partial<Record<string, string | number>>>
/** Rows of each sheet, by the fields of its columns. */
export type Sheets = Partial<Record<NetworkSheet, readonly Cells[]>>

/** A workbook with our own titles; of each sheet the columns that its rows speak of. */
function bookOf(sheets: Sheets): Buffer {
  const book = utils.book_new()
  for (const sheet of networkSheets) {
    const rows = sheets[sheet]
    if (!rows) continue
    const fields = Object.keys(networkColumns[sheet]).filter((field) => rows.some((row) => field in row))
    const titles = fields.map((field) => networkColumns[sheet][field]!.title)
    const lines = rows.map((row) => fields.map((field) => row[field] ?? ''))
    utils.book_append_sheet(book, utils.aoa_to_sheet([titles, ...lines]), networkSheetLabels[sheet])
  }
  return written(book)
}

export const written = (book: ReturnType<typeof utils.book_new>) =>
  write(book, { type: 'buffer', bookType: 'xlsx' }) as Buffer

/** The sheets of a file as rows by title. */
export function sheetsIn(raw: Buffer): Record<string, Record<string, string | number>[]> {
  const book = read(raw)
  return Object.fromEntries(book.SheetNames.map((name) => [name, utils.sheet_to_json(book.Sheets[name]!)]))
}

export function openNetwork() {
  const at = {} as { database: TestDatabase; world: World; app: TestApp }
  beforeAll(async () => {
    at.database = await createDatabase()
    at.world = await createWorld(at.database.url)
    at.app = await startApp(at.database.url)
  })
  afterAll(async () => {
    await at.app?.close()
    await at.world?.close()
    await at.database?.drop()
  })

  async function send(bytes: Buffer, as = 'banca', name = 'red.xlsx') {
    const boundary = 'frontera'
    const head =
      `--${boundary}\r\nContent-Disposition: form-data; name="file"; ` +
      `filename="${name}"\r\nContent-Type: application/octet-stream\r\n\r\n`
    const response = await at.app.app.inject({
      method: 'POST',
      url: network.load.path,
      payload: Buffer.concat([Buffer.from(head), bytes, Buffer.from(`\r\n--${boundary}--\r\n`)]),
      headers: {
        authorization: `Bearer ${await at.app.signInAs(as)}`,
        'content-type': `multipart/form-data; boundary=${boundary}`,
      },
    })
    const answer: unknown = response.json()
    return { status: response.statusCode, body: answer as NetworkImport, problem: answer as ProblemBody }
  }
  const work = () => workOn(networkWork, at.app.app.databases.main, new AbortController().signal)
  const show = async (id: number, as = 'banca') => (await at.app.call(network.show, { params: { id } }, { as })).body
  /** Until nothing is done with it any more. */
  async function settled(id: number, as = 'banca'): Promise<NetworkImport> {
    for (let wait = 0; wait < 400; wait++) {
      await work()
      const one = await show(id, as)
      if (!one.state.startsWith('por_')) return one
      await sleep(25)
    }
    throw new Error(`the workbook ${id} is never done with`)
  }
  /** A workbook that is taken, and what checking it found. */
  async function checked(sheets: Sheets | Buffer, as = 'banca'): Promise<NetworkImport> {
    const reply = await send(Buffer.isBuffer(sheets) ? sheets : bookOf(sheets), as)
    expect([reply.status, reply.problem.detail]).toEqual([202, undefined])
    return settled(reply.body.id, as)
  }
  const faults = async (id: number, as = 'banca'): Promise<NetworkFault[]> => {
    const reply = await at.app.call(network.faults, { query: { import_id: id, per_page: 500 } }, { as })
    expect([reply.status, reply.problem?.detail]).toEqual([200, undefined])
    return reply.body.data
  }
  /** `fila 2, Código: mensaje`, as a person reads them. */
  const faultLines = async (sheets: Sheets | Buffer, as = 'banca') => {
    const one = await checked(sheets, as)
    const lines = (await faults(one.id, as)).map(
      ({ sheet, line, column, message }) => `${sheet} ${line} ${column}: ${message}`,
    )
    await at.app.call(network.discard, { params: { id: one.id } }, { as })
    return lines
  }
  const apply = (one: NetworkImport, as = 'banca') =>
    at.app.call(network.apply, { params: { id: one.id }, body: { review: one.review ?? 'ninguna' } }, { as })
  /** One that is checked without a fault and written. */
  async function applied(sheets: Sheets | Buffer, as = 'banca'): Promise<NetworkImport> {
    const one = await checked(sheets, as)
    if (one.faults > 0) throw new Error(JSON.stringify(await faults(one.id, as)))
    expect([one.state, one.problem]).toEqual(['revisada', null])
    const reply = await apply(one, as)
    expect([reply.status, reply.problem?.detail]).toEqual([202, undefined])
    return settled(one.id, as)
  }
  return { at, send, work, show, settled, checked, faults, faultLines, apply, applied }
}
