/** What the usual run passes over is there, and what is said to prove its kind meanwhile is not passed over. */
import { describe, expect, it } from 'vitest'
import { left, leftFiles, leftTests, withoutLeft } from '../support/usual.mjs'
import { files, literalOf, sources, type Node, isNode } from './house.ts'

const tests = sources.filter(({ path }) => /\.test\.tsx?$/.test(path))

/** A text, of one piece or of several that are added. */
const said = (value: unknown): string | undefined =>
  isNode(value) && value.type === 'BinaryExpression'
    ? `${said(value['left']) ?? ''}${said(value['right']) ?? ''}`
    : literalOf(value)

/** Titles of the tests of a file: what is called as `it(…)`, or as `it.each(…)(…)`. */
const titlesIn = (nodes: readonly Node[]) =>
  nodes.flatMap((node) => {
    if (node.type !== 'CallExpression') return []
    const called = node['callee'] as Node
    const each = called.type === 'CallExpression' ? ((called['callee'] as Node)['object'] as Node | undefined) : called
    const [title] = (node['arguments'] as Node[]).map(said)
    return each?.['name'] === 'it' && title !== undefined ? [title] : []
  })

const titles = new Map(tests.map(({ path, nodes }) => [path, titlesIn(nodes)]))

describe('what the usual run leaves to the long one', () => {
  it('are files and tests that are there, each told once', () => {
    expect(leftFiles.filter((path) => !titles.has(path))).toEqual([])
    expect(leftFiles.filter((path, at) => leftFiles.indexOf(path) !== at)).toEqual([])
    const missing = leftTests.flatMap(([path, names]) =>
      names.filter((name) => !titles.get(path)?.includes(name)).map((name) => `${path}: ${name}`),
    )
    expect(missing).toEqual([])
  })

  it('has no test that is called alike in another file, which would be passed over too', () => {
    const others = leftTests.flatMap(([path, names]) =>
      [...titles].flatMap(([other, all]) =>
        all
          .filter((title) => other !== path && names.some((name) => title.endsWith(name)))
          .map((title) => `${other}: ${title}`),
      ),
    )
    expect(others).toEqual([])
  })

  it('has kinds that something of the usual run proves', () => {
    const stays = left.flatMap((group) => group.stays)
    expect(stays.filter((path) => !files.includes(path) || leftFiles.includes(path))).toEqual([])
    const counts = new Map(leftTests.map(([path]) => [path, 0]))
    for (const [path, names] of leftTests) counts.set(path, counts.get(path)! + names.length)
    expect([...counts].filter(([path, count]) => titles.get(path)!.length <= count)).toEqual([])
  })

  it('is passed over by its title alone', () => {
    const pattern = new RegExp(withoutLeft().at(-1)!)
    const [[, [name]]] = leftTests as [[string, [string]]]
    expect(pattern.test(`a screen ${name}`)).toBe(false)
    expect(pattern.test(`a screen ${name} and more`)).toBe(true)
  })
})
