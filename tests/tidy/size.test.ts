/** How long lines, functions and files may be. */
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { root, files, textOf, isTest, isData, isNode, product, at, type Node, type Source } from './house.ts'

describe('size', () => {
  const isFunction = ({ type }: Node) => /^(FunctionDeclaration|FunctionExpression|ArrowFunctionExpression)$/.test(type)
  /** A component or a hook: much of it is the picture that it draws, or state that belongs together. */
  const isDrawn = ({ path }: Source, { id }: Node) => {
    const name = isNode(id) ? String(id['name']) : ''
    return /^use[A-Z]/.test(name) || (path.endsWith('.tsx') && /^[A-Z]/.test(name))
  }

  it('no function is longer than 70 lines, of components and hooks 100', () => {
    const long = product
      .filter(({ path }) => !isData(path))
      .flatMap((source) =>
        source.nodes
          .filter(isFunction)
          .map((node) => [node, source.text.slice(node.start, node.end).split('\n').length] as const)
          .filter(([node, lines]) => lines > (isDrawn(source, node) ? 100 : 70))
          .map(([node, lines]) => [at(source, node), lines]),
      )
    expect(long).toEqual([])
  })

  it('no line is longer than 140 columns', () => {
    // A migration is written once: what databases have applied keeps its text, and the schema is PostgreSQL's own words.
    const isApplied = (path: string) => /^server\/migrations\/(00([0-2]\d|3[0-8])_|schema\.sql$)/.test(path)
    const long = files
      .filter((path) => /\.(tsx?|mjs|css|sql)$/.test(path) && !isApplied(path))
      .flatMap((path) =>
        textOf(path)
          .split('\n')
          .flatMap((line, index) => (line.length > 140 ? [`${path}:${index + 1}`] : [])),
      )
    expect(long).toEqual([])
  })

  it('no file is longer than 300 lines, of tests 600, of sheets 400', () => {
    const longest = (path: string) => (isTest(path) ? 600 : path.endsWith('.css') ? 400 : 300)
    const long = files
      .filter((path) => /\.(tsx?|mjs|css)$/.test(path) && !isData(path))
      .map((path) => [path, textOf(path).trimEnd().split('\n').length] as const)
      .filter(([path, lines]) => lines > longest(path))
    expect(long).toEqual([])
  })

  it('no file is larger than a megabyte', () => {
    expect(files.filter((path) => statSync(join(root, path)).size > 1_000_000)).toEqual([])
  })
})
