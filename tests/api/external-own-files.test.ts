/** The rows of a load, taken away as a file and brought in again: read as the same sales, whose posting changes no book. */
import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { externalSales } from '../../contract/external-sales.ts'
import { asAnyTable } from '../../server/platform/files/reading/own-file.ts'
import type { SheetRow } from '../../server/platform/files/reading/cells.ts'
import { openExternalSales } from './external-sales-setup.ts'

const { addSystem, at, codeOf, counter, load, name, post, rowsOf, written } = openExternalSales()

const agency = '=Agencia; "Uno"'
const product = "'-Lotto, Activo"
const header = ['Fecha', 'Agencia', 'Producto', 'Moneda', 'Ventas', 'Premios', 'Comisión']
const quoted = (cell: string) => `"${cell.replaceAll('"', '""')}"`
/** As our own writer has them: what would run has an apostrophe in front, and one of its own another. */
const foreign = (...rows: string[][]) =>
  Buffer.from([header, ...rows].map((row) => row.map(quoted).join(';')).join('\r\n'))

async function systemWith(number_style: 'es-VE' | 'international') {
  const system_id = await addSystem({ currency: null, number_style })
  const { world } = counter
  await name({ system_id, kind: 'agency', name: agency, agency_id: world.partner.agencia1 })
  await name({ system_id, kind: 'product', name: product, product_id: world.product('LOTTO_ACTIVO') })
  return system_id
}

describe('the rows of a load', () => {
  it.each([
    ['CSV', { format: 'csv', csv_style: 'es-VE' }, 'es-VE'],
    ['international CSV', { format: 'csv', csv_style: 'international' }, 'international'],
    ['XLSX', { format: 'xlsx' }, 'es-VE'],
  ] as const)('as %s come in again as the same sales', async (_format, query, number_style) => {
    const { world, app } = counter
    await world.db.run(
      sql`UPDATE partners SET name = ${agency}, name_key = lower(${agency}) WHERE id = ${world.partner.agencia1}`,
    )
    await world.db.run(sql`UPDATE products SET name = ${product} WHERE id = ${world.product('LOTTO_ACTIVO')}`)
    const system_id = await systemWith(number_style)
    const amount = (text: string) => (number_style === 'es-VE' ? text.replace('.', ',') : text)
    const line = (back: number, currency: string, sold: string, prizes: string) => [
      written(back),
      `'${agency}`,
      `'${product}`,
      currency,
      amount(sold),
      amount(prizes),
      amount('0.00'),
    ]
    const first = await load(
      system_id,
      foreign(line(4, 'BS', '1234.50', '40.00'), line(4, 'USD', '0.75', '0.00'), line(5, 'COP', '9000.00', '500.00')),
    )
    expect(first.standings).toMatchObject({ lista: 3 })
    expect(codeOf(await post(first.id))).toBe(200)
    const sales = async (id: number) =>
      (await rowsOf(id)).map(({ standing, day, agency_name, product_name, currency, sold, prizes, commission }) => ({
        standing,
        day,
        agency_name,
        product_name,
        currency,
        sold,
        prizes,
        commission,
      }))
    const { raw, status } = await app.call(
      externalSales.entriesExport,
      { query: { load_id: first.id, ...query } },
      { as: 'banca' },
    )
    expect(status).toBe(200)
    const second = await load(system_id, raw)
    expect([second.rows, second.faults, second.ignored]).toEqual([3, 0, 0])
    expect(await sales(second.id)).toEqual(await sales(first.id))
    // Posted in its place it is the same sales again: what it takes away is what it brings.
    expect(codeOf(await post(second.id, { replace: true }))).toBe(200)
    const books = await world.db.rows(sql`
      SELECT day::text, currency::text, sum(sold)::text AS sold, sum(prizes)::text AS prizes FROM external_entries
      WHERE system_id = ${system_id} AND replaced_by IS NULL GROUP BY 1, 2 ORDER BY 1, 2`)
    expect(books).toEqual([
      { day: at(5), currency: 'COP', sold: '9000.00', prizes: '500.00' },
      { day: at(4), currency: 'BS', sold: '1234.50', prizes: '40.00' },
      { day: at(4), currency: 'USD', sold: '0.75', prizes: '0.00' },
    ])
  })
})

describe('amounts by currency', () => {
  const read = async (...lines: (string | number)[][]) => {
    async function* rows(): AsyncGenerator<SheetRow> {
      for (const [at, cells] of lines.entries()) yield { n: at + 1, cells }
    }
    const all: unknown[] = []
    for await (const { cells } of asAnyTable(rows())) all.push(cells)
    return all
  }
  it('are one column again, and what says two of them is no amount', async () => {
    expect(
      await read(
        ['Moneda', 'Ventas BS', 'Ventas USD', 'Nota'],
        ['BS', 10, '', 'x'],
        ['USD', '', 5],
        ['BS', '', ''],
        ['BS', 1, 2],
        ['BS', '', 3],
        ['Filas', 4],
        ['Suma de control: Ventas BS', 10],
      ),
    ).toEqual([
      ['Moneda', 'Ventas', '', 'Nota'],
      ['BS', 10, '', 'x'],
      ['USD', 5, ''],
      ['BS', '', ''],
      ['BS', '1 BS y 2 USD', ''],
      ['BS', '3 USD', ''],
    ])
  })
  it('are left as they are in a table that says no currency', async () => {
    const lines = [
      ['Agencia', 'Ventas BS', 'Ventas USD'],
      ['Una', 1, 2],
    ]
    expect(await read(...lines)).toEqual(lines)
  })
})
