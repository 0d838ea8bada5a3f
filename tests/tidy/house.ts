/** The product's files, as the tests of its order read them: what no compiler sees and every change must keep. */
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseSync } from 'vite'

export const root = fileURLToPath(new URL('../..', import.meta.url))
const ignored = new Set(['node_modules', 'dist', 'data', 'coverage', 'test-results', '.git', '.env'])

function walk(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (ignored.has(entry.name) || entry.name.endsWith('.log')) return []
    const path = join(folder, entry.name)
    return entry.isDirectory() ? walk(path) : [relative(root, path)]
  })
}

export type Node = { type: string; start: number; end: number } & Record<string, unknown>
export interface Source {
  path: string
  text: string
  nodes: readonly Node[]
}

export function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'
}

function flatten(node: Node): Node[] {
  const inner = Object.values(node)
    .flatMap((value) => (Array.isArray(value) ? value : [value]))
    .filter(isNode)
  return [node, ...inner.flatMap(flatten)]
}

export const files = walk(root)
export const textOf = (path: string) => readFileSync(join(root, path), 'utf8')
export const isTest = (path: string) => /\.test\.tsx?$/.test(path) || path.startsWith('tests/')
/** Long lists of facts, which no function reads better for being split. */
export const isData = (path: string) => path.startsWith('server/seed/data/') || path === 'scaffold/templates.mjs'
export const sources: Source[] = files
  .filter((path) => /\.(ts|tsx|mjs)$/.test(path))
  .map((path) => {
    const text = textOf(path)
    let nodes: Node[] | undefined
    return {
      path,
      text,
      get nodes() {
        return (nodes ??= flatten(parseSync(path, text).program as unknown as Node))
      },
    }
  })
export const product = sources.filter(({ path }) => !isTest(path))

export const at = ({ path, text }: Source, { start }: Node) => `${path}:${text.slice(0, start).split('\n').length}`
export const literalOf = (value: unknown) =>
  isNode(value) && value.type === 'Literal' && typeof value['value'] === 'string' ? value['value'] : undefined
export const snippetOf = ({ text }: Source, value: unknown) => (isNode(value) ? text.slice(value.start, value.end) : '')

const aliases = {
  '@contract/': 'contract/',
  '@resources/': 'resources/',
  '@providers/': 'providers/',
  '@server/': 'server/',
  '@/': 'src/',
}

/** What a file asks for: paths inside the house as they lie under its root, packages by their name. */
function importsOf({ path, nodes }: Source): string[] {
  return nodes.flatMap((node) => {
    const asked = /^(ImportDeclaration|ExportNamedDeclaration|ExportAllDeclaration|ImportExpression)$/.test(node.type)
      ? literalOf(node['source'])
      : undefined
    if (asked === undefined) return []
    const alias = Object.entries(aliases).find(([prefix]) => asked.startsWith(prefix))
    if (alias) return [alias[1] + asked.slice(alias[0].length)]
    return [asked.startsWith('.') ? relative(root, resolve(root, dirname(path), asked)) : asked]
  })
}
export const imports = new Map(sources.map((source) => [source.path, importsOf(source)]))
