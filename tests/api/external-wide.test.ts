/** Files of other systems that name hundreds of agencies, by name and by code, several of them at once. */
import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { csv, header, openExternalSales } from './external-sales-setup.ts'

const { addSystem, codeOf, counter, load, post, row, rowsOf } = openExternalSales()

const many = 260

/** As many agencies, of which the second is called by its name as the first one is by its code. */
async function plant(): Promise<void> {
  const { db, partner } = counter.world
  await db.run(sql`
    INSERT INTO partners (father_id, type, code, name, name_key, country_iso2, currencies)
    SELECT ${partner.sur}::int, 'agencia', 'ANCHA' || n, own.name, lower(own.name), 'VE', '{BS}'
    FROM generate_series(1, ${many}::int) n
    CROSS JOIN LATERAL (SELECT CASE n WHEN 2 THEN 'Ancha1' ELSE 'Ancha numero ' || n END AS name) own`)
}

it('are taken by five systems at once, each name by itself; what two are called is asked', async () => {
  await plant()
  const named = Array.from({ length: many }, (_none, n) => (n % 2 ? `ANCHA${n + 1}` : `Ancha numero ${n + 1}`))
  const file = csv(
    header,
    ...named.map((agency) => row('10', { agency })),
    row('10', { agency: 'ancha1' }),
    row('10', { agency: 'Nadie' }),
  )
  const systems = await Promise.all([1, 2, 3, 4, 5].map(() => addSystem()))
  const loads = await Promise.all(systems.map((system_id) => load(system_id, file)))
  for (const one of loads) {
    expect(one.standings).toMatchObject({ lista: many, pendiente: 2, falla: 0 })
    expect(one.pending_names.map(({ name }) => name).sort()).toEqual(['Nadie', 'ancha1'])
    expect(one.pending_total).toBe(2)
    // Every agency of the file, and the product.
    expect(one.known_total).toBe(many + 1)
  }
  const own = await rowsOf(loads[0]!.id, { per_page: 500, sort: 'n' })
  expect(own.map(({ agency_name }) => agency_name)).toEqual([
    ...Array.from({ length: many }, (_none, n) => (n === 1 ? 'Ancha1' : `Ancha numero ${n + 1}`)),
    null,
    null,
  ])
  expect(codeOf(await post(loads[0]!.id))).toBe('external_pending')
})
