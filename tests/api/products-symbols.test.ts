/** Symbols of a product: unique, with pictures, and not taken from under a bet. */
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { products, type ProductSymbol } from '../../contract/products.ts'
import { tickets } from '../../contract/tickets.ts'
import { betTypeId } from '../support/world.ts'
import { refusal } from './agencies-setup.ts'
import { openCatalogue, type Catalogue } from './products-setup.ts'
import { addWildcard } from '../support/factories.ts'

let catalogue: Catalogue
let { world, app } = {} as Catalogue

beforeAll(async () => {
  catalogue = await openCatalogue()
  ;({ world, app } = catalogue)
})
afterAll(() => catalogue?.close())

const symbols = async (code: string) =>
  (await app.call(products.symbols, { params: { id: world.product(code) } }, { as: 'banca' })).body
const save = async (code: string, change: (data: ProductSymbol[]) => ProductSymbol[]) => {
  const { version, data } = await symbols(code)
  return app.call(
    products.saveSymbols,
    { params: { id: world.product(code) }, body: { version, data: change(data) } },
    { as: 'banca' },
  )
}

describe('symbols', () => {
  it('begin with the animals and our drawings of them, in board order', async () => {
    const { data } = await symbols('LOTTO_ACTIVO')
    expect(data).toHaveLength(38)
    expect(data.slice(0, 3)).toEqual([
      { code: '0', name: 'Delfín', image_url: '/symbols/delfin.svg' },
      { code: '00', name: 'Ballena', image_url: '/symbols/ballena.svg' },
      { code: '1', name: 'Carnero', image_url: '/symbols/carnero.svg' },
    ])
    expect((await symbols('SELVA_PLUS')).data.every((one) => one.image_url)).toBe(true)
    expect((await symbols('POLLA_DEL_DIA')).data).toEqual(data)
  })

  it('are saved in the order given, with new names and pictures, under a new version', async () => {
    const before = await symbols('LA_GRANJITA')
    const reply = await save('LA_GRANJITA', (data) => [
      { code: '37', name: 'Tortuga', image_url: null },
      ...data.map((one) => (one.code === '5' ? { ...one, name: 'León rey' } : one)),
    ])
    expect(reply.status).toBe(200)
    expect(reply.body).toMatchObject({ version: before.version + 1 })
    expect(reply.body.data.map((one) => one.code)).toEqual(['37', ...before.data.map((one) => one.code)])
    expect(reply.body.data.find((one) => one.code === '5')!.name).toBe('León rey')
    expect(await catalogue.lastAudit(world.product('LA_GRANJITA'))).toMatchObject({
      action: 'products.saveSymbols',
      before: { symbols: before.data },
      significant: false,
    })
  })

  it.each<[string, (data: ProductSymbol[]) => ProductSymbol[], string, string]>([
    [
      'a code twice',
      (data) => [...data, { code: '00', name: 'Otra', image_url: null }],
      'symbol_repeated',
      'data.38.code',
    ],
    [
      'a name twice but for case and accents',
      (data) => [...data, { code: '40', name: 'DELFIN', image_url: null }],
      'symbol_repeated',
      'data.38.name',
    ],
    [
      'a picture nobody uploaded',
      (data) => data.map((one, at) => (at === 1 ? { ...one, image_url: `/images/${'a'.repeat(64)}.png` } : one)),
      'image_gone',
      'data.1.image_url',
    ],
    [
      'a picture from elsewhere',
      (data) => data.map((one, at) => (at === 2 ? { ...one, image_url: 'https://example.com/x.png' } : one)),
      'invalid',
      'data.2.image_url',
    ],
    [
      'a code that is no number',
      (data) => [...data, { code: 'A1', name: 'Otra', image_url: null }],
      'invalid',
      'data.38.code',
    ],
  ])('refuse %s', async (_what, change, code, path) => {
    const reply = await save('LOTTO_ACTIVO_RD', change)
    expect([reply.problem.code, reply.problem.errors?.[0]?.path]).toEqual([code, path])
  })

  it('are not for products of digits', async () => {
    expect(refusal(await save('TRIPLE_ZULIA', () => [{ code: '1', name: 'Uno', image_url: null }]))).toEqual([
      400,
      'invalid',
      'data',
    ])
  })

  it('tell the second of two people what the first saved', async () => {
    const { version, data } = await symbols('GUACHARO_ACTIVO')
    const send = () =>
      app.call(
        products.saveSymbols,
        { params: { id: world.product('GUACHARO_ACTIVO') }, body: { version, data } },
        { as: 'banca' },
      )
    expect((await send()).status).toBe(200)
    const second = await send()
    expect(refusal(second)).toEqual([409, 'changed_meanwhile', undefined])
    expect(second.problem['current']).toMatchObject({ version: version + 1 })
  })
})

describe('a code that goes', () => {
  const without = (code: string) => (data: ProductSymbol[]) => data.filter((one) => one.code !== code)

  it('may not while somebody plays it, alone or in a tripleta', async () => {
    const draw = await world.draw('LOTTO_ACTIVO')
    for (let n = 0; n < 10; n++) await world.draw('LOTTO_ACTIVO', 7_200 + n)
    const line = (bet: 'ANIMALITO' | 'TRIPLETA', number: string) => ({
      draw_id: draw,
      bet_type_id: betTypeId(bet),
      number,
      stake: '5.00',
    })
    const sold = await app.call(
      tickets.sell,
      { body: { currency: 'BS', lines: [line('ANIMALITO', '7'), line('TRIPLETA', '9-10-11')] } },
      { as: 'taquilla' },
    )
    expect(sold.status).toBe(201)
    const reply = await save('LOTTO_ACTIVO', (data) => data.filter((one) => !['7', '10', '20'].includes(one.code)))
    expect(refusal(reply)).toEqual([409, 'symbol_in_use', 'data'])
    expect(reply.problem.detail).toBe('Hay jugadas abiertas o comodines con: 10 Tigre, 7 Perico')
    // A new code for the same animal takes the old one away too.
    expect(
      refusal(
        await save('LOTTO_ACTIVO', (data) => data.map((one) => (one.code === '7' ? { ...one, code: '77' } : one))),
      ),
    ).toEqual([409, 'symbol_in_use', 'data'])
    expect((await save('LOTTO_ACTIVO', without('20'))).status).toBe(200)
  })

  it('may once it is settled', async () => {
    await world.db.run(sql`UPDATE ticket_lines SET state = 'perdedora'`)
    expect((await save('LOTTO_ACTIVO', without('7'))).status).toBe(200)
  })

  it('may not while a wildcard names it', async () => {
    await addWildcard(world.db, {
      product_id: world.product('SELVA_PLUS'),
      bet_type_id: betTypeId('ANIMALITO'),
      number: '99',
      multiplier: 100,
    })
    expect(refusal(await save('SELVA_PLUS', without('99')))).toEqual([409, 'symbol_in_use', 'data'])
  })
})
