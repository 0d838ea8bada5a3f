/** A banca with agencies to create, change and remove: what the agencies' test files share. */
import { sql } from 'drizzle-orm'
import { agencies, type AgencyRow } from '../../contract/agencies.ts'
import type { Endpoint } from '../../contract/endpoint.ts'
import { placeOf } from '../../server/seed/locations.ts'
import { insertAncestors } from '../../server/rules/tree/tree.ts'
import { startApp, type Reply, type TestApp } from '../support/app.ts'
import { createDatabase } from '../support/postgres.ts'
import { createWorld, type World } from '../support/world.ts'

export const place = placeOf('Zulia', 'Maracaibo')

interface Audited {
  action: string
  before: Record<string, unknown> | null
  after: Record<string, unknown> | null
  significant: boolean
}

export interface Registry {
  world: World
  app: TestApp
  /** Sends a new agency's form: a name and a code of its own, under Norte, unless `more` says otherwise. */
  create(more?: object, as?: string): Promise<Reply<typeof agencies.create>>
  /** An agency that must be created. */
  created(more?: object): Promise<AgencyRow>
  /** Sends the form of a row as it was read, with `more` changed. */
  update(row: AgencyRow, more?: object, as?: string): Promise<Reply<typeof agencies.update>>
  show(id: number, as?: string): Promise<AgencyRow>
  /** Itself first, the banca last. */
  ancestorsOf(id: number): Promise<number[]>
  lastAudit(id: number): Promise<Audited | undefined>
  addOffice(agency_id: number, currencies?: string): Promise<number>
  close(): Promise<void>
}

/** How a call ended: the status of a success, the code of a problem. */
export function outcome(reply: Reply<Endpoint>): string | number {
  return reply.status < 300 ? reply.status : reply.problem.code
}

/** Where a problem was found: status, code and first field. */
export function refusal(reply: Reply<Endpoint>): [number, string, string | undefined] {
  return [reply.status, reply.problem.code, reply.problem.errors?.[0]?.path]
}

export async function openRegistry(): Promise<Registry> {
  const database = await createDatabase()
  const world = await createWorld(database.url)
  const app = await startApp(database.url)
  let count = 0
  const create: Registry['create'] = (more = {}, as = 'banca') => {
    count += 1
    const body = {
      name: `Agencia Nueva ${count}`,
      code: `NUEVA-${count}`,
      father_id: world.partner.norte,
      ...place,
      currencies: ['BS', 'USD'],
      ...more,
    }
    return app.call(agencies.create, { body: body as never }, { as })
  }
  return {
    world,
    app,
    create,
    created: async (more) => {
      const reply = await create(more)
      if (reply.status !== 201) throw new Error(`not created: ${JSON.stringify(reply.problem)}`)
      return reply.body
    },
    update: (row, more, as = 'banca') =>
      app.call(agencies.update, { params: { id: row.id }, body: { ...formOf(row), ...more } }, { as }),
    show: async (id, as = 'banca') => (await app.call(agencies.show, { params: { id } }, { as })).body,
    ancestorsOf: async (id) =>
      (
        await world.db.rows<{ ancestor_id: number }>(
          sql`SELECT ancestor_id FROM partner_ancestors WHERE partner_id = ${id} ORDER BY depth`,
        )
      ).map((row) => row.ancestor_id),
    lastAudit: (id) =>
      world.db.one<Audited>(sql`
      SELECT action, before, after, significant
      FROM audit_log
      WHERE entity = 'agencies' AND entity_id = ${String(id)}
      ORDER BY id DESC
      LIMIT 1`),
    addOffice: (agency_id, currencies = '{BS,USD}') => {
      count += 1
      return addOffice(world, agency_id, `Taquilla ${count}`, currencies)
    },
    close: async () => {
      await app.close()
      await world.close()
      await database.drop()
    },
  }
}

/** The form of a row as it was read. */
export function formOf({
  name,
  code,
  father_id,
  document,
  phone,
  email,
  address,
  state_id,
  municipality_id,
  currencies,
  prepaid,
  status,
  version,
}: AgencyRow) {
  return {
    name,
    code,
    father_id,
    document,
    phone,
    email,
    address,
    state_id: state_id ?? place.state_id,
    municipality_id: municipality_id ?? place.municipality_id,
    currencies,
    prepaid,
    status,
    version,
  }
}

function addOffice(world: World, agency_id: number, name: string, currencies: string): Promise<number> {
  return world.run(async (tx) => {
    const row = await tx.one<{ id: number }>(sql`
      INSERT INTO partners (father_id, type, code, name, name_key, country_iso2, currencies)
      VALUES (
        ${agency_id}, 'taquilla', ${name.replace(' ', '-')}, ${name}, ${name.toLowerCase()}, 'VE', ${currencies}::currency[]
      )
      RETURNING id`)
    await insertAncestors(tx, row!.id, agency_id)
    await tx.run(sql`INSERT INTO ticket_offices (partner_id) VALUES (${row!.id})`)
    return row!.id
  })
}
