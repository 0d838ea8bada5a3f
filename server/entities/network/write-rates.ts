/** Writes the rates of a plan: they hold from a moment after the commit on. */
import { writeAudit } from '../../platform/audit/audit.ts'
import { commitBefore, effectiveFrom, writeRates } from '../../rules/commissions/write.ts'
import { idOf, type PlannedRate } from './planned.ts'
import { idIn, type Ids, type Writing } from './writing.ts'

export async function writePlannedRates({ tx, session, tell }: Writing, rates: readonly PlannedRate[], ids: Ids) {
  const set = rates.filter(({ action }) => action !== 'igual')
  if (set.length === 0) return
  tell('Guardando comisiones', 0)
  const rows = set.map(({ partner, product_id, bet_type_id, currency, part }) => ({
    partner_id: idIn(ids, partner),
    product_id,
    bet_type_id,
    currency,
    rate: part,
  }))
  // A partner that is made here has sold nothing: its rates hold from always.
  const isNew = (at: number) => idOf(set[at]!.partner) === null
  const [fresh, others] = [rows.filter((_, at) => isNew(at)), rows.filter((_, at) => !isNew(at))]
  await writeRates(tx, fresh, '-infinity', session.id)
  const starts_at = await effectiveFrom(tx, others.length)
  if (others.length > 0) {
    await writeRates(tx, others, starts_at, session.id)
    commitBefore(tx, starts_at)
  }
  tell('Guardando comisiones', set.length)
  await writeAudit(tx, {
    session,
    ip: '',
    request_id: 'network',
    action: 'network.apply',
    entity: 'commissions',
    changes: set.map(({ label, differences, before }, at) => ({
      entity_id: rows[at]!.partner_id,
      ...(before && { before: { ...rows[at], name: label, rate: before } }),
      after: { ...rows[at], name: label, ...(!isNew(at) && { starts_at }), changes: differences },
      significant: true,
    })),
  })
}
