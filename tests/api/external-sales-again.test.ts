/** A load whose place another one took, in part or in all, comes again: as the newest posting, with exact books and however many press. */
import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { csv, header, openExternalSales } from './external-sales-setup.ts'

const { codeOf, counter, load, own, post, row, show } = openExternalSales()

/** What stands of a system, by day: the load and what it says was sold; and the same of the books. */
async function standing(system_id: number) {
  const entries = await counter.world.db.rows<{ day: string; load_id: number; sold: string }>(
    sql`SELECT day, load_id, sold FROM external_entries WHERE system_id = ${system_id} AND replaced_by IS NULL ORDER BY day`,
  )
  const books = await counter.world.db.rows<{ sold: string }>(sql`
    SELECT -sum(p.amount) AS sold FROM ledger_postings p JOIN ledger_accounts a ON a.id = p.account_id AND a.kind = 'ventas_externas'
    JOIN ledger_entries e ON e.day = p.day AND e.id = p.entry_id JOIN external_loads l ON l.id = e.ref_id
    WHERE e.kind = 'externa' AND l.system_id = ${system_id} GROUP BY p.day HAVING sum(p.amount) <> 0 ORDER BY p.day`)
  expect(books.map(({ sold }) => sold)).toEqual(entries.map(({ sold }) => sold))
  return entries.map(({ load_id, sold }) => [load_id, sold])
}

const whole = () => csv(header, row('100', { back: 4, prizes: '40' }), row('50', { back: 5 }))
const part = () => csv(header, row('130', { back: 4, prizes: '30' }))

async function replacedInPart() {
  const system_id = await own()
  const first = await load(system_id, whole())
  expect(codeOf(await post(first.id))).toBe(200)
  const second = await load(system_id, part())
  expect(codeOf(await post(second.id, { replace: true }))).toBe(200)
  return { system_id, first, second }
}

describe('a load of which another one took the place of a part', () => {
  it('comes again as a load of its own, and what was replaced is the newest posting', async () => {
    const { system_id, first, second } = await replacedInPart()
    expect(await show(first.id)).toMatchObject({ state: 'publicada', replaced_in_part: true })
    expect(await standing(system_id)).toEqual([
      [first.id, '50.00'],
      [second.id, '130.00'],
    ])
    const again = await load(system_id, whole())
    expect(again).toMatchObject({ repeated: false, state: 'por_revisar', replaced_in_part: false })
    expect(again.id).not.toBe(first.id)
    expect(again.replaces).toMatchObject([{ entries: 2, sold: '180.00', prizes: '30.00' }])
    // It is the same load, until it is decided, however often it comes.
    expect(await load(system_id, whole())).toMatchObject({ id: again.id, repeated: true })
    expect(codeOf(await post(again.id))).toBe('external_posted')
    expect(codeOf(await post(again.id, { replace: true }))).toBe(200)
    expect(await standing(system_id)).toEqual([
      [again.id, '50.00'],
      [again.id, '100.00'],
    ])
    expect([(await show(first.id)).state, (await show(second.id)).state]).toEqual(['reemplazada', 'reemplazada'])
    // All of it stands: now it is the load it was. The other one may come again in its turn.
    expect(await load(system_id, whole())).toMatchObject({ id: again.id, repeated: true })
    const other = await load(system_id, part())
    expect([other.id === second.id, codeOf(await post(other.id, { replace: true }))]).toEqual([false, 200])
    expect(await show(again.id)).toMatchObject({ state: 'publicada', replaced_in_part: true })
    expect(await standing(system_id)).toEqual([
      [again.id, '50.00'],
      [other.id, '130.00'],
    ])
  })

  it('comes again once, of however many that bring it, and of two that come again one is posted at a time', async () => {
    const { system_id, second } = await replacedInPart()
    const brought = await Promise.all(Array.from({ length: 8 }, () => load(system_id, whole())))
    const [id] = new Set(brought.map((one) => one.id))
    expect(new Set(brought.map((one) => one.id)).size).toBe(1)
    const rival = await load(system_id, csv(header, row('7', { back: 4 }), row('8', { back: 5 })))
    const replies = await Promise.all(
      Array.from({ length: 12 }, (_none, n) =>
        post(n % 3 ? id! : rival.id, { replace: true }, { as: n % 2 ? 'supervisor' : 'banca' }),
      ),
    )
    const codes = replies.map(codeOf)
    expect(codes.filter((code) => code === 200).length).toBeGreaterThanOrEqual(1)
    expect(codes.every((code) => code === 200 || code === 'external_decided' || code === 'external_changed')).toBe(true)
    const stands = await standing(system_id)
    expect(stands.map(([, sold]) => sold)).toEqual(stands[0]![0] === id ? ['50.00', '100.00'] : ['8.00', '7.00'])
    expect(new Set(stands.map(([load_id]) => load_id)).size).toBe(1)
    expect((await show(second.id)).state).toBe('reemplazada')
  })
})
