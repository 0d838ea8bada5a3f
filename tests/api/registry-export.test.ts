/** The registries' lists as files: their rows in their order, in words, under what was asked, and only for whom the list is. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { read, utils } from 'xlsx'
import { agencies, type AgencyRow } from '../../contract/agencies.ts'
import { partners } from '../../contract/partners.ts'
import { products } from '../../contract/products.ts'
import { formatInstant } from '../../contract/values/dates.ts'
import { openRegistry, place, type Registry } from './agencies-setup.ts'

let registry: Registry
let { world, app, created } = {} as Registry

beforeAll(async () => {
  registry = await openRegistry()
  ;({ world, app, created } = registry)
  await created({ name: 'Agencia Zulia', code: 'ZULIA', currencies: ['USD', 'BS'], status: 'inactivo' })
  await created({ name: 'Agencia Ajena', father_id: world.partner.banca })
})
afterAll(() => registry?.close())

interface File {
  /** What the heading says: `Estado` → `Inactivo`. */
  told: Record<string, unknown>
  titles: unknown[]
  rows: unknown[][]
}

/** An XLSX: a table whose first title is `first`, and behind it what it is told to be. */
function fileOf(raw: Buffer, first: string): File {
  const [table, about] = Object.values(read(raw).Sheets).map((sheet) =>
    utils.sheet_to_json<unknown[]>(sheet, { header: 1, raw: true, defval: '' }),
  )
  const [titles, ...rows] = table as [unknown[], ...unknown[][]]
  expect(titles[0]).toBe(first)
  return { told: Object.fromEntries(about!.map(([label, value]) => [String(label), value])), titles, rows }
}
const column = ({ titles, rows }: File, title: string) => rows.map((row) => row[titles.indexOf(title)])

describe('agencies', () => {
  const asked = { sort: '-name', state_id: place.state_id, currency: 'BS' } as const
  const exported = async (query: object, as: string) => {
    const reply = await app.call(agencies.export, { query: { ...asked, ...query } }, { as })
    expect(reply.status, reply.raw.toString('utf8', 0, 300)).toBe(200)
    return { ...fileOf(reply.raw, 'Código'), counted: reply.headers['x-row-count'] }
  }

  it('are all of the list, in its order and in words', async () => {
    const { body } = await app.call(agencies.list, { query: asked }, { as: 'banca' })
    const file = await exported({}, 'banca')
    expect(body.data.length).toBeGreaterThan(1)
    expect(file.counted).toBe(String(body.data.length))
    const expected: Record<string, (row: AgencyRow) => unknown> = {
      Código: (row) => row.code,
      Agencia: (row) => row.name,
      Padre: (row) => row.father_name,
      Monedas: (row) => row.currencies.join(', '),
      Estado: (row) => (row.status === 'activo' ? 'Activo' : 'Inactivo'),
      Taquillas: (row) => row.offices,
      'Responsable de pago': (row) => row.payments_responsible_name,
    }
    for (const [title, of] of Object.entries(expected))
      expect([title, column(file, title)]).toEqual([title, body.data.map(of)])
    expect(column(file, 'Estado')).toContain('Inactivo')
  })

  it('say by name what was asked', async () => {
    const file = await exported({ partner_id: world.partner.norte, status: 'inactivo', q: 'zulia' }, 'distribuidor')
    expect(column(file, 'Código')).toEqual(['ZULIA'])
    expect(file.told).toMatchObject({
      Estado: 'Inactivo',
      Distribuidor: 'Distribuidor Norte',
      Región: 'Zulia',
      Moneda: 'BS',
      Búsqueda: 'zulia',
    })
  })

  it("are within the caller's reach, and nobody's who has no list of them", async () => {
    const own = await app.call(agencies.export, { query: {} }, { as: 'distribuidor' })
    expect(column(fileOf(own.raw, 'Código'), 'Agencia')).not.toContain('Agencia Ajena')
    const code = async (query: object, as: string) => (await app.call(agencies.export, { query }, { as })).problem.code
    expect(await code({ partner_id: world.partner.banca }, 'distribuidor')).toBe('not_found')
    expect(await code({ sort: 'phone' }, 'banca')).toBe('invalid')
    expect(await code({}, 'agencia')).toBe('forbidden')
  })
})

describe('partners', () => {
  it('are the rows of the list, with their type in words', async () => {
    const query = { sort: 'code', type: 'taquilla' } as const
    const { body } = await app.call(partners.list, { query }, { as: 'agencia' })
    const reply = await app.call(partners.export, { query }, { as: 'agencia' })
    const file = fileOf(reply.raw, 'Nombre')
    expect(body.data).toHaveLength(2)
    expect(column(file, 'Código')).toEqual(body.data.map((row) => row.code))
    expect(column(file, 'Tipo')).toEqual(['Taquilla', 'Taquilla'])
    expect(column(file, 'Padre')).toEqual(body.data.map((row) => row.father_name))
    expect(file.told).toMatchObject({ Tipo: 'Taquilla' })
    const refused = await app.call(partners.export, { query }, { as: 'taquilla' })
    expect(refused.problem.code).toBe('forbidden')
  })
})

describe('products', () => {
  it("are the rows of the list, instants in the banca's zone", async () => {
    const query = { sort: '-name', kind: 'animalitos', status: 'activo' } as const
    const { body } = await app.call(products.list, { query }, { as: 'banca' })
    const reply = await app.call(products.export, { query: { ...query, format: 'csv' } }, { as: 'banca' })
    const lines = reply.raw.toString('utf8').split('\r\n')
    const head = lines.findIndex((line) => line.startsWith('Código;'))
    const titles = lines[head]!.split(';')
    const rows = lines.slice(head + 1, head + 1 + body.data.length).map((line) => line.split(';'))
    const of = (title: string) => rows.map((row) => row[titles.indexOf(title)])
    expect(body.data.length).toBeGreaterThan(1)
    expect(reply.headers['x-row-count']).toBe(String(body.data.length))
    expect(of('Producto')).toEqual(body.data.map((row) => row.name))
    expect(of('Tipo')).toEqual(body.data.map(() => 'Animalitos'))
    expect(of('Símbolos')).toEqual(body.data.map((row) => String(row.symbols)))
    expect(of('Próximo sorteo')).toEqual(
      body.data.map(({ next_draw_at }) => (next_draw_at ? formatInstant(next_draw_at, 'America/Caracas') : '')),
    )
    expect(lines).toEqual(expect.arrayContaining(['Tipo;Animalitos', 'Estado;Activo']))
    expect((await app.call(products.export, { query }, { as: 'supervisor' })).problem.code).toBe('forbidden')
  })
})
