/** The contract, what the server tells of itself and the two access tables say the same, row by row. */
import { describe, expect, it } from 'vitest'
import { allows, roles, type Rule } from '../../contract/access/rules.ts'
import { openScreens, screens } from '../../contract/access/screens.ts'
import { uses } from './uses.ts'
import { everyEndpoint } from '../../contract/index.ts'
import { builtScreens } from '../../resources/index.ts'
import { openapi } from '../../server/platform/openapi/document.ts'
import { callers, admits, endpointRows, nameOf, screenRows, type Row } from './tables.ts'

/** A declared rule in the shape of a row, so that the two are compared as they stand. */
function asRow(rule: Rule): Row {
  return sorted({
    roles: typeof rule.roles === 'string' ? rule.roles : [...rule.roles],
    manage_childs: rule.manage_childs ?? false,
    awarding_results: rule.awarding_results ?? false,
    denied_countries: [...(rule.denied_countries ?? [])],
  })
}
function sorted({ roles: who, manage_childs, awarding_results, denied_countries }: Row): Row {
  return { roles: typeof who === 'string' ? who : [...who].sort(), manage_childs, awarding_results, denied_countries }
}

const declared = everyEndpoint().map(({ entity, name, endpoint }) => ({
  call: `${endpoint.method} ${endpoint.path.replace(/:(\w+)/g, '{$1}')}`,
  name: `${entity}.${name}`,
  endpoint,
}))
const agreed = new Map(endpointRows.map((row) => [`${row.method} ${row.path}`, row]))

describe('endpoints', () => {
  it('no call stands twice in the table or in the contract', () => {
    expect(agreed.size).toBe(endpointRows.length)
    expect(new Set(declared.map(({ call }) => call)).size).toBe(declared.length)
  })

  it.each(declared)('$name is $call, for exactly whom its row says', ({ call, endpoint }) => {
    const row = agreed.get(call)
    expect(row, `no row for ${call}`).toBeDefined()
    expect(asRow(endpoint.access)).toEqual(sorted(row!))
  })

  it('the contract and the description have every call that was agreed, and no other', () => {
    const all = [...agreed.keys()].sort()
    expect(declared.map(({ call }) => call).sort()).toEqual(all)
    const { paths } = openapi() as { paths: Record<string, Record<string, unknown>> }
    const described = Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    )
    // Both are answered; it names them without the slash at their end.
    expect(described.sort()).toEqual(all.map((call) => call.replace(/\/$/, '')).sort())
  })

  it('every role of the tables is a role of the product', () => {
    const named = new Set(
      [...endpointRows, ...screenRows].flatMap((row) => (typeof row.roles === 'string' ? [] : row.roles)),
    )
    expect([...named].sort()).toEqual([...roles].sort())
  })
})

describe('screens', () => {
  it('the contract has every screen of the table and no other', () => {
    expect(screens.map((screen) => screen.path).sort()).toEqual(screenRows.map((row) => row.path).sort())
  })

  it.each(screenRows.map((row) => [row.path, row] as const))('%s is for exactly whom its row says', (path, row) => {
    const screen = screens.find((one) => one.path === path)
    expect(asRow(screen!.access)).toEqual(sorted(row))
  })

  it('a screen has one key, and a component of its own', () => {
    const keys = screens.map((screen) => screen.key)
    expect(new Set(keys).size).toBe(keys.length)
    expect(Object.keys(builtScreens).sort()).toEqual(keys.sort())
  })

  it.each(callers.map((caller) => [nameOf(caller), caller] as const))(
    '%s opens exactly the screens of its rows',
    (_, caller) => {
      const expected = screenRows.filter((row) => admits(row, caller)).map((row) => row.path)
      expect(
        // Of whoever has several bancas: to others one screen is not shown, and opens all the same.
        openScreens({ ...caller, many_bancas: true } as never)
          .map((screen) => screen.path)
          .sort(),
      ).toEqual(expected.sort())
    },
  )

  it('every screen says which calls it is made of', () => {
    expect(Object.keys(uses).sort()).toEqual(Object.keys(builtScreens).sort())
  })

  it('whoever opens a screen may make at least one of the calls it is made of, a reading', () => {
    const refused = callers.flatMap((caller) =>
      screens
        .filter(
          (screen) =>
            uses[screen.key] &&
            allows(screen.access, caller as never) &&
            !uses[screen.key]?.some(
              (endpoint) => endpoint.method === 'GET' && allows(endpoint.access, caller as never),
            ),
        )
        .map((screen) => `${nameOf(caller)}: ${screen.path}`),
    )
    expect(refused).toEqual([])
  })

  it('nobody without a session opens anything', () => {
    expect(screens.filter((screen) => allows(screen.access, null))).toEqual([])
  })
})
