/**
 * What is switched off remembers whose people did it (`off_by`, a partner): whoever stands below that partner switches it
 * on by no way, and neither moves nor removes it, which would come to the same. Whoever is not below it may.
 */
import { sql, type SQL } from 'drizzle-orm'
import type { PartnerType } from '@contract/partners.ts'
import type { Executor } from '../db/connect.ts'
import type { Scope } from '../db/scope.ts'
import type { Context } from '../http/context.ts'
import { Problem } from '../http/problem.ts'

/** Tables with `status` and `off_by`, and what one of their rows is to a reader. */
const records = {
  partners: 'un afiliado',
  users: 'un usuario',
  payment_methods: 'un método de pago',
  accounts: 'una cuenta',
  clients: 'un cliente',
} as const
export type Switched = keyof typeof records

type Status = 'activo' | 'inactivo'
/** What a row says of it before it is shown. */
export interface OffAbove {
  off_above: PartnerType | null
}

/** The type of the partner `column`, where it stands above the caller's own; null where nobody above did it. */
export function offAbove(scope: Scope, column: SQL): SQL {
  if (scope.whole) return sql`NULL::text`
  return sql`(SELECT above.type::text FROM partner_ancestors up JOIN partners above ON above.id = up.ancestor_id
    WHERE up.partner_id = ${scope.partner_id}::int AND up.depth > 0 AND up.ancestor_id = ${column})`
}

/** `off_by` of a new row. */
export const offByOf = ({ partner_id }: Scope, status: Status): number | null =>
  status === 'inactivo' ? partner_id : null

/** The same of many, of `status` each. */
export function offByNew({ partner_id }: Scope, status: SQL): SQL {
  return sql`CASE WHEN ${status} = 'inactivo' THEN ${partner_id}::int END`
}

/** `off_by` of a row `old` that is saved with `status`: of one that was off already it stays as it is. */
export function offByAfter({ partner_id }: Scope, old: SQL, status: SQL): SQL {
  return sql`
    CASE
      WHEN ${status}::active_status = 'activo' THEN NULL WHEN ${old}.status = 'inactivo' THEN ${old}.off_by
        ELSE ${partner_id}::int
    END`
}

/** Who did it, without a name: of those above nobody below is told more. */
export function offAboveText(above: PartnerType): string {
  if (above === 'banca') return 'Lo desactivó la banca: solo ella lo activa.'
  return `Lo desactivó ${above === 'distribuidor' ? 'el distribuidor' : 'la agencia'} por encima de usted: se activa desde allí.`
}

function refusal(table: Switched, id: number, above: PartnerType, name: string): Problem {
  return Problem.on('status', 'switched_off_above', offAboveText(above)).noting({
    entity_id: id,
    title: 'Reactivación rechazada',
    tried: `quiso activar, mover o eliminar ${records[table]} desactivado más arriba: ${name}`,
  })
}

/** Holds the row, so that nobody switches it off meanwhile. @throws Problem `switched_off_above` where it is off by somebody above */
export async function mustNotBeOffAbove(
  { scope, db }: Pick<Context, 'scope' | 'db'>,
  table: Switched,
  id: number,
): Promise<void> {
  if (scope.whole) return
  const off = await db.one<{ above: PartnerType | null; name: string }>(sql`
    SELECT ${offAbove(scope, sql`t.off_by`)} AS above, t.name FROM ${sql.identifier(table)} t
    WHERE t.id = ${id} AND t.status = 'inactivo' FOR NO KEY UPDATE OF t`)
  if (off?.above) throw refusal(table, id, off.above, off.name)
}

/** The same for a partner and all that it hangs from: what is taken out from under them would be on again. */
export async function mustNotBeUnderOff(
  { scope, db }: { scope: Scope; db: Executor },
  partner_id: number,
): Promise<void> {
  if (scope.whole) return
  const off = await db.one<{ id: number; above: PartnerType; name: string }>(sql`
    SELECT p.id, p.name, ${offAbove(scope, sql`p.off_by`)} AS above FROM partner_ancestors a JOIN partners p ON p.id = a.ancestor_id
    WHERE a.partner_id = ${partner_id} AND p.status = 'inactivo' AND ${offAbove(scope, sql`p.off_by`)} IS NOT NULL
    ORDER BY a.depth
    LIMIT 1`)
  if (off) throw refusal('partners', off.id, off.above, off.name)
}
