/** Who asks whom: the sides of the house, and the few doors between them. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { root, product, literalOf, snippetOf, imports, type Node } from './house.ts'

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
    const room = (path: string) => /^server\/entities\/([\w-]+)(?:\/|\.ts$)/.exec(path)?.[1]
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
      'cash-manage → cash-registers',
      'commissions → quotas',
      'distributors → partners',
      'fund-movements → incomes',
      'manage-draws → draws',
      'network → agencies',
      'network → partners',
      'network → users',
      'outcomes → incomes',
      'polla → tickets',
      'reloads → incomes',
      'statements → account-balance',
      'ticket-management → tickets',
      'ticket-offices → partners',
      'top-quotas → quotas',
      'transactions → incomes',
    ])
  })

  /** Who asks the server by hand. All else reads and writes through Refine's hooks (`providers/queries.ts`). */
  const byHand: Readonly<Record<string, readonly string[]>> = {
    // Refine's provider itself.
    'providers/data.ts': ['call'],
    // A session is opened, renewed and closed where no screen and no Refine is.
    'providers/auth.ts': ['call'],
    'providers/session.ts': ['call'],
    'providers/change-banca.ts': ['call'],
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
          .flatMap(({ specifiers }) => (specifiers as Node[]).map((one) => snippetOf(source, one['imported'] ?? one)))
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
