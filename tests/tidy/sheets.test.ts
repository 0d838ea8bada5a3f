/** Style sheets: few, each rule once, none for nobody. */
import { describe, expect, it } from 'vitest'
import { files, textOf, product } from './house.ts'

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

  it('they are few: 40 of them, 4,550 lines in all', () => {
    expect(sheets.length).toBeLessThanOrEqual(40)
    const lines = sheets.reduce((sum, path) => sum + textOf(path).trimEnd().split('\n').length, 0)
    expect(lines).toBeLessThanOrEqual(4_550)
  })
})
