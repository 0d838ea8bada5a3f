/** What README and docs name is there, README is one page, and every document is reached from it. */
import { existsSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { describe, expect, it } from 'vitest'
import { files, root, textOf } from './house.ts'

const documents = files.filter((path) => path.endsWith('.md'))
const spansOf = (text: string) =>
  [...text.matchAll(/`([^`\n]+)`/g)]
    .map((match) => match[1]!)
    .concat([...text.matchAll(/```[a-z]*\n([\s\S]*?)```/g)].flatMap((match) => match[1]!.split('\n')))
/** Where a document's links lead inside the house, as paths from its root. */
const linksOf = (path: string) =>
  [...textOf(path).matchAll(/\]\(([^)#\s]+)(?:#[^)]*)?\)/g)]
    .map((match) => match[1]!)
    .filter((link) => !/^https?:/.test(link))
    .map((link) => normalize(join(dirname(path), link)))

describe('README', () => {
  it('is one page', () => {
    expect(Buffer.byteLength(textOf('README.md'))).toBeLessThanOrEqual(6_000)
  })

  it('leads to every document', () => {
    const reached = new Set<string>()
    const follow = (path: string) => {
      if (reached.has(path) || !path.endsWith('.md') || !existsSync(join(root, path))) return
      reached.add(path)
      for (const link of linksOf(path)) follow(link)
    }
    follow('README.md')
    expect(documents.filter((path) => !reached.has(path))).toEqual([])
  })
})

describe.each(documents)('%s', (path) => {
  it('names scripts that exist', () => {
    const { scripts } = JSON.parse(textOf('package.json')) as { scripts: Record<string, string> }
    const named = spansOf(textOf(path))
      .flatMap((span) => [...span.matchAll(/\bnpm (?:run )?(?:--silent )?([a-z][\w-]*)/g)].map((match) => match[1]!))
      .filter((name) => !['install', 'ci', 'run'].includes(name))
    if (path === 'README.md') expect(named).toContain('start')
    expect(named.filter((name) => !(name in scripts))).toEqual([])
  })

  it('names files and folders that exist', () => {
    const paths = spansOf(textOf(path))
      .flatMap((span) => span.split(/\s+/))
      .filter((word) => /^(contract|resources|providers|src|server|tests)\/[\w./-]*$/.test(word))
    if (path === 'docs/architecture.md') expect(paths.length).toBeGreaterThan(50)
    expect(paths.filter((named) => !existsSync(join(root, named)))).toEqual([])
  })

  it('links to what is there', () => {
    expect(linksOf(path).filter((link) => !existsSync(join(root, link)))).toEqual([])
  })
})
