#!/usr/bin/env node
/**
 * `npm run new`: the files of an entity that people keep, and its lines in the registrations. What it makes
 * compiles; its test says what is left to decide.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { templates } from './templates.mjs'

const usage = `Uso: npm run new -- <entidad> [--title "Bancos" --one "un banco"]

  <entidad>  en inglés, en plural y con guiones: banks, exchange-houses
  --title    el nombre de la pantalla
  --one      uno solo, con su artículo: un banco, una casa de cambio`

const root = process.cwd()
const pathOf = (/** @type {string} */ file) => join(root, file)
const read = (/** @type {string} */ file) => readFileSync(pathOf(file), 'utf8')

/** @returns {never} */
function refuse(/** @type {string} */ sentence) {
  console.error(sentence)
  process.exit(1)
}

/** The command line: the entity, and its words in Spanish. */
function asked() {
  const [kebab = '', ...rest] = process.argv.slice(2)
  if (kebab === '' || kebab.startsWith('--')) refuse(`Falta el nombre de la entidad.\n\n${usage}`)
  if (!/^[a-z]{2,20}(-[a-z]{2,20}){0,3}$/.test(kebab))
    refuse(`${kebab} no es un nombre de entidad: letras minúsculas y guiones.\n\n${usage}`)
  /** @type {Record<string, string>} */
  const given = {}
  for (let at = 0; at < rest.length; at += 2) {
    const [name = '', value] = rest.slice(at, at + 2)
    if (!['--title', '--one'].includes(name) || !value || /[`'"\\$,]/.test(value))
      refuse(`No se reconoce ${name} ${value ?? ''}.\n\n${usage}`)
    given[name.slice(2)] = value
  }
  const camel = kebab.replace(/-(.)/g, (_, letter) => letter.toUpperCase())
  const title = given['title'] ?? kebab.replaceAll('-', ' ')
  const one = given['one'] ?? `un ${title.toLowerCase()}`
  if (!/^una? \S/.test(one)) refuse(`${one} no tiene artículo: un o una.\n\n${usage}`)
  return { kebab, camel, table: kebab.replaceAll('-', '_'), title, one }
}

/** Puts lines after the first place a text stands in; a file that no longer has it is a fault of this script. */
function insert(/** @type {string} */ file, /** @type {string} */ after, /** @type {string} */ lines) {
  const text = read(file)
  const at = text.indexOf(after)
  if (at < 0) throw new Error(`${file} has no ${after}`)
  const end = at + after.length
  writeFileSync(pathOf(file), text.slice(0, end) + lines + text.slice(end))
}

const journalFile = 'server/migrations/meta/_journal.json'

/** The number of the next migration, in four digits, with the table's name. */
function nextTag(/** @type {string} */ table) {
  const { entries } = JSON.parse(read(journalFile))
  return `${String(entries.at(-1).idx + 1).padStart(4, '0')}_${table}`
}

function enterMigration(/** @type {string} */ tag) {
  const journal = JSON.parse(read(journalFile))
  const { idx, when } = journal.entries.at(-1)
  journal.entries.push({ idx: idx + 1, version: '7', when: when + 100_000_000, tag, breakpoints: false })
  const lines = journal.entries.map((/** @type {object} */ one) => `    ${JSON.stringify(one)}`)
  const head = JSON.stringify({ version: journal.version, dialect: journal.dialect }).slice(0, -1)
  writeFileSync(pathOf(journalFile), `${head},\n  "entries": [\n${lines.join(',\n')}\n  ]\n}\n`)
}

function register(/** @type {ReturnType<typeof asked>} */ { kebab, camel, title }) {
  insert(
    'contract/index.ts',
    "import type { Endpoint } from './endpoint.ts'\n",
    `import { ${camel} } from './${kebab}.ts'\n`,
  )
  insert('contract/index.ts', 'export const entities = {\n', `  ${camel},\n`)
  insert(
    'contract/access/screens.ts',
    "key: 'registry',\n    label: 'Registro',\n    screens: [\n",
    `screen('${kebab}', \`\${registry}/${kebab}\`, '${title}', rules.registryRead),\n`,
  )
  insert(
    'tests/access/uses.ts',
    "import type { Endpoint } from '../../contract/endpoint.ts'\n",
    `import { ${camel} } from '../../contract/${kebab}.ts'\n`,
  )
  insert('tests/access/uses.ts', "'access'>[]>> = {\n", `  '${kebab}': Object.values(${camel}.endpoints),\n`)
  insert('contract/audit-log.ts', 'auditedLabels: Readonly<Record<string, string>> = {\n', `  ${camel}: '${title}',\n`)
  insert(
    'contract/described.ts',
    'entityTexts: Readonly<Record<EntityName, string>> = {\n',
    `  ${camel}: '${title}.',\n`,
  )
  const taken = ['create', 'update'].map((name) => `  '${camel}.${name}': ['name_taken'],\n`)
  insert('contract/refusals.ts', 'refusals: Partial<Record<CallName, readonly ProblemCode[]>> = {\n', taken.join(''))
  const component = `'${kebab}': resource('${camel}', inDrawer, () => import('./${kebab}.tsx')),\n`
  insert('resources/index.ts', 'Record<string, Resource> = {\n', component)
  const routesImport = `import { ${camel}Routes } from './entities/${kebab}.ts'\n`
  insert('server/routes.ts', "import type { Handlers } from './platform/http/context.ts'\n", routesImport)
  insert('server/routes.ts', 'export const routes = {\n', `  ${camel}: ${camel}Routes,\n`)
}

/** What the table asks of whoever makes a call, from a row that has the rules of the made contract. */
function askedBy(/** @type {string} */ call) {
  const row = read('tests/access/access.csv')
    .split('\n')
    .find((line) => line.startsWith(`${call},`))
  if (!row) throw new Error(`the table has no ${call}`)
  return row.slice(call.length + 1)
}

function access(/** @type {string} */ kebab) {
  const base = `/api/v2/admin/${kebab}`
  const [readers, writers] = ['GET', 'PUT'].map((method) => askedBy(`${method},/api/v2/admin/registry/agencies/{id}`))
  const rows = [
    `GET,${base}/,${readers}`,
    `GET,${base}/export,${readers}`,
    `GET,${base}/{id},${readers}`,
    `POST,${base}/,${writers}`,
    `PUT,${base}/{id},${writers}`,
    `DELETE,${base}/{id},${writers}`,
  ]
  writeFileSync(pathOf('tests/access/access.csv'), `${read('tests/access/access.csv').trimEnd()}\n${rows.join('\n')}\n`)
  const screen = `/admin/registry/${kebab},${readers},decided\n`
  writeFileSync(pathOf('tests/access/screens.csv'), `${read('tests/access/screens.csv').trimEnd()}\n${screen}`)
}

const entity = asked()
const { kebab, table } = entity
const tag = nextTag(table)
const made = Object.entries(templates({ ...entity, tag }))
const present = made.map(([file]) => file).find((file) => existsSync(pathOf(file)))
const isKnown =
  present ?? ['resources', 'server/entities'].map((room) => `${room}/${kebab}`).find((one) => existsSync(pathOf(one)))
if (isKnown) refuse(`Ya existe ${isKnown}: elija otro nombre.`)
if (read('contract/access/screens.ts').includes(`'${kebab}',`))
  refuse(`Ya hay una pantalla ${kebab}: elija otro nombre.`)
for (const [file, text] of made) writeFileSync(pathOf(file), text)
enterMigration(tag)
register(entity)
access(kebab)
spawnSync(pathOf('node_modules/.bin/biome'), ['format', '--write', 'contract', 'resources', 'server', 'tests'], {
  cwd: root,
  stdio: 'ignore',
})
console.log(
  `Listo:\n${made.map(([file]) => `  ${file}`).join('\n')}\n\nLo que falta lo dice su prueba: npx vitest run --project api tests/api/${kebab}.test.ts`,
)
