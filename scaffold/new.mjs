#!/usr/bin/env node
/**
 * `npm run new`: the files of an entity that people keep, and its lines in the registrations, in the access tables
 * and in the tests of who finds what. What it makes compiles and passes its tests with the fields it begins with.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { templates } from './templates.mjs'

const usage = `Uso: npm run new -- <entidad> [--title "Bancos" --one "un banco"] [--of banca]

  <entidad>  en inglés, en plural y con guiones: banks, exchange-houses
  --title    el nombre de la pantalla
  --one      uno solo, con su artículo: un banco, una casa de cambio
  --of       banca: un catálogo que todos leen y solo la banca escribe; sin --of, cada uno es de quien lo crea`

const root = process.cwd()
const pathOf = (/** @type {string} */ file) => join(root, file)
const read = (/** @type {string} */ file) => readFileSync(pathOf(file), 'utf8')

/** The files written, to be formatted. @type {Set<string>} */
const written = new Set()
function write(/** @type {string} */ file, /** @type {string} */ text) {
  writeFileSync(pathOf(file), text)
  written.add(file)
}

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
    if (!['--title', '--one', '--of'].includes(name) || !value || /[`'"\\$,]/.test(value))
      refuse(`No se reconoce ${name} ${value ?? ''}.\n\n${usage}`)
    given[name.slice(2)] = value
  }
  const camel = kebab.replace(/-(.)/g, (_, letter) => letter.toUpperCase())
  const title = given['title'] ?? kebab.replaceAll('-', ' ')
  const one = given['one'] ?? `un ${title.toLowerCase()}`
  if (!/^una? \S/.test(one)) refuse(`${one} no tiene artículo: un o una.\n\n${usage}`)
  const { of: asked } = given
  if (asked && asked !== 'banca') refuse(`No se reconoce --of ${asked}.\n\n${usage}`)
  /** @type {'partner' | 'banca'} */
  const of = asked ? 'banca' : 'partner'
  return { kebab, camel, table: kebab.replaceAll('-', '_'), title, one, of }
}

/** Puts lines after the first place a text stands in; a file that no longer has it is a fault of this script. */
function insert(/** @type {string} */ file, /** @type {string} */ after, /** @type {string} */ lines) {
  const text = read(file)
  const at = text.indexOf(after)
  if (at < 0) throw new Error(`${file} has no ${after}`)
  const end = at + after.length
  write(file, text.slice(0, end) + lines + text.slice(end))
}

/** Puts lines before the first `]` at the margin `end` after a text. */
function append(
  /** @type {string} */ file,
  /** @type {string} */ after,
  /** @type {string} */ end,
  /** @type {string} */ lines,
) {
  const text = read(file)
  const from = text.indexOf(after)
  const at = text.indexOf(end, from)
  if (from < 0 || at < 0) throw new Error(`${file} has no ${after}`)
  write(file, text.slice(0, at) + lines + text.slice(at))
}

const journalFile = 'server/migrations/meta/_journal.json'

/** The number of the next migration, in four digits, with the table's name. */
function nextTag(/** @type {string} */ table) {
  const { entries } = JSON.parse(read(journalFile))
  return `${String(entries.at(-1).idx + 1).padStart(4, '0')}_${table}`
}

/** Written as the line above it: the rest of the file stays as it is. */
function enterMigration(/** @type {string} */ tag) {
  const { idx, when } = JSON.parse(read(journalFile)).entries.at(-1)
  const line = `{ "idx": ${idx + 1}, "version": "7", "when": ${when + 100_000_000}, "tag": "${tag}", "breakpoints": false }`
  write(journalFile, read(journalFile).replace(/\}\n {2}\]/, `},\n    ${line}\n  ]`))
}

function register(/** @type {ReturnType<typeof asked>} */ { kebab, camel, title }) {
  insert(
    'contract/index.ts',
    "import type { Endpoint } from './endpoint.ts'\n",
    `import { ${camel} } from './${kebab}.ts'\n`,
  )
  insert('contract/index.ts', 'export const entities = {\n', `  ${camel},\n`)
  append(
    'contract/access/screens.ts',
    "key: 'registry',",
    '    ],\n',
    `      screen('${kebab}', \`\${registry}/${kebab}\`, '${title}', rules.registryRead),\n`,
  )
  insert(
    'tests/access/uses.ts',
    "import type { Endpoint } from '../../contract/endpoint.ts'\n",
    `import { ${camel} } from '../../contract/${kebab}.ts'\n`,
  )
  insert('tests/access/uses.ts', "'access'>[]>> = {\n", `  '${kebab}': Object.values(${camel}.endpoints),\n`)
  insert('contract/audit-log.ts', 'auditedLabels: Readonly<Record<string, string>> = {\n', `  ${camel}: '${title}',\n`)
  insert(
    'contract/openapi-texts.ts',
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

/** What the table asks of whoever makes a call. */
function askedBy(/** @type {string} */ call) {
  const row = read('tests/access/access.csv')
    .split('\n')
    .find((line) => line.startsWith(`${call},`))
  if (!row) throw new Error(`the table has no ${call}`)
  return row.slice(call.length + 1)
}

const registryRead = 'GET,/api/v2/admin/registry/agencies/{id}'
/** Calls with the rules of the made contract: of those who read and of those who write. */
const alike = {
  partner: [registryRead, 'PUT,/api/v2/admin/registry/agencies/{id}'],
  banca: ['GET,/api/v2/admin/currencies/', 'PATCH,/api/v2/admin/registry/top-quota'],
}

function access(/** @type {ReturnType<typeof asked>} */ { kebab, of }) {
  const base = `/api/v2/admin/${kebab}`
  const [readers, writers] = alike[of].map(askedBy)
  const rows = [
    `GET,${base}/,${readers}`,
    `GET,${base}/export,${readers}`,
    `GET,${base}/{id},${readers}`,
    `POST,${base}/,${writers}`,
    `PUT,${base}/{id},${writers}`,
    `DELETE,${base}/{id},${writers}`,
  ]
  write('tests/access/access.csv', `${read('tests/access/access.csv').trimEnd()}\n${rows.join('\n')}\n`)
  const screen = `/admin/registry/${kebab},${askedBy(registryRead)},decided\n`
  write('tests/access/screens.csv', `${read('tests/access/screens.csv').trimEnd()}\n${screen}`)
}

/** The form that its tests fill in, and how its calls are tried from every place of the tree. */
function tests(/** @type {ReturnType<typeof asked>} */ { kebab, camel, table, one, of }) {
  const name = one.replace(/^una? (.)/, (_, letter) => letter.toUpperCase())
  insert(
    'tests/support/factories.ts',
    "import type { Arguments, Endpoint } from '../../contract/endpoint.ts'\n",
    `import type { ${camel} } from '../../contract/${kebab}.ts'\n`,
  )
  insert(
    'tests/support/factories.ts',
    'export const kept = {\n',
    `  ${camel}: keptIn('${table}', (n): Form<typeof ${camel}> => ({ name: \`${name} \${n}\` })),\n`,
  )
  insert(
    'tests/access/relations.ts',
    "import { stripUnknown } from '../../contract/strip-unknown.ts'\n",
    `import { ${camel} } from '../../contract/${kebab}.ts'\n`,
  )
  insert(
    'tests/access/relations.ts',
    'export const relations: Record<string, Relation> = {\n',
    `  ...keptRelations(${camel}, kept.${camel}, '${of}'),\n`,
  )
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
for (const [file, text] of made) write(file, text)
enterMigration(tag)
register(entity)
access(entity)
tests(entity)
const formatted = [...written].filter((file) => /\.tsx?$/.test(file))
spawnSync(pathOf('node_modules/.bin/biome'), ['format', '--write', ...formatted], { cwd: root, stdio: 'ignore' })
console.log(`Listo:
${made.map(([file]) => `  ${file}`).join('\n')}

Antes de npm start, los campos y sus columnas: docs/new-entity.md.`)
