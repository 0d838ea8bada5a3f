/** A new entity, made in a copy of the house: it compiles, is formatted, and what cannot be made is said. */
import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isLong } from '../tests/support/length.ts'

const root = fileURLToPath(new URL('../', import.meta.url))
const parts = ['bundling', 'contract', 'providers', 'resources', 'scaffold', 'server', 'src', 'tests']
const files = ['package.json', 'tsconfig.json', 'vite.config.ts', 'biome.json', '.gitignore']
let copy: string

beforeAll(() => {
  copy = mkdtempSync(join(tmpdir(), 'sorteo-new-'))
  for (const one of [...parts, ...files]) cpSync(join(root, one), join(copy, one), { recursive: true })
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))
})
afterAll(() => rmSync(copy, { recursive: true, force: true }))

const make = (...words: string[]) =>
  spawnSync(process.execPath, ['scaffold/new.mjs', ...words], { cwd: copy, encoding: 'utf8' })
const tool = (name: string, ...words: string[]) =>
  execFileSync(join(copy, 'node_modules/.bin', name), words, { cwd: copy, encoding: 'utf8' })
const textOf = (file: string) => readFileSync(join(copy, file), 'utf8')

describe('a new entity', () => {
  it('compiles and is formatted, with a name of several words too', () => {
    expect(make('banks', '--title', 'Bancos', '--one', 'un banco', '--of', 'banca').status).toBe(0)
    const second = make('exchange-houses', '--title', 'Casas de cambio', '--one', 'una casa de cambio')
    expect([second.status, second.stderr]).toEqual([0, ''])
    expect(second.stdout).toContain('tests/api/exchange-houses.test.ts')
    expect(textOf('resources/exchange-houses.tsx')).toContain("text: 'Cree la primera.'")
    expect(textOf('resources/exchange-houses.tsx')).toContain("one: 'casa de cambio',\n  feminine: true,")
    expect(textOf('resources/banks.tsx')).toContain("one: 'banco',\n  name")
    // The compiler goes through the whole house for it: a minute.
    if (isLong) expect(tool('tsc', '--noEmit')).toBe('')
    expect(() => tool('biome', 'format', ...parts)).not.toThrow()
  })

  it('stands in every registration, and its tables come in their order', () => {
    for (const file of ['contract/index.ts', 'resources/index.ts', 'server/routes.ts', 'tests/support/factories.ts'])
      expect([file, textOf(file).includes('exchangeHouses')]).toEqual([file, true])
    const { entries } = JSON.parse(textOf('server/migrations/meta/_journal.json')) as { entries: { tag: string }[] }
    const tags = entries.map(({ tag }) => tag)
    expect(tags.slice(-2).map((tag) => tag.replace(/^\d+_/, ''))).toEqual(['banks', 'exchange_houses'])
    expect(tags).toEqual([...tags].sort())
    expect(textOf('contract/access/screens.ts')).toMatch(/'products'.*\n.*'banks'.*\n.*'exchange-houses'.*\n {4}\],/)
  })

  it('is of whoever makes it, or a catalogue of the banca, in its rules, its rows and its tests', () => {
    const access = textOf('tests/access/access.csv').split('\n')
    const asked = (call: string) => access.find((line) => line.startsWith(`${call},`))?.slice(call.length + 1)
    expect([
      asked('GET,/api/v2/admin/exchange-houses/export'),
      asked('POST,/api/v2/admin/exchange-houses/'),
      asked('GET,/api/v2/admin/banks/{id}'),
      asked('DELETE,/api/v2/admin/banks/{id}'),
    ]).toEqual([
      asked('GET,/api/v2/admin/registry/agencies/'),
      asked('PUT,/api/v2/admin/registry/agencies/{id}'),
      asked('GET,/api/v2/admin/currencies/'),
      asked('PATCH,/api/v2/admin/registry/top-quota'),
    ])
    const tables = ['banks', 'exchange_houses'].map((table) => {
      const { entries } = JSON.parse(textOf('server/migrations/meta/_journal.json')) as { entries: { tag: string }[] }
      return textOf(`server/migrations/${entries.find(({ tag }) => tag.endsWith(`_${table}`))!.tag}.sql`)
    })
    expect(tables.map((text) => text.includes('partner_id'))).toEqual([false, true])
    const relations = textOf('tests/access/relations.ts')
    expect(relations).toContain("...keptRelations(banks, kept.banks, 'banca'),")
    expect(relations).toContain("...keptRelations(exchangeHouses, kept.exchangeHouses, 'partner'),")
  })

  it('changes one line of what is numbered, and no file that it does not speak in', () => {
    const journal = 'server/migrations/meta/_journal.json'
    const before = readFileSync(join(root, journal), 'utf8').split('\n')
    expect(
      textOf(journal)
        .split('\n')
        .filter((line) => !before.includes(line)),
    ).toHaveLength(3)
    const other = 'server/entities/payment-methods.ts'
    writeFileSync(join(copy, other), `${textOf(other)}\n\n\n`)
    expect(make('coins', '--title', 'Monedas', '--one', 'una moneda').status).toBe(0)
    expect(textOf(other)).toMatch(/\n\n\n$/)
  })

  it.each([
    [[], /Falta el nombre/],
    [['--title', 'Bancos'], /Falta el nombre/],
    [['Bancos'], /no es un nombre de entidad/],
    [['../x'], /no es un nombre de entidad/],
    [['agencies'], /Ya existe contract\/agencies\.ts/],
    [['analytical-dashboard'], /Ya hay una pantalla analytical-dashboard/],
    [['rates', '--one', 'moneda'], /no tiene artículo/],
    [['rates', '--titel', 'Monedas'], /No se reconoce --titel/],
    [['rates', '--title', "l'or"], /No se reconoce --title/],
    [['rates', '--of', 'agencia'], /No se reconoce --of agencia/],
  ])('%j is refused with a sentence, and changes nothing', (words, sentence) => {
    const before = textOf('contract/index.ts')
    const { status, stderr } = make(...words)
    expect([status, sentence.test(stderr), stderr.includes('at ')]).toEqual([1, true, false])
    expect(textOf('contract/index.ts')).toBe(before)
  })
})
