/**
 * Builds the console with antd's looks in a sheet of the build (`antd-sheet.ts`) and without what makes them in the
 * browser, which took a sixth of the time until a list stood on a slow machine.
 */
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { runnerImport, type Plugin, type Rolldown } from 'vite'
import { chunkWith, reachableChunks } from './chunk-merging.ts'
import type * as sheets from './antd-sheet.ts'

const parts = new URL('../src/lean/antd-parts.ts', import.meta.url).pathname
const inAntd = /[\\/]node_modules[\\/]antd[\\/]es[\\/](.*)\.js$/
const isStyles = (file: string) => /(^|\/)style(\/|$)/.test(file)

/**
 * Values of the theme that components of antd read where they draw; another one that is read fails the build. Widths of
 * screens come all.
 */
const tokenNames = [
  'borderRadius',
  'colorBgBase',
  'colorBgContainer',
  'colorFill',
  'colorFillQuaternary',
  'colorFillTertiary',
  'controlHeight',
  'controlHeightSM',
  'fontSize',
  'lineHeight',
  'lineWidth',
  'marginXXS',
  'motion',
  'padding',
  'paddingSM',
  'paddingXS',
  'sizePopupArrow',
  'wireframe',
  'zIndexPopupBase',
]

/** A file of styles, with hooks that make none. Files of nothing but rules stay: nothing asks for them any more. */
function withoutRules(code: string): string | undefined {
  const lines = [...code.matchAll(/^export (default|const (\w+) =) (?:gen(\w+)\(|\(prefixCls\b|function use)/gm)].map(
    ([, , name, maker]) => {
      const made = maker === 'SubStyleComponent' ? 'Styles' : 'useStyle'
      return name ? `export const ${name} = ${made}` : `export default ${made}`
    },
  )
  if (lines.length === 0) return
  const words = code.match(/^export const \w+ = '[^']*';$/gm) ?? []
  return [`import { useStyle, Styles } from ${JSON.stringify(parts)}`, ...words, ...lines].join('\n')
}

/** A file's text, by its path under antd's folder without the ending; the folder's own where it is one. */
function read(antd: string, file: string): { file: string; code: string } {
  const path = existsSync(`${antd}${file}.js`) ? file : `${file}/index`
  return { file: path, code: readFileSync(`${antd}${path}.js`, 'utf8') }
}

/** What a name in a component's text stands for, where that is a class of its own. */
function classIn(code: string, name: string): string | undefined {
  const [, made = ''] = new RegExp(`const ${name} = ([^;]*);`).exec(code) ?? []
  const [, own] = /getPrefixCls\('([\w-]+)'/.exec(made) ?? []
  if (own) return `ant-${own}`
  const [, of, more] = /^`\$\{(\w+)\}([\w-]+)`$/.exec(made) ?? /^useCSSVarCls\((\w+)\)(.{0})$/.exec(made) ?? []
  const base = of && classIn(code, of)
  return base && base + (more || '-css-var')
}

/** What a component asks its files of styles for, read off its text; a file of rules alone is named without a class. */
function usesOf(antd: string, component: string): sheets.StyleUse[] {
  const { code } = read(antd, component)
  const found: sheets.StyleUse[] = []
  for (const [, whole, several = '', from = ''] of code.matchAll(
    /^import (\w+)?(?:, )?(?:\{ (.*) \})? from '(\.[^']*)';$/gm,
  )) {
    const asked = join(dirname(component), from)
    if (!isStyles(asked)) continue
    const { file, code: styles } = read(antd, asked)
    if (styles.includes('export default genSubStyleComponent(')) found.push({ file, name: 'default' })
    const names = [...(whole ? [[whole, 'default']] : []), ...several.split(', ').map((one) => [one, one])]
    for (const [local, name = ''] of names)
      for (const [, given = '', root = ''] of code.matchAll(new RegExp(`\\b${local}\\((\\w+)(?:, (\\w+))?`, 'g'))) {
        const prefix = classIn(code, given)
        if (local && prefix) found.push({ file, name, prefix, root: classIn(code, root) })
      }
  }
  return found
}

/** Rules that are a component stand with those of whoever draws it. */
function owned(uses: readonly sheets.StyleUse[], all: readonly sheets.StyleUse[]): sheets.StyleUse[] {
  return uses.flatMap((use) =>
    use.prefix
      ? [use]
      : all
          .filter(({ file, prefix }) => prefix && dirname(file) === dirname(use.file))
          .map(({ prefix, root }) => ({ ...use, prefix, root, part: true as const })),
  )
}

/** Each once, in an order that no other build changes. */
function inOrder(uses: readonly sheets.StyleUse[]): sheets.StyleUse[] {
  const keyed = new Map(uses.map((use) => [Object.values(use).join(' '), use]))
  return [...keyed].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, use]) => use)
}

/** What a chunk's components ask for. Fails where one reads a value of the theme that the build does not bring along. */
function usesIn(antd: string, { moduleIds }: Rolldown.OutputChunk): sheets.StyleUse[] {
  const components = moduleIds.flatMap((id) => inAntd.exec(id)?.[1] ?? []).filter((file) => !isStyles(file))
  for (const component of components) {
    const { code } = read(antd, component)
    if (!code.includes('useToken()')) continue
    const several = [...code.matchAll(/const \{([^}]*)\} = token;/g)].flatMap(([, names = '']) => names.split(','))
    const one = [...code.matchAll(/\btoken\.([a-z]\w*)/g)].map(([, name = '']) => name)
    const names = [...several.map((name) => name.trim()), ...one]
    const unknown = names.find((name) => !tokenNames.includes(name) && !name.startsWith('screen'))
    if (unknown)
      throw new Error(`antd/es/${component} reads ${unknown}: name it in tokenNames of bundling/antd-plugin.ts.`)
  }
  return components.flatMap((component) => usesOf(antd, component))
}

/**
 * Which parts of the console have a sheet together: what comes with the page, what comes with every list behind the
 * door, and of the rest each by itself. The first of a group asks for its sheet.
 */
function groupsOf(chunks: readonly Rolldown.OutputChunk[]): Rolldown.OutputChunk[][] {
  const withAll = (...files: string[]) => {
    return [...new Set(files.flatMap((file) => [...reachableChunks(chunks, chunkWith(chunks, file))]))]
  }
  const page = withAll('/src/main.tsx', '/resources/session/login.tsx')
  const lists = withAll('/resources/console.tsx', '/src/kit/screen/registry-list.tsx').filter(
    (one) => !page.includes(one),
  )
  return [page, lists, ...chunks.filter((one) => !page.includes(one) && !lists.includes(one)).map((one) => [one])]
}

/** Own sheets stand behind antd's, whenever those come. */
const beforeOwn = `/antd[-.]/.test(link.href) ? document.head.querySelector('link[rel=stylesheet]:not([href*="/antd-"])') : null`

const themeId = '\0antd-theme'

export function antdInSheet(): Plugin {
  const sheet = async () =>
    (await runnerImport<typeof sheets>(new URL('antd-sheet.ts', import.meta.url).pathname)).module
  return {
    name: 'antd-in-sheet',
    apply: 'build',
    enforce: 'pre',
    resolveId(asked, importer = '') {
      if (asked.endsWith('/antd-theme.ts') && importer.endsWith('/theme/mode.ts')) return themeId
      if (asked === 'antd/es/theme') return parts
      const file = inAntd.exec(importer)?.[1]
      if (file === undefined || (isStyles(file) && !file.startsWith('config-provider/'))) return
      if (/\/theme\/(internal|useToken)$/.test(asked)) return parts
      if (file === 'theme/context' && asked === './themes/default/theme') return parts
      if (file === 'config-provider/index' && asked === '@ant-design/cssinjs') return parts
    },
    async load(id) {
      if (id === themeId) {
        const tokens = JSON.stringify((await sheet()).antdTokens(tokenNames))
        return `const tokens = ${tokens}\nexport const themeTokens = (mode, motion) => ({ token: { ...tokens[mode], motion } })`
      }
      const file = inAntd.exec(id)?.[1]
      if (file !== undefined && isStyles(file)) return withoutRules(readFileSync(id, 'utf8'))
    },
    transform(code, id) {
      if (
        /[\\/](src|resources)[\\/]/.test(id) &&
        !/[\\/]node_modules[\\/]|[\\/]src[\\/]app\.tsx$/.test(id) &&
        /\btheme\.useToken\(/.test(code)
      )
        throw new Error(`${id} asks antd for values of its theme, which a build has not: read its variables (--ant-…).`)
      if (id !== '\0vite/preload-helper.js') return
      const put = 'document.head.appendChild(link)'
      if (!code.includes(put)) throw new Error('Vite puts sheets into the page in another way than this.')
      return code.replace(put, `document.head.insertBefore(link, ${beforeOwn})`)
    },
    async generateBundle(_, bundle) {
      const chunks = Object.values(bundle).filter((one) => one.type === 'chunk')
      const antd = chunks
        .flatMap(({ moduleIds }) => moduleIds)
        .find((id) => inAntd.test(id))!
        .replace(inAntd, '/node_modules/antd/es/')
      const asked = new Map(chunks.map((chunk) => [chunk, usesIn(antd, chunk)]))
      const all = [...asked.values()].flat()
      const text = Object.values(bundle).map((one) =>
        one.type === 'chunk' ? one.code : one.fileName.endsWith('.css') ? String(one.source) : '',
      )
      const groups = groupsOf(chunks)
      const uses = groups.map((group) =>
        inOrder(
          owned(
            group.flatMap((chunk) => asked.get(chunk) ?? []),
            all,
          ),
        ),
      )
      const made = (await sheet()).antdSheets(uses, text.join(''))
      for (const [at, source] of made.entries()) {
        const bearer = groups[at]![0]!
        const name = at === 0 ? 'antd.css' : `antd-${bearer.name.split('~')[0]}.css`
        const file = source && this.getFileName(this.emitFile({ type: 'asset', name, source }))
        // The page asks for the first one itself (`drawnFirst` in vite.config.ts).
        if (file && at > 0) bearer.viteMetadata!.importedCss.add(file)
      }
    },
  }
}
