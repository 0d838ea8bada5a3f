import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import react from '@vitejs/plugin-react'
import type { Plugin, Rolldown } from 'vite'
import { defineConfig } from 'vitest/config'
import { outDirs } from './server/build.mjs'
import { antdInSheet } from './bundling/antd-plugin.ts'
import { withoutBarrels } from './bundling/barrels.ts'
import { chunkWith, reachableChunks } from './bundling/chunk-merging.ts'
import { mergedChunks } from './bundling/chunk-merging-plugin.ts'
import { LongestFirst } from './tests/support/longest-first.ts'

const root = fileURLToPath(new URL('./', import.meta.url))
const apiPort = process.env.PORT ?? '4000'

/** One alias per folder of the house; tsconfig.json names the same ones for the compiler and for tsx. */
const alias = [
  { find: '@contract', replacement: `${root}contract` },
  { find: '@resources', replacement: `${root}resources` },
  { find: '@providers', replacement: `${root}providers` },
  { find: '@server', replacement: `${root}server` },
  { find: /^@\//, replacement: `${root}src/` },
]

const inPackages = (names: string) => new RegExp(`[\\\\/]node_modules[\\\\/](${names})[\\\\/]`)
/** What only the charts use: a megabyte that no other screen should wait for. */
const chartPackages = inPackages(
  '@ant-design[\\\\/](plots|charts-util)|@antv|d3-[\\w-]+|internmap|gl-matrix|html2canvas|fecha|pdfast|svg-path-parser|' +
    'flru|color-string|color-name|simple-swizzle|is-arrayish|eventemitter3|fast-deep-equal|rw|css-line-break|' +
    'text-segmentation|utrie|base64-arraybuffer',
)
/** What the charts share with others: in chunks apart, or it lands beside a screen that the charts would then import. */
const sharedPackages = inPackages('lodash|tslib|@babel[\\\\/]runtime')
/** In one chunk: how schemas are made is said there before another chunk makes one. */
const schemaPackage = /[\\/]node_modules[\\/]zod[\\/]|[\\/]src[\\/]without-eval\.ts$/

/**
 * Parts of packages that arrive with what the console uses and that nothing in it reaches: a build takes the
 * small modules of `src/lean` in their place, or a package that is taken apart. Measured, gzipped: a table's own filter
 * menu and the tree inside
 * it 18 kB, `qs` 13 kB, axios over fetch 5 kB, charts nobody draws 160 kB, the traces for Refine's own developer tools
 * 2 kB, all of lodash under the charts 20 kB, what
 * old browsers lack 3 kB. antd's looks are made
 * by the build (`bundling/antd-plugin.ts`), so its icons bring no sheet along either.
 */
const standIns: readonly { asked: RegExp; by: RegExp; instead: string }[] = [
  { asked: /\/FilterDropdown$/, by: /[\\/]antd[\\/]es[\\/]table[\\/]/, instead: 'src/lean/filter-dropdown.ts' },
  { asked: /^pluralize$/, by: /[\\/]@refinedev[\\/]/, instead: 'src/lean/pluralize.ts' },
  { asked: /^\.\.\/utils$/, by: /[\\/]@ant-design[\\/]icons[\\/]es[\\/]components[\\/]/, instead: 'src/lean/icons.ts' },
  {
    asked: /^resize-observer-polyfill$/,
    by: /[\\/]rc-resize-observer[\\/]/,
    instead: 'src/lean/resize-observer.ts',
  },
  { asked: /^lodash-es\/isEqual\.js$/, by: /[\\/]@refinedev[\\/]/, instead: 'src/lean/is-equal.ts' },
  { asked: /^lodash$/, by: /[\\/]@ant-design[\\/](plots|charts-util)[\\/]/, instead: 'lodash-es' },
  { asked: /^qs$/, by: /[\\/]@refinedev[\\/]/, instead: 'src/lean/qs.ts' },
  { asked: /\/fetch\.js$/, by: /[\\/]axios[\\/]lib[\\/]adapters[\\/]/, instead: 'src/lean/axios-fetch.ts' },
  {
    asked: /^\.\/chart$/,
    by: /[\\/]@ant-design[\\/]plots[\\/]es[\\/]core[\\/]base[\\/]/,
    instead: 'src/lean/plots-chart.ts',
  },
  { asked: /^html2canvas$/, by: /[\\/]@antv[\\/]g[\\/]/, instead: 'src/lean/html2canvas.ts' },
  {
    asked: /^error-stack-parser$/,
    by: /[\\/]@refinedev[\\/]devtools-internal[\\/]/,
    instead: 'src/lean/error-stack-parser.ts',
  },
]
/** Packages whose loading does nothing by itself, although they don't say so: unused, they are left out. */
const harmless = inPackages('papaparse|query-string')

/** For builds only: in development and in tests the packages are whole. */
function lean(): Plugin {
  return {
    name: 'lean',
    apply: 'build',
    enforce: 'pre',
    resolveId(asked, importer = '') {
      const found = standIns.find((one) => one.asked.test(asked) && one.by.test(importer))
      if (!found) return
      return found.instead.startsWith('src/')
        ? `${root}${found.instead}`
        : this.resolve(found.instead, importer, { skipSelf: true })
    },
  }
}

/**
 * What index.html draws by itself is seen before sheets and scripts have come. Sheets stay in the head, in the order
 * that all other sheets follow, but for no medium until the console begins (`src/theme/sheets.ts`); scripts are asked
 * for behind the page's end, and before them the one font, 22 kB: asked for by its first word, it would come when the
 * page stands, and move it. Notes and indents stay at home.
 */
function drawnFirst(): Plugin {
  const asked = /\n *<(?:link rel="modulepreload"[^>]*|script type="module"[^>]*><\/script)>/g
  return {
    name: 'drawn-first',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (html, { bundle = {} }) => {
        const fonts = Object.keys(bundle)
          .filter((name) => name.endsWith('.woff2'))
          .map((name) => `<link rel="preload" href="/${name}" as="font" type="font/woff2" crossorigin>`)
        const antd = Object.keys(bundle).find((name) => /^assets\/antd-[\w-]{8}\.css$/.test(name))
        return html
          .replace(asked, '')
          .replace('<link rel="stylesheet"', (first) => `<link rel="stylesheet" href="/${antd}">${first}`)
          .replace('src="/first-look.js"', (script) => `${script} data-console="${consoleFiles(bundle).join(' ')}"`)
          .replaceAll('<link rel="stylesheet"', '<link rel="stylesheet" media="not all"')
          .replace(/(?=\s*<\/body>)/, () => [...fonts, ...(html.match(asked) ?? [])].join(''))
          .replace(/ \/(?=>)|<!--[^]*?-->|\n\s*(?=<)/g, '')
      },
    },
  }
}

/** Text files of the console, compressed once here so that the server only has to send them. */
const compressible = /\.(js|css|html|svg|json|webmanifest)$/
function compressed(): Plugin {
  return {
    name: 'compressed',
    apply: 'build',
    writeBundle: async ({ dir = outDirs.console }) => {
      const names = readdirSync(dir, { recursive: true, encoding: 'utf8' }).filter((name) => compressible.test(name))
      await Promise.all(
        names.map(async (name) => {
          const path = join(dir, name)
          const body = readFileSync(path)
          if (body.length < 1_000) return
          writeFileSync(`${path}.gz`, await promisify(gzip)(body, { level: 9 }))
          writeFileSync(
            `${path}.br`,
            await promisify(brotliCompress)(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 8 } }),
          )
        }),
      )
    },
  }
}

const database = './tests/support/global-setup.ts'

/** The files that the console's first module comes with, less those of the page. */
function consoleFiles(bundle: Rolldown.OutputBundle): string[] {
  const chunks = Object.values(bundle).filter((one) => one.type === 'chunk')
  const page = reachableChunks(
    chunks,
    chunks.find(({ isEntry }) => isEntry),
  )
  const all = reachableChunks(chunks, chunkWith(chunks, '/resources/console.tsx'))
  return [...all].filter((chunk) => !page.has(chunk)).map(({ fileName }) => fileName)
}

const groups: Rolldown.CodeSplittingGroup[] = [
  { name: 'papaparse', test: inPackages('papaparse'), includeDependenciesRecursively: false },
  { name: 'schemas', test: schemaPackage, includeDependenciesRecursively: false },
  {
    name: 'charts',
    test: (id) => chartPackages.test(id) || id.endsWith('/src/lean/plots-chart.ts'),
    includeDependenciesRecursively: false,
  },
  // What the page begins with is one file: it comes whole in any case.
  { name: 'frame', tags: ['$initial'], includeDependenciesRecursively: false },
  { name: 'shared', test: sharedPackages, includeDependenciesRecursively: false, entriesAware: true },
]
const target = ['chrome111', 'edge111', 'firefox114', 'safari16.4']
const treeshake = { moduleSideEffects: (id: string) => (harmless.test(id) ? false : undefined) }

const few = mergedChunks(
  {
    named: ['schemas', 'charts', 'frame', 'shared', 'papaparse'],
    heavy: 'charts',
    inside: '/resources/console.tsx',
    door: '/resources/session/login.tsx',
    first: { '/resources/session/login.tsx': 20, '/resources/kpis/sales-dashboard.tsx': 10 },
  },
  () => ({
    root,
    plugins: [withoutBarrels(root), lean(), { ...antdInSheet(), generateBundle: undefined }, react()],
    resolve: { alias },
    publicDir: false,
    build: {
      write: false,
      minify: false,
      reportCompressedSize: false,
      target,
      rolldownOptions: { treeshake, output: { codeSplitting: { groups } } },
    },
  }),
)

export default defineConfig({
  root,
  plugins: [withoutBarrels(root), lean(), few.plugin, antdInSheet(), react(), drawnFirst(), compressed()],
  resolve: { alias },
  publicDir: 'src/public',
  server: {
    port: 5173,
    proxy: Object.fromEntries(['/api', '/images'].map((path) => [path, { target: `http://127.0.0.1:${apiPort}` }])),
  },
  build: {
    outDir: outDirs.console,
    target,
    sourcemap: false,
    chunkSizeWarningLimit: 1600,
    rolldownOptions: {
      treeshake,
      output: {
        // A shared chunk is named after all its screens: too long for a file.
        chunkFileNames: ({ name }) => `assets/${name.split('~')[0]}-[hash].js`,
        codeSplitting: { groups: [...groups, few.group] },
      },
    },
  },
  test: {
    // A busy machine is not a failing test: these only end what hangs. The long run has many trials of races and runs of models.
    testTimeout: 180_000 + Number(process.env.RACE_TRIALS ?? 0) * 2_000 + Number(process.env.MODEL_RUNS ?? 0) * 3_600,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 30_000 } },
    // A test waits for a database or a browser half of its time, so not even two cores are filled by one.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    sequence: { sequencer: LongestFirst },
    // Refine and the screens must meet one React Router, whose two builds would be two.
    server: { deps: { inline: [/@refinedev[\\/]/, /[\\/]react-router[\\/]/] } },
    // `isolate: false`: files of one worker share the house's modules, which take longer to load than most of
    // them to run. Each has a database and an app of its own; where modules are mocked, only packages are shared.
    projects: [
      { extends: true, test: { name: 'tidy', include: ['tests/tidy/*.test.ts'], isolate: false } },
      {
        extends: true,
        test: {
          name: 'unit',
          isolate: false,
          include: [
            '{bundling,contract,server,scaffold}/**/*.test.ts',
            '{src,providers,resources}/**/*.test.ts',
            'tests/bench/**/*.test.ts',
          ],
        },
      },
      {
        extends: true,
        test: {
          name: 'unit-dom',
          pool: 'threads',
          isolate: false,
          environment: 'jsdom',
          setupFiles: ['./tests/support/dom.ts'],
          include: ['{src,providers,resources}/**/*.test.tsx'],
        },
      },
      {
        extends: true,
        test: {
          name: 'api',
          isolate: false,
          globalSetup: [database, './tests/support/programs-setup.ts'],
          include: ['tests/{api,races}/**/*.test.ts'],
        },
      },
      {
        extends: true,
        test: { name: 'access', isolate: false, globalSetup: database, include: ['tests/access/**/*.test.ts'] },
      },
      {
        extends: true,
        test: {
          name: 'e2e',
          isolate: false,
          globalSetup: [database, './tests/support/console-setup.ts'],
          include: ['tests/e2e/**/*.test.ts'],
        },
      },
    ],
  },
})
