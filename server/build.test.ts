import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { builtFile, fingerprint, isBuilt, outDirs, stampOf } from './build.mjs'
import { installed, isComplete } from './install.mjs'

let folder = ''

function write(path: string, content: string | object): void {
  const file = join(folder, path)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content))
}

beforeEach(() => {
  folder = `${mkdtempSync(join(tmpdir(), 'sorteo-build-'))}/`
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

describe('what is built is kept until something it is made of changes', () => {
  const inside = { 'node_modules/antd': '5.29.3' }
  const lock = (versions: Record<string, string>) =>
    write('package-lock.json', {
      packages: Object.fromEntries(Object.entries(versions).map(([path, version]) => [path, { version }])),
    })

  beforeEach(() => {
    for (const path of ['src/app.tsx', 'resources/index.ts', 'contract/agencies.ts', 'server/main.ts', 'index.html'])
      write(path, `// ${path}`)
    lock({ ...inside, 'node_modules/oxlint': '1.0.0' })
    write(`${outDirs.console}/index.html`, '')
    write(builtFile('server/main.ts'), '')
    write(stampOf(outDirs.console), { sources: fingerprint('console', folder), packages: inside })
    write(stampOf(outDirs.server), { sources: fingerprint('server', folder), packages: {} })
  })
  const built = () => ({ console: isBuilt('console', folder), server: isBuilt('server', folder) })

  it('nothing changed', () => {
    expect(built()).toEqual({ console: true, server: true })
  })

  it('a test, a note, a package of the tools: nothing that is inside', () => {
    write('src/app.test.tsx', 'changed')
    write('README.md', 'changed')
    lock({ ...inside, 'node_modules/oxlint': '1.0.1' })
    expect(built()).toEqual({ console: true, server: true })
  })

  it.each([
    ['src/app.tsx', { console: false, server: true }],
    ['resources/new.tsx', { console: false, server: true }],
    ['index.html', { console: false, server: true }],
    ['server/main.ts', { console: true, server: false }],
    ['server/migrations/0009_more.sql', { console: true, server: false }],
    ['contract/agencies.ts', { console: false, server: false }],
  ])('%s changed', (path, expected) => {
    write(path, 'changed')
    expect(built()).toEqual(expected)
  })

  it('a package of the console changed, or is gone', () => {
    lock({ 'node_modules/antd': '5.29.4' })
    expect(built()).toEqual({ console: false, server: true })
    lock({})
    expect(built()).toEqual({ console: false, server: true })
  })

  it('never built, or broken off', () => {
    write(stampOf(outDirs.console), '{"sour')
    rmSync(folder + stampOf(outDirs.server))
    expect(built()).toEqual({ console: false, server: false })
  })

  it('what was noted is there, what was built is not', () => {
    for (const part of [outDirs.console, outDirs.server]) rmSync(folder + part, { recursive: true })
    expect(built()).toEqual({ console: false, server: false })
  })

  it('the sources did not come along', () => {
    for (const path of ['src', 'resources', 'contract', 'index.html']) rmSync(folder + path, { recursive: true })
    expect(built()).toEqual({ console: true, server: true })
  })
})

it('a program of the server has one built file', () => {
  expect(builtFile('server/main.ts')).toBe('dist/server/main.js')
  expect(builtFile('server/seed/create-admin.ts')).toBe('dist/server/seed/create-admin.js')
})

describe('what is installed', () => {
  const ours = { os: [process.platform], cpu: [process.arch] }
  const wanted = {
    '': { name: 'sorteo' },
    'node_modules/fastify': { version: '5.0.0' },
    'node_modules/engine-ours': { version: '18.0.0', optional: true, ...ours },
    'node_modules/engine-other': { version: '18.0.0', optional: true, os: ['other'], cpu: ['other'] },
    'node_modules/vite': { version: '8.0.0', dev: true },
  }
  const { 'node_modules/engine-other': _other, ...all } = wanted
  const { 'node_modules/vite': _tool, ...runtime } = all
  const record = (packages: object) => write('node_modules/.package-lock.json', { packages })
  const found = () => ({
    kind: installed(folder),
    all: isComplete('all', folder),
    runtime: isComplete('runtime', folder),
  })

  beforeEach(() => write('package-lock.json', { packages: wanted }))

  it('nothing', () => {
    expect(found()).toEqual({ kind: 'none', all: false, runtime: false })
  })

  it('everything', () => {
    record(all)
    expect(found()).toEqual({ kind: 'all', all: true, runtime: true })
  })

  it('what production needs', () => {
    record(runtime)
    expect(found()).toEqual({ kind: 'runtime', all: false, runtime: true })
  })

  it('an older tool is no reason not to run', () => {
    record({ ...all, 'node_modules/vite': { version: '7.0.0', dev: true } })
    expect(found()).toEqual({ kind: 'all', all: false, runtime: true })
  })

  it.each([
    ['an older package', { ...all, 'node_modules/fastify': { version: '4.0.0' } }],
    ["another system's binaries", { ...all, 'node_modules/engine-ours': undefined }],
  ])('%s', (_, packages) => {
    record(packages)
    expect(found()).toEqual({ kind: 'all', all: false, runtime: false })
  })
})
