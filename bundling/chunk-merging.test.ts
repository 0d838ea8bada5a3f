/** What comes in one file: no two files wait for each other, nothing is lost, and each joining is worth it. */
import fc from 'fast-check'
import type { Rolldown } from 'vite'
import { describe, expect, it } from 'vitest'
import { chunkWith, filesOfModules, mergeParcels, reachableChunks, type Parcel } from './chunk-merging.ts'

interface Made {
  imports?: readonly string[]
  later?: readonly string[]
  bytes?: number
  entry?: 'page' | 'later'
}

function chunk(name: string, { imports = [], later = [], bytes = 100, entry }: Made): Rolldown.OutputChunk {
  return {
    name,
    fileName: `${name}.js`,
    moduleIds: [`/at/${name}.ts`],
    code: ' '.repeat(bytes),
    imports: imports.map((one) => `${one}.js`),
    dynamicImports: later.map((one) => `${one}.js`),
    isEntry: entry === 'page',
    isDynamicEntry: entry === 'later',
  } as unknown as Rolldown.OutputChunk
}
const chunksOf = (made: Record<string, Made>) => Object.entries(made).map(([name, one]) => chunk(name, one))

/** Parcels of which each waits for earlier ones alone. */
const someParcels = fc
  .array(
    fc.record({
      bytes: fc.integer({ min: 1, max: 300 }),
      askedBy: fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd'), { minLength: 1 }),
      imports: fc.array(fc.nat(20), { maxLength: 4 }),
      stays: fc.boolean(),
    }),
    { minLength: 2, maxLength: 14 },
  )
  .map((all) => {
    const parcels: Parcel[] = []
    for (const [at, { bytes, askedBy, imports }] of all.entries())
      parcels.push({
        chunks: [chunk(String(at), {})],
        bytes,
        askedBy: new Set(askedBy),
        imports: new Set(imports.flatMap((other) => (other < at ? [parcels[other]!] : []))),
      })
    return { parcels, movable: parcels.filter((_, at) => !all[at]!.stays) }
  })

const waitsForItself = (parcel: Parcel) => {
  const seen = new Set(parcel.imports)
  for (const one of seen) for (const next of one.imports) seen.add(next)
  return seen.has(parcel)
}

describe('what is put together', () => {
  it('waits for nothing that waits for it, and holds everything once', () => {
    fc.assert(
      fc.property(someParcels, fc.integer({ min: 0, max: 400 }), ({ parcels, movable }, file) => {
        const names = movable.flatMap(({ chunks }) => chunks.map(({ name }) => name)).sort()
        const left = mergeParcels(parcels, movable, { file, entries: new Map([['a', 3]]) })
        expect(left.flatMap(({ chunks }) => chunks.map(({ name }) => name)).sort()).toEqual(names)
        const standing = parcels.filter((one) => !movable.includes(one) || left.includes(one))
        expect(standing.filter(waitsForItself)).toEqual([])
        for (const { imports } of standing) for (const one of imports) expect(standing).toContain(one)
      }),
      { numRuns: 500 },
    )
  })

  it('is what everybody asks for, and not what only some need', () => {
    const three = () => {
      const [one, other, far] = [['a', 'b'], ['a', 'b'], ['c']].map(
        (askedBy, at): Parcel => ({
          chunks: [chunk(String(at), {})],
          bytes: 100,
          askedBy: new Set(askedBy),
          imports: new Set(),
        }),
      )
      return [one!, other!, far!]
    }
    const sizes = (file: number) => {
      const parcels = three()
      return mergeParcels(parcels, parcels, { file, entries: new Map() }).map(({ chunks }) => chunks.length)
    }
    expect(sizes(50)).toEqual([2, 1])
    expect(sizes(0)).toEqual([1, 1, 1])
  })
})

describe('the files of a build', () => {
  const built = chunksOf({
    page: { entry: 'page' },
    door: { entry: 'later', imports: ['page', 'both'] },
    console: { entry: 'later', imports: ['page', 'both', 'shell'], later: ['list', 'board'] },
    both: { imports: ['page'] },
    shell: { imports: ['both'] },
    list: { entry: 'later', imports: ['table', 'icon', 'shell'] },
    board: { entry: 'later', imports: ['table', 'icon', 'drawn'] },
    drawn: { later: ['charts'] },
    table: {},
    icon: {},
    charts: { bytes: 100_000, entry: 'later' },
    tables: { entry: 'later', imports: ['round'] },
    round: { imports: ['about'] },
    about: { imports: ['round'] },
  })
  const files = filesOfModules(built, {
    named: ['charts'],
    heavy: 'charts',
    inside: '/console.ts',
    door: '/door.ts',
    first: { '/door.ts': 20 },
  })
  const fileOf = (name: string) => files.get(`/at/${name}.ts`)

  it('put together what the same screens need', () => {
    expect(fileOf('table')).toBeDefined()
    expect(fileOf('icon')).toBe(fileOf('table'))
    expect(fileOf('shell')).toBe(fileOf('console'))
  })

  it('leave alone the page, what has a name, and what waits for itself', () => {
    expect(['page', 'charts', 'round', 'about'].map(fileOf)).toEqual([undefined, undefined, undefined, undefined])
  })

  it('keep whoever asks for what is heavy from those who do not', () => {
    expect(fileOf('drawn')).not.toBe(fileOf('list'))
    expect(fileOf('drawn') === undefined || fileOf('drawn') !== fileOf('table')).toBe(true)
  })

  it('are refused with the name of a part that no file has', () => {
    expect(() => chunkWith(built, '/none.ts')).toThrow('/none.ts')
    expect([...reachableChunks(built, undefined)]).toEqual([])
  })
})
