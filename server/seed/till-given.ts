/** What of today's at the demo's drawers is over already: accepted, refused, taken back; and what a drawer gave to the vault. */
import { sql } from 'drizzle-orm'
import type { Tx } from '../platform/db/connect.ts'
import { readMovement, type MovementSignature } from '../rules/cash/movements.ts'
import { accepted, give, givenBack, type Giving } from '../rules/cash/transfers.ts'
import { erase, write } from '../rules/cash/write.ts'
import type { DrawerOfToday } from './till-funds.ts'

interface Ended extends Pick<Giving, 'kind' | 'from' | 'to' | 'register_id' | 'amount' | 'concept'> {
  state: 'aceptado' | 'rehusado'
  /** Into which register it comes, once it is accepted. */
  into: number | null
  observation?: string
}

const cash = { method_id: null, currency: 'BS' } as const

async function end(
  tx: Tx,
  { state, into, observation, ...giving }: Ended,
  { gives, takes }: { gives: MovementSignature; takes: MovementSignature },
): Promise<void> {
  const made = await give(tx, { ...giving, ...cash }, gives)
  await tx.run(sql`
    UPDATE cash_movements SET state = ${state}, register_id = ${into}::int, observation = ${observation ?? null},
      decided_by = ${takes.by}, decided_at = ${takes.at.toISOString()}::timestamptz, version = version + 1, updated_at = now()
    WHERE id = ${made.takes}`)
  if (state === 'aceptado') await accepted(tx, made.takes, takes)
  else await givenBack(tx, made.takes, takes)
}

interface Till {
  open: readonly DrawerOfToday[]
  vault: { id: number; keeper: number }
  /** A type that asks nobody. */
  paper: number
  signed: (by: number) => MovementSignature
}

/** Between two drawers of one agency, and between one of another agency and the vault: that one carries a debt. */
export async function loadGiven(tx: Tx, { open, vault, paper, signed }: Till): Promise<void> {
  const [first, second] = open
  if (!first || !second) return
  const own = signed(first.drawer.seller)
  if (first.drawer.agency_id === second.drawer.agency_id) {
    const other = signed(second.drawer.seller)
    const from = { kind: 'transferencia', from: { office_id: first.drawer.office_id } } as const
    const between = { ...from, to: { office_id: second.drawer.office_id }, register_id: first.register_id }
    const signatures = { gives: own, takes: other }
    const prize = { amount: '120.00', concept: 'Para un premio', state: 'aceptado', into: second.register_id } as const
    await end(tx, { ...between, ...prize }, signatures)
    const change = { amount: '60.00', concept: 'Sencillo', observation: 'Ya hay sencillo para hoy' }
    await end(tx, { ...between, ...change, state: 'rehusado', into: null }, signatures)
  }
  const form = { ...cash, type_id: paper, amount: '45.00', concept: 'Rollos, escritos dos veces', reference: '' }
  const { office_id } = first.drawer
  const twice = await write(tx, 'egreso', office_id, form, own)
  const { register_id } = await readMovement(tx, twice)
  await erase(tx, { id: twice, kind: 'egreso', day: own.today, office_id, register_id }, own)
  const elsewhere = open.find(({ drawer }) => drawer.agency_id !== first.drawer.agency_id)
  if (!elsewhere) return
  const { drawer, register_id: into } = elsewhere
  const place = { office_id: drawer.office_id }
  const signatures = { gives: signed(vault.keeper), takes: signed(drawer.seller) }
  const reload = { kind: 'recarga', amount: '800.00', concept: 'Para los premios de la mañana' } as const
  const fund = { fund_id: vault.id }
  await end(tx, { ...reload, from: fund, to: place, register_id: null, state: 'aceptado', into }, signatures)
  const back = { kind: 'transferencia', amount: '300.00', concept: 'Entrega de la mañana', register_id: into } as const
  await give(tx, { ...cash, ...back, from: place, to: fund }, signatures.takes)
}
