/**
 * Builds one part of the program into a folder: `node server/bundle.mjs console|server <folder>`, of the server all its
 * programs or those that are named after. A program of its own, since it alone needs the build tool, which production
 * does not have.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { build } from 'vite'
import { entryName, fingerprint, stampOf } from './build.mjs'
import { packagesOf, root } from './install.mjs'

/** The server's programs: itself, what works apart from it, and the commands that package.json starts. @returns {string[]} */
function everyProgram() {
  const { scripts } = JSON.parse(readFileSync(`${root}package.json`, 'utf8'))
  /** @type {string[]} */
  const commands = Object.values(scripts).flatMap((script) => script.match(/(?<=--run )server\/\S+\.ts/) ?? [])
  return ['server/main.ts', 'server/apart.ts', ...commands]
}

/** @type {Set<string>} */
const inside = new Set()
/** @type {import('vite').Plugin} */
const noteInside = {
  name: 'note-packages-inside',
  generateBundle(_options, bundle) {
    // A file that a style sheet points at is no module.
    const pointed = Object.values(bundle).flatMap((file) => (file.type === 'asset' ? file.originalFileNames : []))
    for (const id of [...this.getModuleIds(), ...pointed]) {
      const folder = /(?<=^|\/)node_modules\/(.*\/node_modules\/)?(@[^/]+\/)?[^/]+/.exec(id)?.[0]
      if (folder) inside.add(folder)
    }
  },
}

/** @param {string} outDir @returns {import('vite').InlineConfig} */
function forConsole(outDir) {
  return { plugins: [noteInside], build: { outDir, emptyOutDir: true } }
}

/**
 * Types stripped, the folders' short names resolved, packages left where they are; a few files
 * instead of hundreds, with maps back to the sources.
 * @param {string} outDir
 * @param {string[]} programs
 * @returns {import('vite').InlineConfig}
 */
function forServer(outDir, programs) {
  const input = Object.fromEntries(programs.map((file) => [entryName(file), root + file]))
  return {
    configFile: false,
    publicDir: false,
    resolve: { tsconfigPaths: true },
    build: {
      outDir,
      emptyOutDir: true,
      ssr: true,
      target: 'node20',
      minify: false,
      sourcemap: true,
      rolldownOptions: { input, output: { entryFileNames: '[name].js' } },
    },
  }
}

const [part, outDir = '', ...named] = process.argv.slice(2)
if (part !== 'console' && part !== 'server') throw new Error(`There is no part ${part} to build.`)
const sources = fingerprint(part)
try {
  const programs = named.length > 0 ? named : everyProgram()
  await build({ root, logLevel: 'warn', ...(part === 'console' ? forConsole(outDir) : forServer(outDir, programs)) })
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}
const agreed = packagesOf(`${root}package-lock.json`)
const versions = Object.fromEntries([...inside].sort().map((path) => [path, agreed?.[path]?.version]))
writeFileSync(stampOf(outDir), JSON.stringify({ sources, packages: versions }))
