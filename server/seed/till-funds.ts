/** The demo's funds, and what waits at its drawers today: to be approved, to be accepted. */
import { sql } from 'drizzle-orm'
import { fold } from '@contract/values/text.ts'
import { json, type Tx } from '../platform/db/connect.ts'
import { moveMoney } from '../rules/cash/funds.ts'
import { give } from '../rules/cash/transfers.ts'
import { write } from '../rules/cash/write.ts'
import { bancaAdmin } from './plan.ts'
import type { Drawer, TillDays } from './till.ts'
import { loadGiven } from './till-given.ts'
import type { TillTypes } from './till-types.ts'

interface Fund {
  name: string
  notes: string
  minimums: Record<string, string>
}

async function make(tx: Tx, partner_id: number, { name, notes, minimums }: Fund): Promise<number> {
  const made = await tx.one<{ id: number }>(sql`
    INSERT INTO cash_funds (partner_id, name, name_key, minimums, notes)
    VALUES (${partner_id}, ${name}, ${fold(name)}, ${json(minimums)}, ${notes}) RETURNING id`)
  return made!.id
}

/** A drawer whose register of today is open. */
export interface DrawerOfToday {
  drawer: Drawer
  register_id: number
}

interface Working {
  open: readonly DrawerOfToday[]
  types: TillTypes
  days: TillDays
}

/** The banca's vault holds enough and reloads a drawer; the first agency's safe is below its minimum. */
export async function loadFunds(tx: Tx, { open, types, days: { now, today } }: Working): Promise<void> {
  const banca = await tx.one<{ partner_id: number; by: number }>(sql`
    SELECT person.partner_id, person.id AS by FROM users person JOIN partners banca ON banca.id = person.partner_id
    WHERE banca.type = 'banca' AND person.role = ${bancaAdmin} ORDER BY person.id LIMIT 1`)
  const [first, second, third] = open
  if (!banca || !first || !second) return
  const signed = (by: number) => ({ by, at: now, today })
  const brought = { direction: 'entra', other_fund_id: null, account_id: null, reference: '', currency: 'BS' } as const
  const vault = await make(tx, banca.partner_id, {
    name: 'Bóveda principal',
    notes: 'Oficina central, con dos llaves',
    minimums: { BS: '20000.00', USD: '500.00' },
  })
  const filled = { ...brought, fund_id: vault, amount: '35000.00', concept: 'Saldo con el que comienza' }
  await moveMoney(tx, banca.partner_id, filled, signed(banca.by))
  await moveMoney(tx, banca.partner_id, { ...filled, currency: 'USD', amount: '620.00' }, signed(banca.by))
  const safe = await make(tx, first.drawer.agency_id, {
    name: 'Caja fuerte',
    notes: '',
    minimums: { BS: '5000.00' },
  })
  const kept = { ...brought, fund_id: safe, amount: '3200.00', concept: 'Lo guardado de la semana' }
  await moveMoney(tx, first.drawer.agency_id, kept, signed(first.drawer.above))
  await wait(tx, { first, second, third, types }, signed)
  const last = third ?? second
  const reload = {
    currency: 'BS',
    amount: '1500.00',
    method_id: null,
    register_id: null,
    concept: 'Para premios de la tarde',
  }
  await give(
    tx,
    { ...reload, kind: 'recarga', from: { fund_id: vault }, to: { office_id: last.drawer.office_id } },
    signed(banca.by),
  )
  await loadGiven(tx, { open, vault: { id: vault, keeper: banca.by }, paper: types.paper, signed })
}

interface Waiting {
  first: DrawerOfToday
  second: DrawerOfToday
  third: DrawerOfToday | undefined
  types: TillTypes
}

/** What the banca bears waits for it, and what one drawer gave waits at the one beside it. */
async function wait(
  tx: Tx,
  { first, second, third, types }: Waiting,
  signed: (by: number) => { by: number; at: Date; today: string },
): Promise<void> {
  const { office_id, seller } = (third ?? second).drawer
  if (types.publicity !== undefined)
    await write(
      tx,
      'egreso',
      office_id,
      {
        type_id: types.publicity,
        currency: 'BS',
        amount: '180.00',
        method_id: null,
        concept: 'Pendón de la fachada',
        reference: '',
      },
      signed(seller),
    )
  if (second.drawer.agency_id !== first.drawer.agency_id) return
  await give(
    tx,
    {
      kind: 'transferencia',
      from: { office_id: second.drawer.office_id },
      to: { office_id: first.drawer.office_id },
      register_id: second.register_id,
      method_id: null,
      currency: 'BS',
      amount: '250.00',
      concept: 'Sencillo para la tarde',
    },
    signed(second.drawer.seller),
  )
}
