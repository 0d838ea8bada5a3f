/** SQL that can be read: what no planner sees. */
import { describe, expect, it } from 'vitest'
import { product, at, isNode, type Node, type Source } from './house.ts'

/** As many tables as one keeps apart by a letter. */
const few = 3

const after = String.raw`\b(?:FROM|JOIN|UPDATE|INTO|USING)\s+(?:LATERAL\s+|ONLY\s+)*`
/** `UPDATE x SET` names a table; `DO UPDATE SET`, `FOR UPDATE OF x` and `IS DISTINCT FROM x` name none. */
const tables = new RegExp(String.raw`(?<!\bDISTINCT\s+)${after}(?!(?:SET|OF|SKIP|NOWAIT|SELECT)\b)[a-z_$]`, 'g')
/** Where a letter stands for rows: `FROM draws d`, `) d ON`, `d AS (`, `d.day`. */
const letters = new RegExp(
  [
    String.raw`${after}[\w.$]+\s+(?:AS\s+)?([a-z])\b(?!\.)`,
    String.raw`\)\s+(?:AS\s+)?([a-z])(?:\s+(?:ON|USING|WHERE|JOIN|LEFT|CROSS)\b|\()`,
    String.raw`\b([a-z])\s+AS\s+(?:NOT\s+)?(?:MATERIALIZED\s+)?\(`,
    String.raw`(?<![\w.])([a-z])\.(?=[\w"*$])`,
  ].join('|'),
  'g',
)

function templatesIn(value: unknown): Node[] {
  if (Array.isArray(value)) return value.flatMap(templatesIn)
  if (!isNode(value)) return []
  return value.type === 'TemplateLiteral' ? [value] : Object.values(value).flatMap(templatesIn)
}

/** Its own words with those of the pieces written inside it; what is asked of the program stands as `$`. */
function statement(source: Source, template: Node): string {
  const quasis = template['quasis'] as Node[]
  const pieces = template['expressions'] as Node[]
  return quasis
    .map(({ start, end }, place) => {
      const inner = place === 0 ? [] : templatesIn(pieces[place - 1]).map((piece) => statement(source, piece))
      return `${place === 0 ? '' : '$ '}${inner.join(' ')}${source.text.slice(start, end)}`
    })
    .join('')
}

/** The letters that stand for rows in a statement of more than a few tables. */
function lettersIn(sql: string): string[] {
  const read = sql.replaceAll(/--[^\n]*/g, '').replaceAll(/'[^']*'/g, "''")
  if ((read.match(tables) ?? []).length <= few) return []
  return [...new Set([...read.matchAll(letters)].flatMap((found) => found.slice(1).filter(Boolean)))]
}

describe('a statement', () => {
  it('of more than three tables calls none by a letter', () => {
    const found = product
      .filter(({ path }) => path.startsWith('server/'))
      .flatMap((source) =>
        source.nodes
          .filter(({ type }) => type === 'TemplateLiteral')
          .map((node) => ({ node, called: lettersIn(statement(source, node)) }))
          .filter(({ called }) => called.length > 0)
          .map(({ node, called }) => `${at(source, node)} ${called.join(', ')}`),
      )
    expect(found).toEqual([])
  })

  const four = 'SELECT 1 FROM draws draw JOIN products product ON true JOIN banca ON true JOIN'
  it.each([
    [`${four} prizes p ON true`, ['p']],
    [`${four} (SELECT 1 FROM prizes) p ON true`, ['p']],
    [`${four} unnest($) AS n(place) ON true`, ['n']],
    [`WITH p AS (SELECT 1) ${four} prizes ON true`, ['p']],
    [`${four} prizes ON p.draw_id = draw.id`, ['p']],
    [`${four} prizes prize ON prize.draw_id IS DISTINCT FROM draw.id AND draw.kind = 'p.m.'`, []],
    ['UPDATE draws d SET state = 1 FROM prizes p JOIN banca b ON true WHERE p.day IS DISTINCT FROM d.day', []],
  ])('%s', (sql, called) => {
    expect(lettersIn(sql)).toEqual(called)
  })
})
