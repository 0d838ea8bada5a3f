/** A banca that takes other systems' sales in: files made here, loads, names and postings. */
import { expect } from 'vitest'
import type { Answer } from '../../contract/endpoint.ts'
import type { Assignment } from '../../contract/external-names.ts'
import { externalSales, type ExternalFormat } from '../../contract/external-sales.ts'
import type { ExternalLoad } from '../../contract/external-loads.ts'
import type { ProblemBody } from '../../contract/problems.ts'
import { formatDay } from '../../contract/values/dates.ts'
import { openCounter } from './sale-setup.ts'

/** A CSV as most systems write it. */
export const csv = (...rows: readonly (readonly string[])[]) =>
  Buffer.from(rows.map((row) => row.join(';')).join('\r\n'))
export const header = ['Fecha', 'Agencia', 'Producto', 'Ventas', 'Premios', 'Comisión']

export interface Uploaded {
  status: number
  body: ExternalLoad
  problem: ProblemBody
}

/** Names of agencies that `nameAll` gives. */
export const agencyNames = 3

/** Opens the counter that it all happens at, for one file of tests. */
export function openExternalSales() {
  const counter = openCounter()
  const at = (back = 0) => {
    const day = new Date(`${counter.world.today}T00:00:00Z`)
    day.setUTCDate(day.getUTCDate() - back)
    return day.toISOString().slice(0, 10)
  }
  const written = (back = 0) => formatDay(at(back))

  let systems = 0

  /** A new system of a name of its own. */
  async function addSystem(format: Partial<ExternalFormat> = {}): Promise<number> {
    systems += 1
    const body = { name: `Sistema ${systems}`, currency: 'BS' as const, ...format }
    const reply = await counter.app.call(externalSales.saveConfig, { body }, { as: 'banca' })
    expect([reply.status, reply.problem?.detail]).toEqual([200, undefined])
    return reply.body.id
  }

  async function upload(
    system_id: number,
    bytes: Uint8Array,
    { as = 'banca', name = 'ventas.csv', day = '' } = {},
  ): Promise<Uploaded> {
    const boundary = 'frontera'
    const payload = Buffer.concat([
      Buffer.from(
        `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\nContent-Type: text/csv\r\n\r\n`,
      ),
      bytes,
      Buffer.from(`\r\n--${boundary}--\r\n`),
    ])
    const response = await counter.app.app.inject({
      method: 'POST',
      url: `${externalSales.load.path}?system_id=${system_id}${day && `&day=${day}`}`,
      payload,
      headers: {
        authorization: `Bearer ${await counter.app.signInAs(as)}`,
        'content-type': `multipart/form-data; boundary=${boundary}`,
      },
    })
    const answer: unknown = response.json()
    return { status: response.statusCode, body: answer as ExternalLoad, problem: answer as ProblemBody }
  }

  /** A file that must be read. */
  async function load(system_id: number, bytes: Uint8Array, options = {}): Promise<ExternalLoad> {
    const reply = await upload(system_id, bytes, options)
    expect([reply.status, reply.problem.detail]).toEqual([200, undefined])
    return reply.body
  }

  const name = (body: Assignment) => counter.app.call(externalSales.assign, { body }, { as: 'banca' })

  /** The system's agencies and products are called as ours; `Agencia Tres` is the second one too. */
  async function nameAll(system_id: number): Promise<void> {
    const { partner, product } = counter.world
    await name({ system_id, kind: 'agency', name: 'Agencia Uno', agency_id: partner.agencia1 })
    await name({ system_id, kind: 'agency', name: 'Agencia Dos', agency_id: partner.agencia2 })
    await name({ system_id, kind: 'agency', name: 'Agencia Tres', agency_id: partner.agencia2 })
    await name({ system_id, kind: 'product', name: 'Lotto Activo', product_id: product('LOTTO_ACTIVO') })
    await name({ system_id, kind: 'product', name: 'La Granjita', product_id: product('LA_GRANJITA') })
  }

  async function show(id: number): Promise<ExternalLoad> {
    const { body } = await counter.app.call(externalSales.show, { params: { id } }, { as: 'banca' })
    return body
  }

  /** Posts a load as it stands now, with what is said otherwise. */
  async function post(id: number, said: object = {}, options: { as?: string; key?: string } = {}) {
    const { review } = await show(id)
    const body = { load_id: id, review, ...said }
    return counter.app.call(externalSales.post, { body }, { as: 'banca', ...options })
  }

  async function rowsOf(load_id: number, query: object = {}): Promise<Answer<typeof externalSales.entries>['data']> {
    const { body } = await counter.app.call(externalSales.entries, { query: { load_id, ...query } }, { as: 'banca' })
    return body.data
  }
  /** A new system that knows all names of an agency of its own, so that nobody else's sales are among its books. */
  async function own(format: Partial<ExternalFormat> = {}): Promise<number> {
    const system_id = await addSystem(format)
    await nameAll(system_id)
    return system_id
  }
  const row = (
    sold: string,
    { back = 0, agency = 'Agencia Uno', product = 'Lotto Activo', prizes = '0', commission = '0' } = {},
  ) => [written(back), agency, product, sold, prizes, commission]
  const codeOf = (reply: { status: number; problem: { code?: string } }) =>
    reply.status < 300 ? reply.status : reply.problem.code
  return { counter, at, codeOf, own, row, written, addSystem, upload, load, name, nameAll, show, post, rowsOf }
}
