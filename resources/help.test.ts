/** Every screen of the menu has its help, short and whole, and names nothing that its screen has not. */
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { describe, expect, it } from 'vitest'
import { screens } from '@contract/access/screens.ts'
import { nameOf, type Endpoint } from '@contract/endpoint.ts'
import { type Help } from '@/kit/page/help.tsx'
import { refusalsOf, sharedRefusals } from '@contract/refusals.ts'
import '@contract/index.ts'
import { uses } from '../tests/access/uses.ts'
import { helps } from './help.ts'

const root = join(import.meta.dirname, '..')
const aliases: Record<string, string> = {
  '@contract/': 'contract/',
  '@resources/': 'resources/',
  '@providers/': 'providers/',
  '@/': 'src/',
}

/** Where an import leads, of the console's own files. */
function fileOf(from: string, name: string): string | null {
  const alias = Object.keys(aliases).find((one) => name.startsWith(one))
  const path = alias
    ? aliases[alias] + name.slice(alias.length)
    : name.startsWith('.')
      ? normalize(join(dirname(from), name))
      : null
  return path &&
    existsSync(join(root, path)) &&
    !/help\.tsx?$|\.css$|^contract\/(index|access\/screens)\.ts$/.test(path)
    ? path
    : null
}

/** All that a screen is made of, as text: what can be on it is written in one of these files. */
function sourceOf(key: string): string {
  const index = readFileSync(join(root, 'resources/index.ts'), 'utf8')
  const entry = new RegExp(`^  '?${key}'?: .*import\\('([^']+)'\\)`, 'm').exec(index)?.[1]
  const seen = new Set<string>()
  const visit = (file: string) => {
    if (seen.has(file)) return
    seen.add(file)
    const text = readFileSync(join(root, file), 'utf8')
    for (const [, name] of text.matchAll(/(?:from|import\()\s*'([^']+)'/g)) {
      const next = fileOf(file, name!)
      // The frame and what is asked for by every screen say nothing of one.
      if (next && !next.startsWith('src/shell')) visit(next)
    }
  }
  visit(join('resources', entry!))
  return [...seen].map((file) => readFileSync(join(root, file), 'utf8')).join('\n')
}

/** A button of a new record says `Nuevo` before what the screen calls one. */
function isNamed(name: string, source: string): boolean {
  const made = /^Nuev[oa] (.+)$/.exec(name)?.[1]
  return source.includes(name) || (made !== undefined && source.includes(`one: '${made}'`))
}

const words = ({ about, terms, jobs }: Help) =>
  [about, ...[...terms, ...jobs].flat()].join(' ').split(/\s+/).filter(Boolean).length

describe.each(screens.map(({ key }) => key))('the help of %s', (key) => {
  it('says what for, what it means and what is done, in few words', async () => {
    const said = await helps[key]!()
    expect(said.about).not.toBe('')
    expect(said.terms.length + said.jobs.length).toBeGreaterThanOrEqual(4)
    for (const [name, text] of [...said.terms, ...said.jobs]) expect([name, text.length > 8]).toEqual([name, true])
    expect(words(said)).toBeGreaterThanOrEqual(45)
    expect(words(said)).toBeLessThanOrEqual(180)
  })

  it('names what is on its screen', async () => {
    const said = await helps[key]!()
    const source = sourceOf(key)
    const quoted = [said.about, ...[...said.terms, ...said.jobs].map(([, text]) => text)].flatMap((text) =>
      [...text.matchAll(/«([^»]+)»/g)].map(([, name]) => name!),
    )
    const named = [...said.terms, ...said.jobs].map(([name]) => name)
    expect([...named, ...quoted].filter((name) => !isNamed(name, source))).toEqual([])
  })

  it('tells refusals that its calls give', async () => {
    const said = await helps[key]!()
    const given = new Set<string>([
      ...sharedRefusals,
      ...(uses[key] ?? []).flatMap((one) => {
        const call = nameOf(one as Endpoint)
        return [...refusalsOf(`${call.entity}.${call.name}`, one as Endpoint)]
      }),
    ])
    expect(said.refusals.filter((code) => !given.has(code))).toEqual([])
  })
})

it('is there for no screen that is not', () => {
  expect(Object.keys(helps).sort()).toEqual(screens.map(({ key }) => key).sort())
})
