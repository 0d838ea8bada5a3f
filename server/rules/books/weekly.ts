/**
 * Weeks that the clock closes: each Monday at the banca's hour, every week that waits, the oldest first, each in a
 * transaction of its own. What can be closed is; nobody gives a reason to close over what is pending, so that stays open
 * and is told with why. A Monday is claimed work: one instance is at it, another goes on where that one died, and a
 * server that was off at the hour does it when it is back.
 */
import { sql } from 'drizzle-orm'
import { rules } from '@contract/access/rules.ts'
import { mostKept, type KeptReason } from '@contract/account-balance.ts'
import { screenLink } from '@contract/links.ts'
import { inZone, weekDays } from '@contract/values/dates.ts'
import { countText, formatMoney } from '@contract/values/money.ts'
import { writeAudit } from '../../platform/audit/audit.ts'
import { json, list, transaction, type Executor, type Tx } from '../../platform/db/connect.ts'
import { Superseded, type Claim, type ClaimedWork, type Piece } from '../../platform/jobs/claimed.ts'
import { notify, type NewNotification } from '../../platform/notifications/notify.ts'
import { settlePending } from '../settlement/settle.ts'
import { closeWeek, closedSums, type SumOfWeek } from './close.ts'
import { openWeeks } from './open-weeks.ts'

/** A week as the clock left it. */
export interface ClockedWeek {
  week: string
  /** Closings that were written. */
  closed: number
  sums: SumOfWeek[]
  /** Partners that stay open and were not told in an earlier week of the same Monday; the first of them are named. */
  kept: number
  /** `day` is missing where a version before noted it. */
  kept_open: { partner_id: number; problem: KeptReason; text: string; day?: string | null }[]
}

interface Monday extends Piece {
  monday: string
}

/**
 * Leaves the last Monday to be done whose hour has come since it was set. Asked again, by whichever instance, it is the
 * same one.
 */
export async function queueMonday(db: Executor, now: Date): Promise<void> {
  await db.run(sql`
    INSERT INTO weekly_closes (monday)
    SELECT due.monday
    FROM (
      SELECT banca.zone, banca.week_close_hour AS hour, banca.week_close_set_at AS set_at,
        date_trunc('week',
          ${now.toISOString()}::timestamptz AT TIME ZONE banca.zone - make_interval(hours => banca.week_close_hour)
        )::date AS monday
      FROM banca WHERE banca.week_close_hour IS NOT NULL
    ) due
    WHERE (due.monday + make_interval(hours => due.hour)) AT TIME ZONE due.zone >= due.set_at
      AND NOT EXISTS (SELECT 1 FROM weekly_closes known WHERE known.monday = due.monday)
    ON CONFLICT (monday) DO NOTHING`)
}

export const weeklyClose: ClaimedWork<Monday> = {
  name: 'weekly-close',
  table: sql`weekly_closes`,
  open: sql`w.state = 'en_curso'`,
  order: sql`w.monday`,
  columns: sql`NULL::int AS user_id, w.monday::text AS monday`,
  run: closeMonday,
  gaveUp: async ({ id, monday }, reason, tx) => {
    await tell(tx, id, {
      level: 'urge',
      title: 'No se cerraron las semanas',
      text: `${reason} Ciérrelas a mano.`,
      link: linkOf(monday),
    })
    return { set: sql`state = 'fallido', problem = ${reason}, ended_at = clock_timestamp()` }
  },
}

async function closeMonday({ id, monday }: Monday, claim: Claim<Monday>): Promise<void> {
  const { pool, db } = claim.database.jobs
  await settlePending(pool)
  const done = new Set((await weeksDone(db, id)).map(({ week }) => week))
  for (const { week } of await openWeeks(db, monday)) {
    claim.signal.throwIfAborted()
    if (!done.has(week)) await transaction(pool, (tx) => closeOne(tx, claim, { id, week }))
  }
  await transaction(pool, async (tx) => {
    await claim.end(tx, { set: sql`state = 'terminado', ended_at = clock_timestamp()` })
    const weeks = await weeksDone(tx, id)
    if (weeks.length > 0) await tell(tx, id, await noticeOf(tx, monday, weeks))
  })
}

async function weeksDone(db: Executor, id: number): Promise<ClockedWeek[]> {
  const row = await db.one<{ weeks: ClockedWeek[] }>(sql`SELECT weeks FROM weekly_closes WHERE id = ${id}`)
  return row?.weeks ?? []
}

/** One week with what came of it, as this claimant or not at all. @throws Superseded */
async function closeOne(tx: Tx, claim: Claim<Monday>, { id, week }: { id: number; week: string }): Promise<void> {
  const at = new Date()
  const banca = await tx.one<{ zone: string }>(sql`SELECT zone FROM banca`)
  if (!banca) throw new Superseded()
  const signature = { by: null, at, today: inZone(at, banca.zone).day }
  const answer = await closeWeek(tx, { week, of: sql`true`, signature })
  const earlier = await weeksDone(tx, id)
  const isTold = (partner_id: number) =>
    earlier.some(({ kept_open }) => kept_open.some((one) => one.partner_id === partner_id))
  const kept = answer.kept.filter((one) => one.code !== 'week_closed' && !isTold(one.partner_id))
  const told: ClockedWeek = {
    week,
    closed: answer.closed.length,
    sums: closedSums(answer),
    kept: kept.length,
    kept_open: kept
      .slice(0, mostKept)
      .map(({ partner_id, code, text, day }) => ({ partner_id, problem: code, text, day })),
  }
  // A week that is done is a new beginning.
  await claim.keep(
    tx,
    sql`weeks = w.weeks || ${json([told])}, closed = w.closed + ${told.closed}, kept = w.kept + ${told.kept}, attempts = 1`,
  )
  await writeAudit(tx, {
    session: null,
    ip: '',
    request_id: `weekly-close-${id}`,
    action: 'accountBalance.closed',
    entity: 'accountBalance',
    changes: [
      { entity_id: week, after: { week, sums: told.sums, closed: told.closed, kept: told.kept }, significant: true },
    ],
  })
}

const linkOf = (monday: string) =>
  screenLink('account-balance', { view: 'reloj', period: 'rango', from: monday, to: monday })

/** Partners that a notice names; the record names the rest. */
const mostTold = 3

async function noticeOf(db: Executor, monday: string, weeks: readonly ClockedWeek[]): Promise<Notice> {
  const open = weeks.flatMap(({ kept_open }) => kept_open)
  const kept = weeks.reduce((sum, one) => sum + one.kept, 0)
  const named = open.slice(0, mostTold)
  const names = await db.rows<{ id: number; name: string }>(
    sql`SELECT id, name FROM partners WHERE id = ANY (${list(named.map(({ partner_id }) => partner_id))}::int[])`,
  )
  const nameOf = new Map(names.map(({ id, name }) => [id, name]))
  const closed = weeks.reduce((sum, one) => sum + one.closed, 0)
  const reasons = named.map(({ partner_id, text }) => `${nameOf.get(partner_id) ?? ''}: ${text}`)
  const more = kept > named.length ? [`Y ${kept - named.length} más.`] : []
  return {
    level: kept > 0 ? 'advierte' : 'informa',
    title:
      kept > 0
        ? `Cierre del lunes: ${countText(kept, 'afiliado quedó abierto', 'afiliados quedaron abiertos')}`
        : `Cierre del lunes: ${countText(closed, 'cuenta cerrada', 'cuentas cerradas')}`,
    text: [...weeks.filter((one) => one.closed > 0).map(sentence), ...reasons, ...more].join(' '),
    link: linkOf(monday),
  }
}

const sentence = ({ week, closed, sums }: ClockedWeek) =>
  `Semana del ${weekDays(week)}: ${countText(closed, 'cuenta cerrada', 'cuentas cerradas')}, resultado ` +
  `${sums.map(({ currency, total }) => formatMoney(total, currency, true)).join(' · ')}.`

type Notice = Omit<NewNotification, 'kind' | 'key'>

/** Whoever supervises the banca hears it, once. */
async function tell(db: Executor, id: number, notice: Notice): Promise<void> {
  await notify(
    db,
    sql`
      SELECT person.id FROM users person
      WHERE person.role = ANY (${list(rules.supervision.roles)}::user_role[]) AND person.status = 'activo'`,
    { ...notice, kind: 'cierre', key: `weekly-close:${id}` },
  )
}
