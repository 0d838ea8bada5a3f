/** A name means one thing: what a file hands out is called as nothing that another one hands out. */
import { describe, expect, it } from 'vitest'
import { isNode, product, type Node, type Source } from './house.ts'

const nameIn = (value: unknown) => (isNode(value) && typeof value['name'] === 'string' ? [value['name']] : [])

/** The names that a pattern binds: `{ a, b: [c] }` binds `a` and `c`. */
function boundIn(pattern: unknown): string[] {
  if (!isNode(pattern)) return []
  if (pattern.type === 'Identifier') return nameIn(pattern)
  const inner = [pattern['properties'], pattern['elements'], pattern['value'], pattern['left'], pattern['argument']]
  return inner.flat().flatMap(boundIn)
}

/** What a file declares and exports; a type and a value of one name are one. What it only passes on is at home elsewhere. */
function exportedBy({ nodes }: Pick<Source, 'nodes'>): Set<string> {
  const declared = (node: Node): string[] =>
    node.type === 'VariableDeclaration'
      ? (node['declarations'] as Node[]).flatMap(({ id }) => boundIn(id))
      : nameIn(node['id'])
  const passedOn = new Set(
    nodes.filter(({ type }) => /^Import\w*Specifier$/.test(type)).flatMap(({ local }) => nameIn(local)),
  )
  const names = nodes.flatMap((node) => {
    if (node.type !== 'ExportNamedDeclaration' || isNode(node['source'])) return []
    if (isNode(node['declaration'])) return declared(node['declaration'])
    return (node['specifiers'] as Node[]).flatMap((one) =>
      nameIn(one['local']).some((name) => passedOn.has(name)) ? [] : nameIn(one['exported']),
    )
  })
  return new Set(names.filter((name) => name !== 'default'))
}

/** Names that several files export, each with its homes. */
function withTwoHomes(sources: readonly Pick<Source, 'path' | 'nodes'>[]): string[] {
  const homes = new Map<string, string[]>()
  for (const source of sources)
    for (const name of exportedBy(source)) homes.set(name, [...(homes.get(name) ?? []), source.path])
  return [...homes].filter(([, paths]) => paths.length > 1).map(([name, paths]) => `${name}: ${paths.join(', ')}`)
}

describe('an exported name', () => {
  it('has one home', () => {
    expect(
      product.filter(({ path }) => path.startsWith('contract/')).flatMap((one) => [...exportedBy(one)]).length,
    ).toBeGreaterThan(500)
    expect(withTwoHomes(product)).toEqual([])
  })

  it('has two where another file comes to export it', () => {
    const [first] = product.filter((one) => exportedBy(one).size > 0)
    const twin = { path: 'planted.ts', nodes: first!.nodes }
    expect(withTwoHomes([...product, twin]).length).toBe(exportedBy(first!).size)
  })
})
