/** The network from a workbook: checked whole, written whole or not at all, and only what differs. */
import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { utils } from 'xlsx'
import { network } from '../../contract/network.ts'
import { session } from '../../contract/session.ts'
import { tickets } from '../../contract/tickets.ts'
import { verifyBooks } from '../../server/rules/ledger/verify.ts'
import { openNetwork, sheetsIn, written, type Sheets } from './network-setup.ts'

const { at, settled, checked, faults, faultLines, apply, applied } = openNetwork()
const where = { state: 'Zulia', municipality: 'Maracaibo' }

let made = 0
/** A distributor, its agency with an office, its people and its rates, all with names of their own. */
function branch(): { sheets: Required<Sheets>; code: (kind: string) => string } {
  made += 1
  const code = (kind: string) => `${kind}-${made}`
  const sheets = {
    distribuidores: [
      { code: code('D'), name: `Distribuidora Libro ${made}`, currencies: 'BS, USD', ...where, phone: '0261-1234567' },
    ],
    agencias: [
      {
        code: code('A'),
        name: `Agencia Libro ${made}`,
        father: code('D'),
        ...where,
        document: `J-${12345678 + made}-9`,
      },
    ],
    taquillas: [{ code: code('T'), name: `Taquilla Libro ${made}`, father: `agencia libro ${made}` }],
    usuarios: [
      { username: `jefe${made}`, name: 'Ana Jefe', role: 'Administrador de taquilla', partner: code('A') },
      {
        username: `caja${made}`,
        name: 'Luis Caja',
        role: 'VEND_TAQUILLA',
        partner: `Taquilla Libro ${made}`,
        email: 'luis@ejemplo.com',
      },
    ],
    comisiones: [
      {
        partner: code('A'),
        commission_kind: 'venta',
        commission_percent: '12,5 %',
        participation_kind: 'Solo positiva',
        participation_percent: 30,
      },
      {
        partner: code('A'),
        product: 'Lotto Activo',
        bet_type: 'Animalito',
        currency: 'Bolívares',
        commission_percent: 15,
      },
    ],
  }
  return { sheets, code }
}
const partner = (code: string) =>
  at.world.db.one<{
    id: number
    father: string
    name: string
    currencies: string[]
    phone: string
    version: number
  }>(sql`
    SELECT p.id, f.code AS father, p.name, p.currencies::text[] AS currencies, p.phone, p.version
    FROM partners p
    JOIN partners f ON f.id = p.father_id
    WHERE p.code = ${code}`)

describe('a workbook', () => {
  it('makes a whole branch, that sells', async () => {
    const { sheets, code } = branch()
    const one = await checked(sheets)
    expect(one).toMatchObject({ state: 'revisada', faults: 0, problem: null })
    expect(one.sheets.map(({ sheet, counts }) => [sheet, counts.crea])).toEqual([
      ['distribuidores', 1],
      ['agencias', 1],
      ['taquillas', 1],
      ['usuarios', 2],
      ['comisiones', 2],
    ])
    expect(await partner(code('D'))).toBeUndefined()
    await apply(one)
    const done = await settled(one.id)
    expect(done).toMatchObject({ state: 'aplicada', problem: null, without_password: 2, done: 7, total: 7 })
    expect(await partner(code('T'))).toMatchObject({ father: code('A'), currencies: ['BS', 'USD'] })
    const { id } = (await partner(code('T')))!
    const above = await at.world.db.rows<{ code: string }>(
      sql`SELECT p.code FROM partner_ancestors a JOIN partners p ON p.id = a.ancestor_id WHERE a.partner_id = ${id} ORDER BY a.depth`,
    )
    expect(above.map((row) => row.code).slice(0, 3)).toEqual([code('T'), code('A'), code('D')])
    const given = await at.app.call(network.passwords, { params: { id: one.id } }, { as: 'banca' })
    const rows = sheetsIn(given.raw)['Contraseñas']!
    const first = String(rows.find((row) => row['Usuario'] === `caja${made}`)!['Contraseña de un solo uso'])
    const entered = await at.app.call(session.open, { body: { username: `caja${made}`, password: first } })
    expect(entered.status).toBe(200)
    const own = 'sellar-cada-ticket-9'
    await at.app.call(
      session.changePassword,
      { body: { current_password: first, new_password: own } },
      { token: entered.body.access_token },
    )
    const token = (await at.app.call(session.open, { body: { username: `caja${made}`, password: own } })).body
      .access_token
    const draw_id = await at.world.draw('LOTTO_ACTIVO')
    const [bet] = await at.world.db.rows<{ id: number }>(sql`SELECT id FROM bet_types WHERE kind = 'animalito'`)
    const sold = await at.app.call(
      tickets.sell,
      { body: { currency: 'BS', lines: [{ draw_id, bet_type_id: bet!.id, number: '5', stake: '10.00' }] } },
      { token },
    )
    expect([sold.status, sold.problem?.detail]).toEqual([201, undefined])
    await at.world.settle()
    const rate = await at.world.db.one(
      sql`
        SELECT f.commission_percent::float8 AS percent
        FROM ticket_lines l
        JOIN frozen_rates f ON f.id = l.rate_id
        WHERE l.office_id = ${id}`,
    )
    expect(rate).toEqual({ percent: 15 })
    expect((await verifyBooks(at.world.db)).length).toBe(0)
  })

  it('brought in again changes nothing, and of another one only what differs', async () => {
    const { sheets, code } = branch()
    await applied(sheets)
    const before = await partner(code('A'))
    const again = await checked(sheets)
    expect(again.sheets.map(({ counts }) => counts.igual)).toEqual([1, 1, 1, 2, 2])
    const [distributor] = sheets.distribuidores
    const [general] = sheets.comisiones
    const one = await checked({
      distribuidores: [{ ...distributor!, phone: '0261-7654321' }],
      agencias: sheets.agencias,
      comisiones: [{ ...general!, commission_percent: '13' }],
    })
    expect(one.sheets.map(({ counts }) => [counts.cambia, counts.igual])).toEqual([
      [1, 0],
      [0, 1],
      [1, 0],
    ])
    const changes = (
      await at.app.call(network.changes, { query: { import_id: one.id, action: 'cambia' } }, { as: 'banca' })
    ).body
    expect(changes.data.map(({ differences }) => differences)).toEqual([
      ['Teléfono: 0261-1234567 → 0261-7654321'],
      ['Venta 12,5 % y solo positiva 30 % → Venta 13 % y solo positiva 30 %'],
    ])
    await apply(one)
    expect(await settled(one.id)).toMatchObject({ state: 'aplicada', done: 2, total: 2 })
    expect(await partner(code('D'))).toMatchObject({ phone: '0261-7654321' })
    expect(await partner(code('A'))).toEqual(before)
    const rates = await at.world.db.rows<{ percent: number }>(sql`
      SELECT c.commission_percent::float8 AS percent FROM commissions c JOIN partners p ON p.id = c.partner_id
      WHERE p.code = ${code('A')} AND c.product_id IS NULL ORDER BY c.starts_at`)
    expect(rates.map(({ percent }) => percent)).toEqual([12.5, 13])
  })

  it('comes out as it goes in', async () => {
    await applied(branch().sheets)
    const file = await at.app.call(network.book, {}, { as: 'banca' })
    const one = await checked(file.raw)
    expect([one.faults, one.problem]).toEqual([0, null])
    const { crea, cambia, igual } = one.sheets
      .map(({ counts }) => counts)
      .reduce((sum, each) => ({
        crea: sum.crea + each.crea,
        cambia: sum.cambia + each.cambia,
        igual: sum.igual + each.igual,
      }))
    expect([crea, cambia]).toEqual([0, 0])
    expect(igual).toBeGreaterThan(10)
    await at.app.call(network.discard, { params: { id: one.id } }, { as: 'banca' })
  })

  it('is read from the template, filled in', async () => {
    const file = await at.app.call(network.book, { query: { empty: true } }, { as: 'banca' })
    const sheets = sheetsIn(file.raw)
    expect(Object.keys(sheets)).toEqual([
      'Distribuidores',
      'Agencias',
      'Taquillas',
      'Usuarios',
      'Comisiones',
      'Cómo se llena',
    ])
    const one = await checked(file.raw)
    expect([one.state, one.problem]).toEqual(['fallida', 'Las hojas del libro no tienen filas.'])
  })
})

describe('faults', () => {
  it('say sheet, row, column and reason, all of them at once', async () => {
    const lines = await faultLines({
      distribuidores: [
        { code: 'X', name: 'Ok', ...where },
        { code: 'DF-1', name: 'Distribuidor Norte', ...where },
        { code: 'DF-2', name: 'Uno', father: 'DF-3', ...where },
        { code: 'DF-3', name: 'Dos Dos', father: 'DF-2', ...where },
      ],
      agencias: [
        {
          code: 'AF-1',
          name: 'Agencia Falla',
          father: 'nadie',
          state: 'Zulia',
          municipality: 'Chacao',
          document: 'V-1234567',
        },
        { code: 'AF-1', name: 'Agencia Otra', father: '', ...where },
        { code: 'AF-2', name: 'agencia FALLA', father: 'Agencia Uno', ...where, document: 'V01234567' },
        {
          code: 'AF-3',
          name: 'Agencia Sin Lugar',
          father: '',
          currencies: 'BS y euros',
          email: 'no',
          state: '',
          municipality: '',
        },
      ],
      taquillas: [{ code: 'TF-1', name: 'Taquilla Falla', father: 'Distribuidor Norte' }],
      usuarios: [
        { username: 'con espacio', name: 'Ana Ana', role: 'Jefe', partner: 'x' },
        { username: 'nuevojefe', name: 'Ana Ana', role: 'ADMIN_BANCA', partner: 'x' },
        { username: 'banca', name: 'Otro Nombre', role: 'VEND_TAQUILLA', partner: 'Taquilla Uno' },
        { username: 'mal-puesto', name: 'Ana Ana', role: 'VEND_TAQUILLA', partner: 'Agencia Uno' },
      ],
      comisiones: [
        { partner: 'Agencia Uno', product: 'Nada', commission_percent: 12 },
        { partner: 'Agencia Uno', commission_percent: 0.12 },
        { partner: 'Agencia Uno', commission_percent: '120' },
        { partner: 'Agencia Dos', commission_percent: '1 2' },
      ],
    })
    expect(lines.sort()).toEqual([
      'agencias 2 Municipio: No es un municipio de esa región.',
      'agencias 2 Padre: Nadie tiene ese código o nombre, ni en el libro ni a su alcance: aquí va una ' +
        'banca o un distribuidor.',
      'agencias 3 Código: Ese código ya está en la fila 2 de agencias.',
      'agencias 4 Documento: Ese documento ya está en la fila 2 de agencias.',
      'agencias 4 Nombre: Ese nombre ya está en la fila 2 de agencias.',
      'agencias 4 Padre: Es una agencia, y aquí va una banca o un distribuidor.',
      'agencias 5 Correo: Correo no válido',
      'agencias 5 Monedas: «euros» no es una moneda. Escriba BS, USD, COP.',
      'agencias 5 Municipio: Falta: una fila nueva lo necesita.',
      'agencias 5 Región: Falta: una fila nueva lo necesita.',
      'comisiones 2 Producto: No hay un producto con ese nombre.',
      'comisiones 3 % de comisión: 0,12 puede ser 12 % o 0,12 %. Escriba el porcentaje como texto: 0,5 % o 12 %.',
      'comisiones 4 % de comisión: No puede pasar de 100 %.',
      'comisiones 4 Afiliado: Esa tasa ya está en la fila 3.',
      'comisiones 5 % de comisión: No es un porcentaje de hasta cuatro decimales, como 12 o 12,5.',
      'distribuidores 2 Código: De 2 a 12 letras, números o guiones',
      'distribuidores 2 Nombre: Mínimo 3 caracteres',
      'distribuidores 3 Nombre: Ese nombre ya es de otro: lo tiene el código NORTE.',
      'distribuidores 4 Padre: Los padres del libro forman un círculo.',
      'taquillas 2 Agencia: Es un distribuidor, y aquí va una agencia.',
      'usuarios 2 Rol: No se entiende. Escriba Administrador de banca, Supervisor de banca, Distribuidor, ' +
        'Administrador de taquilla, Vendedor de taquilla, Vendedor de polla.',
      'usuarios 2 Usuario: De 3 a 60 letras sin acento, números, puntos o guiones',
      'usuarios 3 Rol: Un libro no hace usuarios con el rol Administrador de banca.',
      'usuarios 4 Usuario: Ese usuario se cambia en la pantalla de usuarios, por quien puede hacerlo.',
      'usuarios 5 Afiliado: Es una agencia, y aquí va una taquilla.',
    ])
  })

  it('take cells of one column that were made one for each of their rows, and are told of those of several', async () => {
    const sheet = utils.aoa_to_sheet([
      ['Nuestra red'],
      ['Código', 'Nombre', 'Padre', 'Región', 'Municipio'],
      ['CM-1', 'Agencia Combinada', 'Distribuidor Norte', 'Zulia', 'Maracaibo'],
      ['CM-2', 'Agencia de Debajo', '', 'Zulia', 'Maracaibo'],
    ])
    const book = () => {
      const one = utils.book_new()
      utils.book_append_sheet(one, sheet, 'Agencias')
      return written(one)
    }
    // A title over the table may be as wide as it likes.
    sheet['!merges'] = [{ s: { r: 0, c: 0 }, e: { r: 0, c: 4 } }]
    expect((await checked(book())).faults).toBe(0)
    sheet['!merges'].push({ s: { r: 2, c: 2 }, e: { r: 3, c: 2 } })
    await applied(book())
    expect([(await partner('CM-1'))?.father, (await partner('CM-2'))?.father]).toEqual(['NORTE', 'NORTE'])
    sheet['!merges'].push({ s: { r: 2, c: 3 }, e: { r: 3, c: 4 } })
    expect(await faults((await checked(book())).id)).toMatchObject([
      { sheet: 'agencias', line: 4, value: 'D3:E4', message: expect.stringContaining('combinadas') },
    ])
  })

  it('are told of a whole sheet, and of a column that is said by hand and known from then on', async () => {
    const book = utils.book_new()
    utils.book_append_sheet(
      book,
      utils.aoa_to_sheet([
        ['Ident.', 'Cómo se llama', 'Estado o provincia', 'Ciudad'],
        ['A-90', 'Agencia Columna', 'Zulia', 'Maracaibo'],
      ]),
      'Agencias',
    )
    utils.book_append_sheet(book, utils.aoa_to_sheet([['lo mío']]), 'Notas')
    const one = await checked(written(book))
    expect(one.others).toEqual(['Notas'])
    // The name alone could stay away: a row that changes one needs it not.
    expect((await faults(one.id)).map(({ column }) => column)).toEqual(['Código'])
    expect((await apply(one)).problem.code).toBe('network_faults')
    const columns = [
      { name: 'Ident.', field: 'code' },
      { name: 'Cómo se llama', field: 'name' },
    ]
    const wrong = await at.app.call(
      network.columns,
      { params: { id: one.id }, body: { sheet: 'agencias', columns: [{ name: 'Ident.', field: 'serial' }] } },
      { as: 'banca' },
    )
    expect(wrong.problem.code).toBe('invalid')
    const said = await at.app.call(
      network.columns,
      { params: { id: one.id }, body: { sheet: 'agencias', columns } },
      { as: 'banca' },
    )
    expect(said.status).toBe(202 - 2)
    expect(await settled(one.id)).toMatchObject({ state: 'revisada', faults: 0 })
    const again = await checked(written(book))
    expect(again.faults).toBe(0)
  })
})
