/**
 * What antd would put into the page by itself, made once by the build: the rules of the components that are in it, and
 * their variables for light, dark and for whoever wants no motion. All of it by antd's own code, so a new version of it
 * brings its own looks along.
 */
import { createRequire } from 'node:module'
import { createElement, type ComponentType, type ReactNode } from 'react'
import { themeTokens } from '../src/theme/antd-theme.ts'

const load = createRequire(import.meta.url)
const { ConfigProvider, theme } = load('antd') as typeof import('antd')
const { renderToStaticMarkup } = load('react-dom/server') as { renderToStaticMarkup: (node: ReactNode) => string }

type Cache = object
const { createCache, extractStyle, StyleProvider } = load('@ant-design/cssinjs') as {
  createCache: () => Cache
  extractStyle: (cache: Cache, options: { plain: true; types: string[] }) => string
  StyleProvider: ComponentType<{ cache: Cache; children?: ReactNode }>
}

/** One use of a file of styles by a component: which of its exports, and for which classes. */
export interface StyleUse {
  /** Under antd's folder, without its ending. */
  file: string
  name: string
  /** The component's class, and that of whoever it is the outermost part of. */
  prefix?: string | undefined
  root?: string | undefined
  /** It is a component that draws nothing and makes rules, not a hook. */
  part?: true
}

type Hook = (prefix?: string, root?: string) => [(node: ReactNode) => ReactNode]

const variants = {
  light: themeTokens('light'),
  dark: themeTokens('dark'),
  still: themeTokens('light', false),
}
type Variant = keyof typeof variants

function Styled({ file, name, prefix, root }: StyleUse) {
  const use = (load(`antd/lib/${file}`) as Record<string, Hook>)[name]!
  return use(prefix, root)[0](null)
}

function elementOf(use: StyleUse): ReactNode {
  const key = Object.values(use).join(' ')
  if (!use.part) return createElement(Styled, { key, ...use })
  const Rules = (load(`antd/lib/${use.file}`) as { default: ComponentType<{ prefixCls?: string | undefined }> }).default
  return createElement(Rules, { key, prefixCls: use.prefix })
}

function Theme() {
  theme.useToken()
  return null
}

function made(variant: Variant, uses: readonly StyleUse[]): { rules: string[]; variables: Map<string, string> } {
  const rules = new Set<string>()
  const variables = new Map(saidIn(variant, null).variables)
  const parts = uses.map((use) => ({ use, said: saidIn(variant, use) }))
  for (const { use, said } of parts.sort((one, other) => Number(one.use.part ?? 0) - Number(other.use.part ?? 0))) {
    // antd says all variables again on every component, since themes may be nested; there is one theme here, so the page
    // says them, and a component whose theme has a value of its own for one gets a variable of its own.
    const own = [...said.variables]
      .filter(([name, value]) => (variables.get(name) ?? value) !== value)
      .map(([name]) => name)
    const renamed = (text: string) =>
      text.replace(/--ant-[\w-]+/g, (name) =>
        own.includes(name) ? `--ant${use.prefix?.slice(3)}${name.slice(5)}` : name,
      )
    for (const [name, value] of said.variables) variables.set(renamed(name), renamed(value))
    for (const rule of said.rules) rules.add(renamed(rule))
  }
  return { rules: [...rules], variables }
}

/** What antd says for one use alone, or of the theme itself. */
function saidIn(variant: Variant, use: StyleUse | null): { rules: string[]; variables: Map<string, string> } {
  const cache = createCache()
  const content = use ? elementOf(use) : createElement(Theme)
  const themed = createElement(ConfigProvider, { theme: variants[variant] }, content)
  renderToStaticMarkup(createElement(StyleProvider, { cache }, themed))
  const text = (types: string[]) => extractStyle(cache, { plain: true, types })
  const said = [...text(use ? ['cssVar'] : ['token']).matchAll(/(--[\w-]+):([^;}]*);/g)]
  return {
    rules: rulesOf(text(['style'])).filter((rule) => !rule.startsWith('.data-ant-cssinjs-cache-path')),
    variables: new Map(said.map(([, name = '', value = '']) => [name, value])),
  }
}

/** A sheet's rules, those of a medium whole. */
function rulesOf(text: string): string[] {
  const found: string[] = []
  let [depth, begin] = [0, 0]
  for (const { 0: brace, index } of text.matchAll(/[{}]/g)) {
    depth += brace === '{' ? 1 : -1
    if (depth > 0) continue
    found.push(text.slice(begin, index + 1).trim())
    begin = index + 1
  }
  return found
}

const named = (text: string) => new Set(text.match(/--ant-[\w-]+/g))

type Variables = Map<string, string>
type Made = Record<Variant, ReturnType<typeof made>>

/** Variables that are read, and those which they are made of. */
function readIn(text: string, { light, dark, still }: Made): Set<string> {
  const read = named(text)
  const begun = [...read].find((name) => name.endsWith('-'))
  if (begun) throw new Error(`${begun}… is put together: a variable is kept where it is named whole.`)
  for (let known = -1; known !== read.size; ) {
    known = read.size
    for (const { variables } of [light, dark, still])
      for (const [name, value] of variables) if (read.has(name)) for (const one of named(value)) read.add(one)
  }
  return read
}

const block = (selector: string, variables: Variables, isSaid: (name: string, value: string) => boolean) => {
  const said = [...variables].filter(([name, value]) => isSaid(name, value)).map(([name, value]) => `${name}:${value};`)
  return said.length > 0 ? `${selector}{${said.join('')}}` : ''
}

/**
 * A sheet for each group of uses. Whoever asks for a later one has the first two.
 * @param elsewhere the console's own sheets and scripts, which read variables too
 */
export function antdSheets(groups: readonly (readonly StyleUse[])[], elsewhere: string): string[] {
  const { iconStyles } = load('@ant-design/icons/lib/utils') as { iconStyles: string }
  const had = new Set<string>()
  return groups.map((uses, at) => {
    if (at > 0 && uses.length === 0) return ''
    const [light, dark, still] = [made('light', uses), made('dark', uses), made('still', uses)]
    if (String(dark.rules) !== String(light.rules) || String(still.rules) !== String(light.rules))
      throw new Error('antd has rules of one theme alone.')
    const rules = light.rules.filter((rule) => !had.has(rule) && !fromRight(rule))
    const text = `${at === 0 ? iconStyles.replace(/\s*\n\s*/g, '') : ''}${rules.join('')}`
    const read = [...readIn(text + elsewhere, { light, dark, still })].filter(
      (name) => light.variables.has(name) && !had.has(name),
    )
    if (at < 2) for (const one of [...rules, ...read]) had.add(one)
    const said = new Set(read)
    const other = (name: string, value: string) => said.has(name) && light.variables.get(name) !== value
    return [
      block(':root', light.variables, (name) => said.has(name)),
      block(':root[data-theme=dark]', dark.variables, other),
      `@media (prefers-reduced-motion:reduce){${block(':root', still.variables, other)}}`.replace(/^@[^{]*\{\}$/, ''),
      text,
    ].join('')
  })
}

/** No screen is read from the right. */
const fromRight = (rule: string) => /^[^{@]*-rtl\b[^{,]*\{/.test(rule)

/** The values of a theme's tokens that components read where they draw. */
export function antdTokens(names: readonly string[]): Record<'light' | 'dark', Record<string, unknown>> {
  const of = (mode: 'light' | 'dark') => {
    const all = Object.entries(theme.getDesignToken(variants[mode]))
    return Object.fromEntries(all.filter(([name]) => names.includes(name) || name.startsWith('screen')))
  }
  return { light: of('light'), dark: of('dark') }
}
