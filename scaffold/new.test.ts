/** A new entity, made in a copy of the house: it compiles, is formatted, and what cannot be made is said. */
import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const root = fileURLToPath(new URL('../', import.meta.url))
const parts = ['contract', 'providers', 'resources', 'scaffold', 'server', 'src', 'tests']
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
    expect(make('banks', '--title', 'Bancos', '--one', 'un banco').status).toBe(0)
    const second = make('exchange-houses', '--title', 'Casas de cambio', '--one', 'una casa de cambio')
    expect([second.status, second.stderr]).toEqual([0, ''])
    expect(second.stdout).toContain('tests/api/exchange-houses.test.ts')
    expect(textOf('resources/exchange-houses.tsx')).toContain("one: 'casa de cambio',\n  feminine: true,")
    expect(textOf('resources/banks.tsx')).toContain("one: 'banco',\n  name")
    expect(tool('tsc', '--noEmit')).toBe('')
    expect(() => tool('biome', 'format', ...parts)).not.toThrow()
  })

  it('stands in every registration, and its tables come in their order', () => {
    for (const file of ['contract/index.ts', 'contract/access/screens.ts', 'resources/index.ts', 'server/routes.ts'])
      expect([file, textOf(file).includes('exchangeHouses')]).toEqual([file, true])
    const { entries } = JSON.parse(textOf('server/migrations/meta/_journal.json')) as { entries: { tag: string }[] }
    const tags = entries.map(({ tag }) => tag)
    expect(tags.slice(-2).map((tag) => tag.replace(/^\d+_/, ''))).toEqual(['banks', 'exchange_houses'])
    expect(tags).toEqual([...tags].sort())
    expect(textOf('tests/access/access.csv')).toContain('GET,/api/v2/admin/exchange-houses/export,')
  })

  it.each([
    [[], /Falta el nombre/],
    [['--title', 'Bancos'], /Falta el nombre/],
    [['Bancos'], /no es un nombre de entidad/],
    [['../x'], /no es un nombre de entidad/],
    [['agencies'], /Ya existe contract\/agencies\.ts/],
    [['users'], /Ya hay una pantalla users/],
    [['coins', '--one', 'moneda'], /no tiene artículo/],
    [['coins', '--titel', 'Monedas'], /No se reconoce --titel/],
    [['coins', '--title', "l'or"], /No se reconoce --title/],
  ])('%j is refused with a sentence, and changes nothing', (words, sentence) => {
    const before = textOf('contract/index.ts')
    const { status, stderr } = make(...words)
    expect([status, sentence.test(stderr), stderr.includes('at ')]).toEqual([1, true, false])
    expect(textOf('contract/index.ts')).toBe(before)
  })
})
