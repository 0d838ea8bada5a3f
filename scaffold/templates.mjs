/** The files of a new entity, by their path. Its words are those of the command line; its fields are the least there is. */

/** @typedef {{ kebab: string, camel: string, table: string, title: string, one: string, tag: string, of: 'partner' | 'banca' }} Entity */

/** The words whose ending is that of the entity's gender. */
const gendered = (/** @type {string} */ one) =>
  one.startsWith('una ')
    ? { removed: 'eliminada', first: 'la primera', none: 'ninguna' }
    : { removed: 'eliminado', first: 'el primero', none: 'ninguno' }

/** @param {Entity} entity */
const contract = ({ kebab, camel, title, one, of }) => `/** ${title}. */
import { z } from 'zod'
import { rules } from './access/rules.ts'
import { entity } from './endpoint.ts'
import { field } from './field.ts'
import { listEndpoint, shownFields } from './lists.ts'
import { status } from './partners.ts'
import { recordEndpoints } from './records.ts'
import { text } from './values/contact.ts'
import { instant } from './values/dates.ts'

const form = z.object({
  name: field(text(3, 60, 'Escriba el nombre'), 'Nombre'),
  status: field(status.default('activo'), 'Estado', { control: 'radio' }),
})
const row = z.object({
  id: z.number().int(),
  ...shownFields(form),${of === 'partner' ? "\n  partner_name: field(z.string(), 'De')," : ''}
  created_at: field(instant, 'Creado'),
  version: z.number().int(),
  actions: z.array(z.enum(['update', 'activate', 'deactivate', 'remove'])),
})

const base = '/api/v2/admin/${kebab}'
const read = rules.${of === 'banca' ? 'signedIn' : 'registryRead'}

export const ${camel} = entity('${camel}', {
  ...listEndpoint(base, {
    title: '${title}',
    access: read,
    row,
    search: 'nombre',
    filters: { status },
    sort: ['name', ${of === 'partner' ? "'partner_name', " : ''}'status', 'created_at'],
  }),
  ...recordEndpoints(base, {
    read,
    write: rules.${of === 'banca' ? 'registryBanca' : 'registryWrite'},
    row,
    form,
    one: '${one}',
    remove: { done: '${gendered(one).removed}', summary: 'Elimina ${one}' },
  }),
})
`

/** @param {Entity} entity */
const server = ({
  kebab,
  camel,
  table,
  title,
  one,
  of,
}) => `/** ${title} of ${of === 'banca' ? 'the whole banca' : "the caller's subtree"}. */
import { sql } from 'drizzle-orm'
import { ${camel} } from '@contract/${kebab}.ts'
import { fold } from '@contract/values/text.ts'
import type { Answer } from '@contract/endpoint.ts'
${of === 'partner' ? "import { within } from '../platform/db/scope.ts'\n" : ''}import type { Handlers } from '../platform/http/context.ts'
import { listOf } from '../platform/lists/list-of.ts'
import { formColumns, listing, readOne${of === 'banca' ? ', wholeBanca' : ''} } from '../platform/lists/listing.ts'
import { actionsOn, removing, versioned } from '../platform/lists/versioned.ts'

type Row = Answer<typeof ${camel}.show>

const rows = listing(${camel}.list, {
  from: sql\`${table} t${of === 'partner' ? ' JOIN partners p ON p.id = t.partner_id' : ''}\`,
  columns: sql\`
    t.id, \${formColumns('t', ${camel}.create.body!)}, ${of === 'partner' ? 'p.name AS partner_name, ' : ''}t.created_at, t.version\`,
  key: sql\`t.id\`,
  scope: ${of === 'banca' ? 'wholeBanca' : '(scope) => within(scope, sql`t.partner_id`)'},
  filter: { status: (status) => sql\`t.status = \${status}\` },
  order: {
    name: sql\`t.name_key\`,
${of === 'partner' ? '    partner_name: sql`p.name_key`,\n' : ''}    status: sql\`t.status\`,
    created_at: sql\`t.created_at\`,
  },
  search: { folded: [sql\`t.name_key\`] },
  toRow: (row: Omit<Row, 'actions'>, { session }): Row => ({ ...row, actions: actionsOn(${camel}, row, session) }),
})
const read = readOne(rows)

export const ${camel}Routes: Handlers<typeof ${camel}> = {
  ...listOf(rows),
  ...versioned(${camel}, {
    table: '${table}',
    read,
    write: (form) => ({ ...form, name_key: fold(form.name) }),
${of === 'partner' ? '    added: (_form, { scope }) => ({ partner_id: scope.partner_id }),\n' : ''}\
    unique: { ${table}_name: ['name', 'name_taken'] },
  }),
  remove: removing({ table: '${table}', read, done: '${gendered(one).removed}' }),
}
`

/** @param {Entity} entity */
const resource = ({ kebab, camel, title, one, of }) => {
  const { first, none } = gendered(one)
  const whose = of === 'partner' ? "'partner_name', " : ''
  return `/** ${title}. */
import { ${camel} } from '@contract/${kebab}.ts'
import { registryScreen } from '@/kit/screen/registry-screen.tsx'

export default registryScreen(${camel}, {
  title: '${title}',
  one: '${one.replace(/^una? /, '')}',${one.startsWith('una ') ? '\n  feminine: true,' : ''}
  name: (row) => row.name,
  columns: [{ key: 'name', fixed: true }, ${whose}'status', { key: 'created_at', optional: true }],
  create: { start: () => ({ status: 'activo' }) },
  facts: [${whose}'created_at'],
  switching: { off: () => 'Deja de ofrecerse.', on: () => 'Vuelve a ofrecerse.' },
  removal: { text: 'No se puede deshacer.' },
  empty: {
    title: 'Aún no hay ${title.toLowerCase()}',
    text: 'Cree ${first}.',
    read_only: 'No se ha registrado ${none}.',
  },
})
`
}

/** @param {Entity} entity */
const migration = ({ table, of }) => `CREATE TABLE ${table} (
  id int GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,${of === 'partner' ? '\n  partner_id int NOT NULL REFERENCES partners,' : ''}
  name text NOT NULL,
  name_key text NOT NULL,
  status active_status NOT NULL DEFAULT 'activo',
  version int NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
CREATE UNIQUE INDEX ${table}_name ON ${table} (${of === 'partner' ? 'partner_id, ' : ''}name_key);
`

/** @param {Entity} entity */
const test = ({
  kebab,
  camel,
  table,
  title,
  tag,
  one,
}) => `/** ${title}: created, changed and removed, with a column for each field. */
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ${camel} } from '../../contract/${kebab}.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { kept } from '../support/factories.ts'
import { createDatabase, type TestDatabase } from '../support/postgres.ts'
import { createWorld, type World } from '../support/world.ts'

let database: TestDatabase
let world: World
let app: TestApp
beforeAll(async () => {
  database = await createDatabase()
  world = await createWorld(database.url)
  app = await startApp(database.url)
})
afterAll(async () => {
  await app?.close()
  await world?.close()
  await database?.drop()
})

const as = { as: 'banca' }
const { form } = kept.${camel}
const schema = ${camel}.create.body!

describe('${kebab}', () => {
  it('have a column for each field, in server/migrations/${tag}.sql', async () => {
    const columns = await world.db.rows<{ name: string }>(
      sql\`SELECT column_name AS name FROM information_schema.columns WHERE table_name = '${table}'\`,
    )
    const names = columns.map(({ name }) => name)
    expect(Object.keys(schema.shape).filter((field) => !names.includes(field))).toEqual([])
  })

  it('are created, changed by whoever read the last version, and removed', async () => {
    const [first, second] = [form(), form()]
    const made = await app.call(${camel}.create, { body: first }, as)
    expect([made.status, made.problem.errors]).toEqual([201, undefined])
    expect(made.body).toMatchObject(schema.parse(first))
    const { id, version } = made.body
    const change = { params: { id }, body: { ...second, version } }
    const changed = await app.call(${camel}.update, change, as)
    expect(changed.body).toMatchObject({ ...schema.parse(second), version: version + 1 })
    expect((await app.call(${camel}.update, change, as)).problem.code).toBe('changed_meanwhile')
    expect((await app.call(${camel}.remove, { params: { id } }, as)).body).toEqual({ id, result: '${gendered(one).removed}' })
  })

  it('have names of their own, whatever their letters', async () => {
    const { name } = (await app.call(${camel}.create, { body: form() }, as)).body
    const { id, version } = (await app.call(${camel}.create, { body: form() }, as)).body
    const taken = { ...form(), name: name.toUpperCase() }
    const again = await app.call(${camel}.create, { body: taken }, as)
    const changed = await app.call(${camel}.update, { params: { id }, body: { ...taken, version } }, as)
    for (const { status, problem } of [again, changed])
      expect([status, problem.errors?.map(({ path, code }) => [path, code])]).toEqual([422, [['name', 'name_taken']]])
  })
})
`

/**
 * @param {Entity} entity
 * @returns {Record<string, string>}
 */
export function templates(entity) {
  const { kebab, tag } = entity
  return {
    [`contract/${kebab}.ts`]: contract(entity),
    [`server/migrations/${tag}.sql`]: migration(entity),
    [`server/entities/${kebab}.ts`]: server(entity),
    [`resources/${kebab}.tsx`]: resource(entity),
    [`tests/api/${kebab}.test.ts`]: test(entity),
  }
}
