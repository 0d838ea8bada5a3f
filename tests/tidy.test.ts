/** The order of the house: what no compiler sees and every change must keep. */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseSync } from 'vite'
import { describe, expect, it } from 'vitest'
import { roles } from '../contract/access/rules.ts'
import { entities } from '../contract/index.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const ignored = new Set(['node_modules', 'dist', 'data', 'coverage', 'test-results', '.git', '.env'])

function walk(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (ignored.has(entry.name) || entry.name.endsWith('.log')) return []
    const path = join(folder, entry.name)
    return entry.isDirectory() ? walk(path) : [relative(root, path)]
  })
}

type Node = { type: string; start: number; end: number } & Record<string, unknown>
interface Source {
  path: string
  text: string
  nodes: readonly Node[]
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'
}

function flatten(node: Node): Node[] {
  const inner = Object.values(node)
    .flatMap((value) => (Array.isArray(value) ? value : [value]))
    .filter(isNode)
  return [node, ...inner.flatMap(flatten)]
}

const files = walk(root)
const textOf = (path: string) => readFileSync(join(root, path), 'utf8')
const isTest = (path: string) => /\.test\.tsx?$/.test(path) || path.startsWith('tests/')
/** Long lists of facts, which no function reads better for being split. */
const isData = (path: string) => path.startsWith('server/seed/data/') || path === 'scaffold/templates.mjs'
const sources: Source[] = files
  .filter((path) => /\.(ts|tsx|mjs)$/.test(path))
  .map((path) => {
    const text = textOf(path)
    return { path, text, nodes: flatten(parseSync(path, text).program as unknown as Node) }
  })
const product = sources.filter(({ path }) => !isTest(path))

const at = ({ path, text }: Source, { start }: Node) => `${path}:${text.slice(0, start).split('\n').length}`
const literalOf = (value: unknown) =>
  isNode(value) && value.type === 'Literal' && typeof value['value'] === 'string' ? value['value'] : undefined
const written = ({ text }: Source, value: unknown) => (isNode(value) ? text.slice(value.start, value.end) : '')

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
    // A migration is written once: what databases have applied keeps its text.
    const isApplied = (path: string) => /^server\/migrations\/00([0-2]\d|3[0-8])_/.test(path)
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
const imports = new Map(sources.map((source) => [source.path, importsOf(source)]))

describe('zones', () => {
  const client = /^(src|resources|providers)\//
  const zones: [name: string, from: RegExp, refused: (asked: string) => boolean][] = [
    [
      'the contract asks for zod and itself alone',
      /^contract\//,
      (asked) => asked !== 'zod' && !asked.startsWith('contract/'),
    ],
    [
      'the console never asks for the server, nor for what only a server has',
      client,
      (asked) => /^(server\/|tests\/|node:|pg$|fastify|drizzle-orm)/.test(asked),
    ],
    [
      'the server never asks for the console',
      /^server\//,
      (asked) => client.test(asked) || /^(react|antd|@refinedev|tests\/)/.test(asked),
    ],
    [
      'the kit knows nothing of the resources, nor of the shell around them',
      /^src\/kit\//,
      (asked) => /^(resources|src\/shell)\//.test(asked),
    ],
    [
      'the frame knows nothing of the resources: main.tsx alone brings both together',
      /^src\/(?!main\.tsx$)/,
      (asked) => asked.startsWith('resources/'),
    ],
    [
      'the providers know nothing of the screens, of the kit nor of the shell: they stand under all three',
      /^providers\//,
      (asked) => /^(resources|src)\//.test(asked),
    ],
    [
      'the platform of the server knows nothing of lotteries',
      /^server\/platform\//,
      (asked) => asked.startsWith('server/') && !asked.startsWith('server/platform/'),
    ],
    [
      'the tables ask for the platform alone',
      /^server\/migrations\//,
      (asked) => asked.startsWith('server/') && !/^server\/(platform|migrations)\//.test(asked),
    ],
    [
      'the rules know nothing of the calls that ask for them',
      /^server\/rules\//,
      (asked) => asked.startsWith('server/') && !/^server\/(platform|rules)\//.test(asked),
    ],
    [
      'the entities ask for rules and platform',
      /^server\/entities\//,
      (asked) => asked.startsWith('server/') && !/^server\/(platform|rules|entities)\//.test(asked),
    ],
  ]
  it.each(zones)('%s', (_, from, refused) => {
    const inside = product.filter(({ path }) => from.test(path))
    expect(inside.length).toBeGreaterThan(0)
    expect(
      inside.flatMap(({ path }) =>
        imports
          .get(path)!
          .filter(refused)
          .map((asked) => `${path} → ${asked}`),
      ),
    ).toEqual([])
  })

  it('an entity of the server asks another only where their rows are one, and never in a circle', () => {
    const room = (path: string) => /^server\/entities\/([\w-]+)\//.exec(path)?.[1]
    const asked = product.flatMap(({ path }) => {
      const from = room(path)
      return imports
        .get(path)!
        .map(room)
        .filter((to) => from !== undefined && to !== undefined && to !== from)
        .map((to) => `${from} → ${to}`)
    })
    expect([...new Set(asked)].sort()).toEqual([
      'agencies → partners',
      'awarding-control → users',
      'commissions → quotas',
      'distributors → partners',
      'manage-draws → draws',
      'network → agencies',
      'network → users',
      'polla → tickets',
      'ticket-management → tickets',
      'ticket-offices → partners',
      'ticket-offices → tickets',
      'top-quotas → quotas',
    ])
  })

  /** Who asks the server by hand. All else reads and writes through Refine's hooks (`providers/queries.ts`). */
  const byHand: Readonly<Record<string, readonly string[]>> = {
    // Refine's provider itself.
    'providers/data.ts': ['call'],
    // A session is opened, renewed and closed where no screen and no Refine is.
    'providers/auth.ts': ['call'],
    'providers/session.ts': ['call'],
    // Refine's provider knows no files.
    'providers/uploads.ts': ['upload'],
    'src/kit/table/export.tsx': ['download'],
    'src/kit/files/taking.ts': ['download'],
  }

  it('calls, uploads and downloads are made through Refine, but for the few that cannot be', () => {
    const hands = product
      .filter(({ path }) => path !== 'providers/http.ts')
      .flatMap((source) =>
        source.nodes
          .filter(({ type, source: from }) => type === 'ImportDeclaration' && literalOf(from)?.endsWith('/http.ts'))
          .filter(
            ({ source: from }) => source.path.startsWith('providers/') || literalOf(from) === '@providers/http.ts',
          )
          .flatMap(({ specifiers }) => (specifiers as Node[]).map((one) => written(source, one['imported'] ?? one)))
          .filter((name) => /^(call|upload|download|\* as .*)$/.test(name))
          .map((name) => `${source.path} ${name}`),
      )
    const allowed = Object.entries(byHand).flatMap(([path, names]) => names.map((name) => `${path} ${name}`))
    expect(hands.sort()).toEqual(allowed.sort())
  })

  it('the cache and the wire are the providers’ own', () => {
    const outside = product.filter(({ path }) => /^(src|resources)\//.test(path))
    const owned = (asked: string) => asked === '@tanstack/react-query' || asked === 'axios'
    expect(outside.filter(({ path }) => imports.get(path)!.some(owned)).map(({ path }) => path)).toEqual([])
  })

  it('what is imported inside the house exists, by its whole name', () => {
    const missing = [...imports].flatMap(([path, asked]) =>
      asked
        .filter(
          (one) =>
            /^(contract|src|resources|providers|server|tests)\//.test(one) &&
            !existsSync(join(root, one.replace(/\?\w+$/, ''))),
        )
        .map((one) => `${path} → ${one}`),
    )
    expect(missing).toEqual([])
  })
})

describe('names', () => {
  it('an entity has the same name on every side', () => {
    const kebab = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
    const names = Object.keys(entities).map(kebab)
    expect(names.filter((name) => !existsSync(join(root, `contract/${name}.ts`)))).toEqual([])
    // Results are a screen and a rule over what manage-draws answers.
    const known = new Set([...names, 'results'])
    const folders = (room: string) =>
      files.flatMap((path) =>
        path.startsWith(`${room}/`) ? (/^([^/]+)\//.exec(path.slice(room.length + 1))?.[1] ?? []) : [],
      )
    expect([...folders('resources'), ...folders('server/entities')].filter((name) => !known.has(name))).toEqual([])
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
              /[?&][\w-]+=\$\{/.test(written(source, node).replace(/^`postgres:.*/, ''))) ||
            (node.type === 'BinaryExpression' && /[?&][\w-]+=['"`]$/.test(written(source, node['left']))),
        )
        const made = source.nodes.filter(
          ({ type, callee }) => type === 'NewExpression' && written(source, callee) === 'URLSearchParams',
        )
        const anew = made.filter((node) => !/\bsearch$/.test(written(source, (node['arguments'] as Node[])[0])))
        const names = source.nodes
          .filter(({ type, init }) => type === 'VariableDeclarator' && made.includes(init as Node))
          .map(({ id }) => written(source, id))
        const changed = source.nodes.filter(
          ({ type, callee }) =>
            type === 'CallExpression' &&
            names.some((name) => new RegExp(`^${name}\\.(set|append|delete|toString)$`).test(written(source, callee))),
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
          .filter((node) => node.type === 'ImportSpecifier' && turning.test(written(source, node['imported'])))
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
          /^(Number\.|window\.|globalThis\.)?parseFloat$/.test(written(source, node['callee'])),
        ),
      ),
    ).toEqual([])
  })

  it('no amount becomes a binary number', () => {
    expect(
      found(guarded, (source) =>
        source.nodes.filter((node) => {
          if (node.type === 'UnaryExpression')
            return node['operator'] === '+' && moneyLike.test(written(source, node['argument']))
          if (
            node.type !== 'CallExpression' ||
            !/^(Number|parseInt|Number\.parseInt|Math\.\w+)$/.test(written(source, node['callee']))
          )
            return false
          return (node['arguments'] as Node[]).some((argument) => moneyLike.test(written(source, argument)))
        }),
      ),
    ).toEqual([])
  })

  it('nothing rounds by writing', () => {
    const chosen = guarded.filter(({ path }) => !fixedOf.test(path))
    expect(
      found(chosen, (source) =>
        calls(source).filter((node) => /\.(toFixed|toPrecision)$/.test(written(source, node['callee']))),
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

describe('nothing left over', () => {
  const packageJson = JSON.parse(textOf('package.json')) as { scripts: Record<string, string> }

  it('every file is used by another, or begins something', () => {
    const begins = new Set([
      'vite.config.ts',
      ...[...textOf('index.html').matchAll(/src="\/([^"]+)"/g)].map((match) => match[1]!),
    ])
    for (const script of Object.values(packageJson.scripts)) for (const word of script.split(' ')) begins.add(word)
    // Started as programs of their own: by the file beside it, and by what works apart.
    begins.add('server/dev.ts')
    begins.add('server/apart.ts')
    for (const source of product) {
      for (const asked of imports.get(source.path)!) begins.add(asked)
      // A path given as text: a program that is started, a folder's file that is read.
      for (const node of source.nodes) {
        const text = literalOf(node)
        if (text && /^\.{0,2}\/?[\w./-]+\.(ts|mjs)$/.test(text))
          begins.add(relative(root, resolve(root, dirname(source.path), text)))
      }
    }
    const used = files.filter(
      (path) => /^(contract|resources|providers|src|server)\/.*\.(tsx?|css|mjs)$/.test(path) && !isTest(path),
    )
    expect(used.filter((path) => !begins.has(path))).toEqual([])
  })

  it('every script starts a file that exists', () => {
    const started = Object.values(packageJson.scripts)
      .flatMap((script) => script.split(' '))
      .filter((word) => /^[\w./-]+\.(ts|mjs)$/.test(word))
    expect(started.length).toBeGreaterThan(5)
    expect(started.filter((path) => !existsSync(join(root, path)))).toEqual([])
  })

  it('what a test helps itself with is used by a test', () => {
    const asked = new Set([...imports.values()].flat())
    const support = 'support/(console-setup|dom|global-setup|server|upgrade)\\.ts'
    const begins = new RegExp(`^tests/(run\\.mjs|answers\\.ts|${support}|bench/(main|flood|hostile|watching)\\.ts)$`)
    expect(
      files.filter(
        (path) =>
          /^tests\/.*\.(ts|mjs)$/.test(path) && !path.endsWith('.test.ts') && !begins.test(path) && !asked.has(path),
      ),
    ).toEqual([])
  })

  it('nothing is left for later, switched off or watched alone', () => {
    const later = /\b(TO[D]O|FIX[M]E|XX[X]|HAC[K])\b|(^|\s)(it|test|describe)\.(only|skip|todo)\(|debugge[r];/
    expect(
      sources.flatMap(({ path, text }) =>
        text.split('\n').flatMap((line, index) => (later.test(line) ? [`${path}:${index + 1}`] : [])),
      ),
    ).toEqual([])
  })

  it('the product speaks of itself alone', () => {
    const foreign = new RegExp(
      [
        String.raw`/wor[k]/|\bissu[e] ?#\d*|\bpul[l] request\b|assistan[t]\b`,
        String.raw`\b(cl[a]ude|anthropi[c]|chatgp[t]|copilo[t])\b`,
        String.raw`npmj[s]\.|yarnpk[g]|artifactor[y]|\bregistry\.[a-z-]+\.(com|org|net)`,
      ].join('|'),
      'i',
    )
    const readable = files.filter((path) => !/\.(png|ico|woff2?|xlsx)$/.test(path))
    expect(
      readable.flatMap((path) =>
        textOf(path)
          .split('\n')
          .flatMap((line, index) => (foreign.test(line) ? [`${path}:${index + 1}: ${line.trim().slice(0, 120)}`] : [])),
      ),
    ).toEqual([])
  })
})

describe('style sheets', () => {
  interface Rule {
    path: string
    selectors: string
    /** Its declarations in one order, one to a line. */
    declarations: readonly string[]
  }
  const sheets = files.filter((path) => /^(src|resources)\/.*\.css$/.test(path))
  const rules: Rule[] = sheets.flatMap((path) =>
    [
      ...textOf(path)
        .replace(/\/\*[\s\S]*?\*\//g, '')
        .matchAll(/([^{};]+)\{([^{}]*)\}/g),
    ].map(([, selectors = '', body = '']) => ({
      path,
      selectors: selectors.trim(),
      declarations: body
        .split(';')
        .map((one) => one.trim().replace(/\s+/g, ' '))
        .filter((one) => one !== '')
        .sort(),
    })),
  )

  it('no class is styled that no screen gives to an element', () => {
    const screens = product.filter(({ path }) => /^(src|resources)\//.test(path)).map(({ text }) => text)
    const named = new Set(screens.flatMap((text) => text.match(/[A-Za-z][\w-]*/g) ?? []))
    /** `status-tag-${tone}`: whatever comes after. */
    const begun = screens.flatMap((text) => [...text.matchAll(/([a-z][\w-]*-)\$\{/g)].map((match) => match[1]!))
    expect(named.has('data-table-row')).toBe(true)
    const unused = rules.flatMap(({ path, selectors }) =>
      [...selectors.matchAll(/\.([A-Za-z][\w-]*)/g)]
        .map((match) => match[1]!)
        .filter(
          (name) =>
            !/^(ant|anticon)\b/.test(name) && !named.has(name) && !begun.some((start) => name.startsWith(start)),
        )
        .map((name) => `${path}: .${name}`),
    )
    expect(unused).toEqual([])
  })

  it('no rule of three declarations or more is written in two sheets', () => {
    const homes = new Map<string, Rule[]>()
    for (const rule of rules) {
      if (rule.declarations.length < 3) continue
      const key = rule.declarations.join('; ')
      homes.set(key, [...(homes.get(key) ?? []), rule])
    }
    const copies = [...homes.values()].filter((same) => new Set(same.map(({ path }) => path)).size > 1)
    expect(copies.map((same) => same.map(({ path, selectors }) => `${path}: ${selectors}`).join(' = '))).toEqual([])
  })

  it('they are few: 40 of them, 4,300 lines in all', () => {
    expect(sheets.length).toBeLessThanOrEqual(40)
    const lines = sheets.reduce((sum, path) => sum + textOf(path).trimEnd().split('\n').length, 0)
    expect(lines).toBeLessThanOrEqual(4_300)
  })
})

describe('README', () => {
  const readme = () => textOf('README.md')
  const spans = () =>
    [...readme().matchAll(/`([^`\n]+)`/g)]
      .map((match) => match[1]!)
      .concat([...readme().matchAll(/```[a-z]*\n([\s\S]*?)```/g)].flatMap((match) => match[1]!.split('\n')))

  it('every script it names exists', () => {
    const { scripts } = JSON.parse(textOf('package.json')) as { scripts: Record<string, string> }
    const named = spans()
      .flatMap((span) => [...span.matchAll(/\bnpm (?:run )?([a-z][\w-]*)/g)].map((match) => match[1]!))
      .filter((name) => !['install', 'ci', 'run'].includes(name))
    expect(named).toContain('start')
    expect(named.filter((name) => !(name in scripts))).toEqual([])
  })

  it('every file and folder it names exists', () => {
    const paths = spans()
      .flatMap((span) => span.split(/\s+/))
      .filter(
        (word) => /^(contract|resources|providers|src|server|tests)\/[\w./*-]*$/.test(word) && !word.includes('*'),
      )
    expect(paths.length).toBeGreaterThan(5)
    expect(paths.filter((path) => !existsSync(join(root, path)))).toEqual([])
  })
})
