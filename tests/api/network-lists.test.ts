/** The file that a list of the registry gives, brought in again: nothing differs but the cell that somebody changed. */
import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { read, utils, type WorkBook } from 'xlsx'
import { agencies } from '../../contract/agencies.ts'
import { commissions } from '../../contract/commissions.ts'
import { distributors } from '../../contract/distributors.ts'
import { network, type NetworkImport } from '../../contract/network.ts'
import { partners } from '../../contract/partners.ts'
import { ticketOffices } from '../../contract/ticket-offices.ts'
import { users } from '../../contract/users.ts'
import { openNetwork, written } from './network-setup.ts'

const { at, send, checked, faults, faultLines, apply, settled } = openNetwork()
const discard = (id: number) => at.app.call(network.discard, { params: { id } }, { as: 'banca' })
const asked = { query: { format: 'xlsx' as const } }
const rates = { ...asked, body: { currencies: ['BS' as const] } }

/** Each list: its file, and a cell by its row, its column and what is written there. */
const lists = [
  [
    'distributors',
    (as: string) => at.app.call(distributors.export, asked, { as }),
    ['Distribuidor Norte', 'Teléfono', '0261-7654321'],
  ],
  ['agencies', (as: string) => at.app.call(agencies.export, asked, { as }), ['Agencia Uno', 'Dirección', 'Calle 9']],
  [
    'offices',
    (as: string) => at.app.call(ticketOffices.export, asked, { as }),
    ['Taquilla Uno', 'Correo', 'una@ejemplo.com'],
  ],
  ['users', (as: string) => at.app.call(users.export, asked, { as }), ['taquilla', 'Nombre', 'Otra Persona']],
  ['rates', (as: string) => at.app.call(commissions.export, rates, { as }), ['Agencia Uno', '% de comisión', 0.095]],
] as const

const cells = (book: WorkBook) =>
  utils.sheet_to_json<unknown[]>(Object.values(book.Sheets)[0]!, { header: 1, blankrows: true })

/** The file with one cell changed, its look kept: a percentage stays one. */
function changed(raw: Buffer, [who, title, value]: readonly [string, string, string | number]): Buffer {
  const book = read(raw, { cellNF: true })
  const rows = cells(book)
  const header = rows.findIndex((row) => row.includes(title))
  const r = rows.findIndex((row, n) => n > header && row.includes(who))
  const c = rows[header]!.indexOf(title)
  const place = utils.encode_cell({ r, c })
  const sheet = Object.values(book.Sheets)[0]!
  sheet[place] = { ...(sheet[place] as object), t: typeof value === 'number' ? 'n' : 's', v: value }
  return written(book)
}

const sums = ({ sheets }: NetworkImport) => sheets.map(({ counts: { crea, cambia } }) => [crea, cambia])

describe('the file of a list', () => {
  it.each(lists)('of %s differs in nothing, and in one cell when one was changed', async (_, file, edit) => {
    const { raw } = await file('banca')
    const same = await checked(raw)
    expect([same.problem, await faults(same.id)]).toEqual([null, []])
    expect(sums(same)).toEqual([[0, 0]])
    expect(same.sheets[0]!.counts.igual).toBe(cells(read(raw)).filter((row) => row.length > 2).length - 1)
    await discard(same.id)

    const one = await checked(changed(raw, edit))
    expect([one.problem, await faults(one.id)]).toEqual([null, []])
    expect(sums(one).flatMap(([made, other]) => made! + other!)).toEqual([1])
    expect((await apply(one)).status).toBe(202)
    expect((await settled(one.id)).state).toBe('aplicada')
  })

  it('of rates makes its own only the cell of the inherited one that was changed', async () => {
    const own = await at.world.db.rows(sql`
      SELECT g.name AS product, b.code AS bet_type, c.currency, c.commission_percent::float8 AS percent,
        num_nonnulls(c.commission_kind, c.participation_kind, c.participation_percent) AS others FROM commissions c
      JOIN partners p ON p.id = c.partner_id
      JOIN products g ON g.id = c.product_id
      JOIN bet_types b ON b.id = c.bet_type_id
      WHERE p.name = 'Agencia Uno' AND c.currency = 'BS'`)
    expect(own).toEqual([{ product: 'Lotto Activo', bet_type: 'ANIMALITO', currency: 'BS', percent: 9.5, others: 0 }])
  })

  it('of users refuses what differs in somebody whom no workbook changes', async () => {
    const { raw } = await at.app.call(users.export, asked, { as: 'banca' })
    const one = await checked(changed(raw, ['supervisor', 'Nombre', 'Otro']))
    expect((await faults(one.id)).map(({ message }) => message)).toEqual([
      'Ese usuario se cambia en la pantalla de usuarios, por quien puede hacerlo.',
    ])
    await discard(one.id)
  })

  it('of rates is the same for whoever may not set their own', async () => {
    const { raw } = await at.app.call(commissions.export, rates, { as: 'distribuidor' })
    const one = await checked(raw, 'distribuidor')
    expect([await faults(one.id, 'distribuidor'), sums(one)]).toEqual([[], [[0, 0]]])
  })
})

describe('the file of a list as CSV', () => {
  const csv = { query: { format: 'csv' as const } }
  const files = [
    ['distributors', (as: string) => at.app.call(distributors.export, csv, { as }), ['distribuidores']],
    ['agencies', (as: string) => at.app.call(agencies.export, csv, { as }), ['agencias']],
    ['offices', (as: string) => at.app.call(ticketOffices.export, csv, { as }), ['taquillas']],
    ['users', (as: string) => at.app.call(users.export, csv, { as }), ['usuarios']],
    ['rates', (as: string) => at.app.call(commissions.export, { ...csv, body: {} }, { as }), ['comisiones']],
    [
      'all partners',
      (as: string) => at.app.call(partners.export, csv, { as }),
      ['distribuidores', 'agencias', 'taquillas'],
    ],
    [
      'all partners, as a workbook',
      (as: string) => at.app.call(partners.export, asked, { as }),
      ['distribuidores', 'agencias', 'taquillas'],
    ],
  ] as const
  const people = files.flatMap(([name, file, sheets]) =>
    ['banca', 'distribuidor'].map((as) => [as, name, file, sheets] as const),
  )

  it.each(people)('to %s, of %s, is told by itself and differs in nothing', async (as, _name, file, sheets) => {
    const { raw } = await file(as)
    const one = await checked(raw, as)
    expect([one.problem, await faults(one.id, as)]).toEqual([null, []])
    expect(one.sheets.map(({ sheet }) => sheet)).toEqual(sheets)
    expect(sums(one).flat()).toEqual(sheets.flatMap(() => [0, 0]))
    expect(one.sheets.every(({ counts: { igual } }) => igual > 0)).toBe(true)
    await at.app.call(network.discard, { params: { id: one.id } }, { as })
  })

  const text = (...lines: string[]) => Buffer.from(`\uFEFF${lines.join('\r\n')}\r\n`)

  it('changes what its one changed cell says', async () => {
    const { raw } = await at.app.call(partners.export, csv, { as: 'banca' })
    const other = raw.toString('utf8').replace('Taquilla Uno;', 'Taquilla Primera;')
    const one = await checked(Buffer.from(other))
    expect(await faults(one.id)).toEqual([])
    expect(sums(one)).toEqual([
      [0, 0],
      [0, 0],
      [0, 1],
    ])
    await discard(one.id)
  })

  it('of another maker is told by its columns, or by the name of its file', async () => {
    const kinds = async (bytes: Buffer, name: string) => {
      const one = await settled((await send(bytes, 'banca', name)).body.id)
      await discard(one.id)
      return one.problem ?? one.sheets.map(({ sheet, rows }) => `${sheet} ${rows}`)
    }
    expect(await kinds(text('Taquilla,Cod,Agencia', 'Una,T9,Agencia Uno'), 'x.csv')).toEqual(['taquillas 1'])
    expect(await kinds(text('Login;Nombre;Rol;Afiliado', 'ana;Ana;Vendedor de taquilla;TAQ1'), 'x.csv')).toEqual([
      'usuarios 1',
    ])
    expect(await kinds(text('Código;Nombre', 'A9;Nueva'), 'mis agencias (2).csv')).toEqual(['agencias 1'])
    expect(await kinds(text('Código;Nombre', 'A9;Nueva'), 'x.csv')).toMatch(/^No se sabe qué son estas filas\. /)
  })

  it('refuses a row of all partners that does not say what it is', async () => {
    const rows = ['Nombre;Código;Tipo', 'Nueva;N1;Agensia', 'Agencia Uno;AGENCIA1;Agencia']
    expect(await faultLines(text(...rows))).toEqual([
      'distribuidores 2 Tipo: No se entiende. Escriba Distribuidor, Agencia, Taquilla.',
    ])
  })
})
