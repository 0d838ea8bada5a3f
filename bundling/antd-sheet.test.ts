/** The sheets hold what the components need, whichever of them comes first. */
import { expect, it } from 'vitest'
import { antdSheets, type StyleUse } from './antd-sheet.ts'

const styled = (component: string, cls: string): StyleUse => ({
  file: `${component}/style/index`,
  name: 'default',
  prefix: `ant-${cls}`,
  root: `ant-${cls}-css-var`,
})
const own = '.toolbar{background:var(--ant-table-header-bg);color:var(--ant-color-text)}'
const groups = [
  [styled('button', 'btn')],
  [styled('table', 'table'), styled('form', 'form')],
  [styled('drawer', 'drawer')],
  [],
]
const sheets = antdSheets(groups, own)
const said = (css: string) =>
  [...css.matchAll(/(?<=[{;])(--ant-[\w-]+):([^;]*)/g)].map(([, name, value]) => [name!, value!] as const)

it('says each variable that is read, in the sheet of whoever has it or in one before', () => {
  const known = new Set<string>()
  for (const [at, css] of sheets.entries()) {
    for (const [name] of said(css)) known.add(name)
    const text = at === 1 ? css + own : css
    expect(
      [...text.matchAll(/var\((--ant-[\w-]+)/g)].map(([, name]) => name!).filter((name) => !known.has(name)),
    ).toEqual([])
  }
})

it('says a variable once for light, and for dark where that differs', () => {
  const backgrounds = sheets.flatMap(said).filter(([name]) => name === '--ant-table-header-bg')
  expect(backgrounds.map(([, value]) => value)).toEqual(['#f7f9fb', '#182231'])
})

it('keeps a value that is one component’s own from all others', () => {
  const [, , drawer = ''] = sheets
  expect(drawer).toContain('--ant-drawer-padding-lg:20px;')
  expect(drawer).not.toMatch(/[{;]--ant-padding-lg:/)
  expect(drawer).toContain('var(--ant-drawer-padding-lg)')
})

it('moves nothing for whoever asked for no motion', () => {
  expect(sheets[0]).toMatch(/prefers-reduced-motion:reduce\)\{:root\{[^}]*--ant-motion-duration-mid:0s;/)
})

it('says no rule twice and leaves none of a group without components', () => {
  expect(sheets[3]).toBe('')
  const keyframes = sheets.join('').match(/@keyframes antFadeIn\{/g) ?? []
  expect(keyframes.length).toBeLessThan(2)
})

it('is the same each time', () => {
  expect(antdSheets(groups, own)).toEqual(sheets)
})

it('wants variables named whole', () => {
  expect(() => antdSheets(groups, 'var(--ant-color-${name})')).toThrow('--ant-color-')
})
