/** How long lines, functions and files may be. */
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { root, files, textOf, isTest, isData, product, at } from './house.ts'

describe('size', () => {
  it('no function is longer than 100 lines', () => {
    const long = product
      .filter(({ path }) => !isData(path))
      .flatMap((source) =>
        source.nodes
          .filter(({ type }) => /^(FunctionDeclaration|FunctionExpression|ArrowFunctionExpression)$/.test(type))
          .map((node) => [at(source, node), source.text.slice(node.start, node.end).split('\n').length] as const)
          .filter(([, lines]) => lines > 100),
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

  it('no file is longer than 400 lines, of tests 600', () => {
    const long = files
      .filter((path) => /\.(tsx?|mjs|css)$/.test(path) && !isData(path))
      .map((path) => [path, textOf(path).trimEnd().split('\n').length] as const)
      .filter(([path, lines]) => lines > (isTest(path) ? 600 : 400))
    expect(long).toEqual([])
  })

  it('no file is larger than a megabyte', () => {
    expect(files.filter((path) => statSync(join(root, path)).size > 1_000_000)).toEqual([])
  })
})
