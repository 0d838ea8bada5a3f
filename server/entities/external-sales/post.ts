/** Posts a reviewed load to the accounts: all of it, once, in one transaction. */
import { sql } from 'drizzle-orm'
import type { ExternalLoad } from '@contract/external-loads.ts'
import type { Currency } from '@contract/values/currency.ts'
import { formatDay } from '@contract/values/dates.ts'
import { countText, isZero, negate } from '@contract/values/money.ts'
import type { Tx } from '../../platform/db/connect.ts'
import type { Context } from '../../platform/http/context.ts'
import { Problem } from '../../platform/http/problem.ts'
import type { AccountKind } from '@contract/ledger-accounts.ts'
import type { LedgerEntry } from '../../rules/ledger/entries.ts'
import { postAll } from '../../rules/ledger/post-all.ts'
import { lockTree } from '../../rules/tree/tree.ts'
import { evaluatedRows } from './rows.ts'
import { postedSums, showLoad } from './show.ts'
import { takeSystem } from './systems.ts'

interface Asked {
  load_id: number
  review: string
  replace: boolean
  without_faults: number
  without_totals: number
  late: number
}

/**
 * Posts what was reviewed. Nobody names, loads or posts for the same system meanwhile.
 * @throws Problem `not_found`, `external_decided`, `external_stale`, `external_columns`, `external_pending`,
 * `external_week_settled`, `currency_not_sold`, `external_faults`, `external_totals`, `external_nothing`,
 * `external_changed`, `external_posted`
 */
export async function postLoad(context: Context, asked: Asked): Promise<ExternalLoad> {
  const { db, today, session } = context
  const { load_id: id } = asked
  await lockTree(db, 'add')
  const found = await db.one<{ system_id: number }>(sql`SELECT system_id FROM external_loads WHERE id = ${id}`)
  if (!found) throw new Problem('not_found')
  const system = await takeSystem(db, found.system_id)
  const before = await showLoad(context, id)
  mustBeReady(before, asked)
  const changed = await db.run(sql`
    UPDATE external_loads SET state = 'publicada', file = NULL, decided_by = ${session.id}, decided_at = now()
    WHERE id = ${id} AND state = 'por_revisar'`)
  if (changed !== 1) throw new Problem('external_decided')
  const reversed = await replaceEntries(db, id, today)
  await db.run(sql`
    INSERT INTO external_entries (load_id, system_id, day, agency_id, product_id, currency, sold, prizes, commission)
    SELECT ${id}::int, g.system_id, g.day, g.agency_id, g.product_id, g.currency, g.sold, g.prizes, g.commission
    FROM ${postedSums(id, today)} g`)
  await db.run(sql`
    UPDATE external_rows r SET agency_id = e.agency_id, product_id = e.product_id FROM ${evaluatedRows(id, today)} e
    WHERE r.load_id = e.load_id AND r.n = e.n AND e.standing IN ('lista', 'cerrada')`)
  // What was left out stays left out, whatever its name means later.
  await db.run(sql`
    UPDATE external_rows r SET state = 'ajena' FROM ${evaluatedRows(id, today)} e
    WHERE r.load_id = e.load_id AND r.n = e.n AND e.standing = 'ajena'`)
  const by = { created_by: session.id, created_at: context.now }
  await postAll(db, [
    ...reversed.flatMap((sums) =>
      entryOf(
        { ...sums, sold: negate(sums.sold), prizes: negate(sums.prizes), commission: negate(sums.commission) },
        {
          ...by,
          memo: `${system.name}: reversa por la carga ${id}`,
        },
      ),
    ),
    ...(await standingSums(db, id)).flatMap((sums) => entryOf(sums, { ...by, memo: `${system.name}: carga ${id}` })),
  ])
  const after = await showLoad(context, id)
  context.audit({
    entity_id: id,
    before: { state: before.state, replaces: before.replaces },
    after: {
      state: after.state,
      filename: after.filename,
      sums: after.sums,
      faults: asked.without_faults,
      totals: asked.without_totals,
      late: asked.late,
      left_out: before.left_out,
    },
    significant: true,
  })
  return after
}

function mustBeReady(load: ExternalLoad, { review, replace, without_faults, without_totals, late }: Asked): void {
  const { standings, missing, replaces, settled_weeks, pending_total, totals } = load
  if (load.state !== 'por_revisar') throw new Problem('external_decided')
  if (load.stale) throw new Problem('external_stale')
  if (missing.length > 0) throw new Problem('external_columns')
  if (standings.pendiente > 0)
    throw new Problem('external_pending', {
      detail:
        `${countText(pending_total, 'nombre espera', 'nombres esperan')} en ` +
        `${countText(standings.pendiente, 'fila', 'filas')}: asígnelos antes de publicar.`,
    })
  if (standings.moneda > 0)
    throw new Problem('currency_not_sold', {
      detail: `${countText(standings.moneda, 'fila es', 'filas son')} de una moneda con la que su agencia no trabaja.`,
    })
  if (standings.cerrada !== late) {
    const [first] = settled_weeks
    throw new Problem('external_week_settled', {
      ...(first && {
        detail:
          `${countText(standings.cerrada, 'fila es', 'filas son')} de una semana que ya se cerró: ${first.agency_name}, ` +
          `la del ${formatDay(first.week)}. Confirme que entran en el cierre siguiente.`,
      }),
      extra: { settled_weeks, late: standings.cerrada },
    })
  }
  if (standings.falla !== without_faults) throw new Problem('external_faults', { extra: { faults: standings.falla } })
  if (totals.differ !== without_totals)
    throw new Problem('external_totals', {
      extra: { totals: totals.lines.filter(({ standing }) => standing === 'differ') },
    })
  if (standings.lista + standings.cerrada === 0) throw new Problem('external_nothing')
  if (load.review !== review) throw new Problem('external_changed')
  if (replaces.length > 0 && !replace) throw new Problem('external_posted', { extra: { replaces } })
}

/** Sums of a load for one day, agency and currency. */
interface DaySums {
  load_id: number
  day: string
  agency_id: number
  currency: Currency
  sold: string
  prizes: string
  commission: string
}

/** Takes the standing entries of the same keys away; answers what they came to, by the load that had posted them. */
async function replaceEntries(db: Tx, id: number, today: string): Promise<DaySums[]> {
  const sums = await db.rows<DaySums>(sql`
    WITH old AS (
      UPDATE external_entries x SET replaced_by = ${id} FROM ${postedSums(id, today)} g WHERE x.id = g.old_id AND x.replaced_by IS NULL
      RETURNING x.load_id, x.day, x.agency_id, x.currency, x.sold, x.prizes, x.commission
    )
    SELECT load_id, day, agency_id, currency::text AS currency, sum(sold)::text AS sold, sum(prizes)::text AS prizes,
      sum(commission)::text AS commission
    FROM old GROUP BY 1, 2, 3, old.currency ORDER BY 2, 3, 4, 1`)
  // A load of which nothing stands any more is a replaced one; of which something does not, its file may come again.
  await db.run(sql`
    UPDATE external_loads l SET replaced_in_part = s.stands, state = CASE WHEN s.stands THEN l.state ELSE 'reemplazada' END
    FROM (
      SELECT x.load_id, bool_or(x.replaced_by IS NULL) AS stands FROM external_entries x
      WHERE x.load_id IN (SELECT load_id FROM external_entries WHERE replaced_by = ${id}) GROUP BY 1
    ) s WHERE s.load_id = l.id AND l.state = 'publicada'`)
  return sums
}

function standingSums(db: Tx, id: number): Promise<DaySums[]> {
  return db.rows<DaySums>(sql`
    SELECT load_id, day, agency_id, currency::text AS currency, sum(sold)::text AS sold, sum(prizes)::text AS prizes,
      sum(commission)::text AS commission
    FROM external_entries WHERE load_id = ${id} AND replaced_by IS NULL GROUP BY 1, 2, 3, external_entries.currency ORDER BY 2, 3, 4`)
}

/** What an agency sold elsewhere it owes; what it paid and earned there it is owed. Nothing of nothing. */
function entryOf(sums: DaySums, said: Pick<LedgerEntry, 'memo' | 'created_by' | 'created_at'>): LedgerEntry[] {
  const account = (kind: AccountKind) => ({ partner_id: sums.agency_id, kind })
  const moves = [
    { debit: account('externo'), credit: account('ventas_externas'), amount: sums.sold },
    { debit: account('premios_externos'), credit: account('externo'), amount: sums.prizes },
    { debit: account('comision_externa'), credit: account('externo'), amount: sums.commission },
  ].filter(({ amount }) => !isZero(amount))
  if (moves.length === 0) return []
  const { day, currency, load_id } = sums
  return [{ ...said, day, currency, kind: 'externa', ref_kind: 'external_load', ref_id: load_id, moves }]
}
