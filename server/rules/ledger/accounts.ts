/** The ledger's accounts: one per partner, kind and currency, opened with the partner. */
import { sql } from 'drizzle-orm'
import type { AccountKind } from '@contract/ledger-accounts.ts'
import { list, type Executor } from '../../platform/db/connect.ts'

/** The kinds that every partner has from its first day. */
export const openedKinds = [
  'caja',
  'ventas',
  'premios',
  'premios_por_pagar',
  'comision',
  'comision_por_pagar',
  'participacion',
  'participacion_por_pagar',
  'liquidacion',
  'banco',
  'fondo',
  'ingresos',
  'egresos',
  'recargas',
  'potes',
  'provision',
  'ajustes',
  'ventas_externas',
  'premios_externos',
  'comision_externa',
] as const satisfies readonly AccountKind[]

/** Opens every account of a partner in these currencies. Idempotent. */
export async function openAccounts(db: Executor, partner_id: number, currencies: readonly string[]): Promise<void> {
  await db.run(sql`
    INSERT INTO ledger_accounts (partner_id, kind, currency)
    SELECT ${partner_id}::int, k, c::currency FROM unnest(${list(openedKinds)}::text[]) k CROSS JOIN unnest(${list(currencies)}::text[]) c
    ON CONFLICT DO NOTHING`)
}
