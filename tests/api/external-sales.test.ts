/** Other systems' sales: read, named, reviewed and posted once. After each test the books are right (`openCounter`). */
import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { externalSales } from '../../contract/external-sales.ts'
import { addDays, weekday } from '../../contract/values/dates.ts'
import {
  addSystem,
  at,
  counter,
  csv,
  header,
  load,
  name,
  nameAll,
  post,
  rowsOf,
  show,
  upload,
  written,
} from './external-sales-setup.ts'

/** What the accounts of an agency hold of other systems, by SQL that knows nothing of loads. */
async function books(agency: number): Promise<Record<string, string>> {
  const rows = await counter.world.db.rows<{ kind: string; currency: string; amount: string }>(sql`
    SELECT a.kind, a.currency::text AS currency, sum(p.amount)::text AS amount FROM ledger_postings p JOIN ledger_accounts a ON a.id = p.account_id
    WHERE a.partner_id = ${agency} AND a.kind IN ('ventas_externas', 'premios_externos', 'comision_externa', 'liquidacion') GROUP BY 1, 2 HAVING sum(p.amount) <> 0`)
  return Object.fromEntries(rows.map(({ kind, currency, amount }) => [`${kind} ${currency}`, amount]))
}

describe('a file', () => {
  it('waits with its unknown names, is named, reviewed and posted to the accounts', async () => {
    const { partner } = counter.world
    const before = await books(partner.agencia1)
    const system_id = await addSystem()
    const bytes = csv(
      header,
      [written(), 'Agencia Uno', 'Lotto Activo', '1.234,56', '200', '123,45'],
      [written(), 'AGENCIA UNO', 'Lotto Activo', '1.000', '-', ''],
      [written(), 'Agencia Dos', 'La Granjita', '50,5', '0', '0'],
      ['Total', '', '', '2.285,06', '200', '123,45'],
    )
    const first = await load(system_id, bytes)
    expect(first.standings).toMatchObject({ pendiente: 3, ignorada: 1, lista: 0, falla: 0 })
    expect(first.pending_names.map((one) => [one.kind, one.name, one.rows, one.suggested_name])).toEqual([
      ['agency', 'Agencia Uno', 2, 'Agencia Uno'],
      ['product', 'Lotto Activo', 2, 'Lotto Activo'],
      ['agency', 'Agencia Dos', 1, 'Agencia Dos'],
      ['product', 'La Granjita', 1, 'La Granjita'],
    ])
    expect((await post(first.id)).problem.code).toBe('external_pending')
    await nameAll(system_id)
    const ready = await show(first.id)
    expect(ready.standings).toMatchObject({ lista: 3, pendiente: 0 })
    expect(ready.sums).toEqual([
      { currency: 'BS', entries: 2, sold: '2285.06', prizes: '200.00', commission: '123.45', net: '1961.61' },
    ])
    const posted = await post(first.id)
    expect([posted.status, posted.body.state, posted.body.sums]).toEqual([200, 'publicada', ready.sums])
    const after = await books(partner.agencia1)
    const grown = (kind: string) => (Number(after[kind] ?? 0) - Number(before[kind] ?? 0)).toFixed(2)
    expect(['ventas_externas BS', 'premios_externos BS', 'comision_externa BS', 'liquidacion BS'].map(grown)).toEqual([
      '-2234.56',
      '200.00',
      '123.45',
      '1911.11',
    ])
  })
})
