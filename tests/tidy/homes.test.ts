/** Each thing has one home and one name; an amount is never a float. */
import { describe, expect, it } from 'vitest'
import { roles } from '../../contract/access/rules.ts'
import { entities } from '../../contract/index.ts'
import { builtScreens } from '../../resources/index.ts'
import { files, sources, product, at, snippetOf, isNode, type Source, type Node } from './house.ts'

describe('names', () => {
  it('an entity has the same name on every side', () => {
    const kebab = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
    const names = Object.keys(entities).map(kebab)
    const isThere = (path: string) => files.includes(path)
    const sides: Readonly<Record<string, (name: string) => boolean>> = {
      contract: (name) => isThere(`contract/${name}.ts`),
      server: (name) => isThere(`server/entities/${name}.ts`) || isThere(`server/entities/${name}/routes.ts`),
      tests: (name) => files.some((path) => path.startsWith(`tests/api/${name}`) && path.endsWith('.test.ts')),
    }
    const missing = Object.entries(sides).flatMap(([side, has]) =>
      names.filter((name) => !has(name)).map((name) => `${side}: ${name}`),
    )
    expect(missing).toEqual([])
    // The console has those that are screens.
    const shown = Object.values(builtScreens).flatMap(({ name }) => (name === null ? [] : [kebab(name)]))
    const isShown = (name: string) =>
      files.some((path) => path.startsWith(`resources/${name}/`) || path === `resources/${name}.tsx`)
    expect(shown.filter((name) => !isShown(name))).toEqual([])
    // Results are a screen and a rule over what manage-draws answers.
    const known = new Set([...names, 'results'])
    const rooms = (side: string) =>
      files.flatMap((path) =>
        path.startsWith(`${side}/`) ? (/^([^/]+)\//.exec(path.slice(side.length + 1))?.[1] ?? []) : [],
      )
    expect([...rooms('resources'), ...rooms('server/entities')].filter((name) => !known.has(name))).toEqual([])
  })
})

describe('homes', () => {
  /** Texts, template pieces and regular expressions of a file that a pattern fits. */
  function texts(source: Source, pattern: RegExp): string[] {
    const pieces = source.nodes.flatMap((node) => {
      if (node.type === 'Literal')
        return [
          [node, String(node['value'] ?? (node['regex'] as { pattern?: string } | undefined)?.pattern ?? '')] as const,
        ]
      if (node.type === 'TemplateElement')
        return [[node, String((node['value'] as { cooked?: string }).cooked ?? '')] as const]
      if (node.type === 'JSXText') return [[node, String(node['value'])] as const]
      return []
    })
    return pieces.filter(([, text]) => pattern.test(text)).map(([node]) => at(source, node))
  }

  it('addresses of calls are written in the contract alone', () => {
    // What makes a new entity writes its part of the contract, its rows of access among it.
    // Health and the API's own description are no calls of the contract; the development proxy sends all of them on.
    const exceptions =
      /^(contract\/|server\/app\.ts$|server\/platform\/http\/(health|leaving)\.ts$|vite\.config\.ts$|scaffold\/)/
    expect(
      product.filter(({ path }) => !exceptions.test(path)).flatMap((source) => texts(source, /(^|[^\w.])\/api(\/|$)/)),
    ).toEqual([])
  })

  it('a query is written by the contract’s maker of addresses alone, which leaves out what is unknown', () => {
    const byHand = product
      .filter(({ path }) => path !== 'contract/address.ts')
      .flatMap((source) => {
        // What connects to the database has an address of its own kind.
        const joined = source.nodes.filter(
          (node) =>
            (node.type === 'TemplateLiteral' &&
              /[?&][\w-]+=\$\{/.test(snippetOf(source, node).replace(/^`postgres:.*/, ''))) ||
            (node.type === 'BinaryExpression' && /[?&][\w-]+=['"`]$/.test(snippetOf(source, node['left']))),
        )
        const made = source.nodes.filter(
          ({ type, callee }) => type === 'NewExpression' && snippetOf(source, callee) === 'URLSearchParams',
        )
        const anew = made.filter((node) => !/\bsearch$/.test(snippetOf(source, (node['arguments'] as Node[])[0])))
        const names = source.nodes
          .filter(({ type, init }) => type === 'VariableDeclarator' && made.includes(init as Node))
          .map(({ id }) => snippetOf(source, id))
        const changed = source.nodes.filter(
          ({ type, callee }) =>
            type === 'CallExpression' &&
            names.some((name) =>
              new RegExp(`^${name}\\.(set|append|delete|toString)$`).test(snippetOf(source, callee)),
            ),
        )
        return [...joined, ...anew, ...changed].map((node) => at(source, node))
      })
    expect(byHand).toEqual([])
  })

  it('the turning arrow means Actualizar, and is drawn by its button alone', () => {
    const turning =
      /^(Reload|Redo|Undo|Sync|Retweet|IssuesClose|RotateLeft|RotateRight|\w+Sync)(Outlined|Filled|TwoTone)$/
    const drawn = sources
      .filter(
        ({ path }) => /^(src|resources|providers|scaffold)\//.test(path) && path !== 'src/kit/page/refresh-button.tsx',
      )
      .flatMap((source) => [
        ...source.nodes
          .filter((node) => node.type === 'ImportSpecifier' && turning.test(snippetOf(source, node['imported'])))
          .map((node) => at(source, node)),
        ...texts(source, /[↺↻⟲⟳🔄🔃]/u),
      ])
    expect(drawn).toEqual([])
  })

  it('roles are named in the access rules alone', () => {
    // The people of the demo banca are rows: each has a role as it has a name.
    const exceptions = /^(contract\/access\/rules\.ts|server\/seed\/(data\/.*|users)\.ts|scaffold\/.*)$/
    const name = new RegExp(`\\b(${roles.join('|')})\\b`)
    expect(product.filter(({ path }) => !exceptions.test(path)).flatMap((source) => texts(source, name))).toEqual([])
  })
})

describe('money', () => {
  const moneyNames =
    'amount|money|monto|sold|stake|stakes|prize|prizes|commission|participation|profit|liability|risk|quota|balance|' +
    'debit|credit|potential|annulled|cents|toCents|multiplier|percent|average_ticket'
  const moneyLike = new RegExp(`(^|[^a-z])(${moneyNames})([^a-z]|$)`)
  const moneyName = new RegExp(`^(${moneyNames})$`)
  /** The edge where a chart draws an amount, and the seed's whole hundredths, which are exact. */
  const edges = /^(src\/kit\/chart\/value\.ts|server\/(seed\/.*|commands\/sell\.ts))$/
  /** Figures that are no amounts: bytes of a file, points of a drawing, the days of a spreadsheet's clock. */
  const fixedOf = /^(src\/kit\/table\/export\.tsx|src\/kit\/chart\/series\.ts|server\/platform\/files\/xlsx-cells\.ts)$/
  const calls = (source: Source) =>
    source.nodes.filter(({ type }) => type === 'CallExpression' || type === 'NewExpression')
  const found = (chosen: readonly Source[], broken: (source: Source) => Node[]) =>
    chosen.flatMap((source) => broken(source).map((node) => at(source, node)))
  const guarded = product.filter(({ path }) => !edges.test(path))

  it('nothing reads a float out of text', () => {
    expect(
      found(product, (source) =>
        calls(source).filter((node) =>
          /^(Number\.|window\.|globalThis\.)?parseFloat$/.test(snippetOf(source, node['callee'])),
        ),
      ),
    ).toEqual([])
  })

  it('no amount becomes a binary number', () => {
    expect(
      found(guarded, (source) =>
        source.nodes.filter((node) => {
          if (node.type === 'UnaryExpression')
            return node['operator'] === '+' && moneyLike.test(snippetOf(source, node['argument']))
          if (
            node.type !== 'CallExpression' ||
            !/^(Number|parseInt|Number\.parseInt|Math\.\w+)$/.test(snippetOf(source, node['callee']))
          )
            return false
          return (node['arguments'] as Node[]).some((argument) => moneyLike.test(snippetOf(source, argument)))
        }),
      ),
    ).toEqual([])
  })

  it('nothing rounds by writing', () => {
    const chosen = guarded.filter(({ path }) => !fixedOf.test(path))
    expect(
      found(chosen, (source) =>
        calls(source).filter((node) => /\.(toFixed|toPrecision)$/.test(snippetOf(source, node['callee']))),
      ),
    ).toEqual([])
  })

  it('no amount is multiplied, divided or subtracted or compared by an operator', () => {
    const named = (node: unknown): boolean =>
      isNode(node) &&
      ((node.type === 'Identifier' && moneyName.test(String(node['name']))) ||
        (node.type === 'MemberExpression' && node['computed'] !== true && named(node['property'])))
    const outside = guarded.filter(({ path }) => path !== 'contract/values/money.ts')
    expect(
      found(outside, (source) =>
        source.nodes.filter(
          (node) =>
            (node.type === 'BinaryExpression' &&
              /^([-*/%<>]|<=|>=)$/.test(String(node['operator'])) &&
              (named(node['left']) || named(node['right']))) ||
            (node.type === 'AssignmentExpression' && /^[-+*/]=$/.test(String(node['operator'])) && named(node['left'])),
        ),
      ),
    ).toEqual([])
  })
})
