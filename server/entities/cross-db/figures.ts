/**
 * Today's figures of each banca that a person works in, by its own clock and in its own currencies. Each is asked as its
 * dashboard would be, for the person's user there, in that user's turn at its reports; who does not answer in time is said to.
 */
import type { BancaFigures } from '@contract/cross-db.ts'
import type { SessionUser } from '@contract/session.ts'
import { inZone } from '@contract/values/dates.ts'
import { askThere } from '../../platform/db/ask-there.ts'
import type { Database } from '../../platform/db/databases.ts'
import { CallerGone } from '../../platform/db/lost.ts'
import { reportsUntil } from '../../platform/db/replica.ts'
import { scopeOf } from '../../platform/db/scope.ts'
import type { Context } from '../../platform/http/context.ts'
import { Problem } from '../../platform/http/problem.ts'
import { loadUser } from '../../platform/session/authenticate.ts'
import { standingOf, registrationsOf, type Registration } from '../../platform/session/registrations.ts'
import { stretchOf, wholeDaysWindow } from '../../rules/figures/stretch.ts'
import { subjectOf } from '../../rules/figures/subject.ts'
import { settleBefore } from '../../rules/settlement/settle.ts'
import { figureSeries } from '../../rules/figures/series.ts'
import { isCurrent } from './connections.ts'
import { personOf } from './person.ts'

type Today = Pick<BancaFigures, 'day' | 'zone' | 'read_at' | 'currencies'>

const unread: Today = { day: null, zone: null, read_at: null, currencies: [] }

/** What a user sees of today in a database. Throws `busy` where its reports have no turn. */
async function todayOf(context: Context, database: Database, user: SessionUser, late: AbortSignal): Promise<Today> {
  const signal = AbortSignal.any([context.signal, late])
  const leave = await context.wire.reportTurn(database, `user:${user.id}`, signal)
  try {
    const db = reportsUntil(database, user.id, signal, () => undefined)
    const subject = await subjectOf(db, scopeOf(user), undefined)
    await settleBefore(database.pool, subject.id)
    const now = new Date()
    const { zone } = user
    const { day } = inZone(now, zone)
    const period = { from: day, to: day }
    const stretch = stretchOf(period, { now, zone })
    const currencies: Today['currencies'] = []
    for (const currency of user.currencies) {
      const { totals } = await figureSeries(db, subject, { currency }, stretch, wholeDaysWindow(period), 'day')
      currencies.push({ currency, ...totals })
    }
    return { day, zone, read_at: now.toISOString(), currencies }
  } finally {
    leave()
  }
}

/** Undefined where the database does not answer in time, or has no turn. */
async function inTime<T>(database: Database, work: (late: AbortSignal) => Promise<T>): Promise<T | undefined> {
  return (
    await askThere(database, work).catch((error: unknown) => {
      if (error instanceof CallerGone || (error instanceof Problem && error.code === 'busy')) return undefined
      throw error
    })
  )?.found
}

/** As `standingOf` has it, with today's figures where it stands. */
async function figuresThere(
  context: Context,
  home: Database,
  session: SessionUser,
  own: Registration,
): Promise<BancaFigures> {
  const there = context.wire.databases.find(own.database)
  const asked =
    there &&
    (await inTime(there, async (late) => {
      const { db } = there.lists
      const standing = await standingOf(there, db, home.key, own)
      if (standing.state !== 'disponible') return { ...standing, today: unread }
      if (!session.cross_db) return { ...standing, state: 'no_permitida' as const, today: unread }
      const user = await loadUser(db, there, own.remote_user_id, own.id)
      if (!user) return { ...standing, state: 'sin_acceso' as const, today: unread }
      return { ...standing, today: await todayOf(context, there, user, late) }
    }))
  const { today, ...found } = asked ?? { state: 'no_responde' as const, banca_name: own.banca_name, today: unread }
  return { database: own.database, ...found, current: isCurrent(context, own), ...today }
}

/** The person's own banca first, then those they registered, all asked side by side. */
export async function figuresOfAll(context: Context): Promise<{ data: BancaFigures[] }> {
  const { database, session } = await personOf(context)
  const ownBanca = async (): Promise<BancaFigures> => {
    const today = await inTime(database, (late) => todayOf(context, database, session, late))
    const known = { database: database.key, banca_name: session.banca_name, current: context.session.home === null }
    return { ...known, state: today ? 'disponible' : 'no_responde', ...(today ?? unread) }
  }
  const all = await registrationsOf(database.lists.db, session.id)
  const data = await Promise.all([ownBanca(), ...all.map((own) => figuresThere(context, database, session, own))])
  if (context.signal.aborted) throw new CallerGone()
  return { data }
}
