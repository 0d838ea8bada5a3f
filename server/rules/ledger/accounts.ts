/** The ledger's accounts: one per partner, kind and currency, opened with the partner. */
import { sql } from 'drizzle-orm'
import { list, type Executor } from '../../platform/db/connect.ts'

export const accountKinds = [
  'caja',
  'ventas',
  'premios',
  'premios_por_pagar',
  'devoluciones_por_pagar',
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
] as const
export type AccountKind = (typeof accountKinds)[number]

/** Opens every account of a partner in these currencies. Idempotent. */
export async function openAccounts(db: Executor, partner_id: number, currencies: readonly string[]): Promise<void> {
  await db.run(sql`
    INSERT INTO ledger_accounts (partner_id, kind, currency)
    SELECT ${partner_id}::int, k, c::currency FROM unnest(${list(accountKinds)}::text[]) k CROSS JOIN unnest(${list(currencies)}::text[]) c
    ON CONFLICT DO NOTHING`)
}
