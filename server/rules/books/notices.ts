/**
 * Tells of debts: what is overdue, and who nears or passed what it may owe, to the people of the debtor and of whom it owes.
 * What was told and stands is kept (`debt_notices`): it is told again only once it was settled and came back. A limit is
 * settled some points below its mark, so that a debt that every sale and prize moves does not tell it all day.
 */
import { sql, type SQL } from 'drizzle-orm'
import { rules } from '@contract/access/rules.ts'
import { screenLink } from '@contract/links.ts'
import { limitMarks } from '@contract/sales-control.ts'
import type { Currency } from '@contract/values/currency.ts'
import { inZone } from '@contract/values/dates.ts'
import { countText, formatDecimal, formatMoney, ratioPercent } from '@contract/values/money.ts'
import { list, transaction, type Pool, type Tx } from '../../platform/db/connect.ts'
import { groupBy } from '../../platform/group-by.ts'
import { notify, type NewNotification } from '../../platform/notifications/notify.ts'
import { lastClosed } from './debts.ts'
import { ageingCtes } from './ageing.ts'
import { creditors, sundayOf } from './creditors.ts'

type Kind = 'vencido' | 'cerca' | 'pasado'

interface Fresh {
  id: number
  partner_id: number
  kind: Kind
  name: string
  type: 'agencia' | 'distribuidor'
  currency: Currency
  debt: string
  overdue: string
  debt_limit: string | null
  due_days: number
}

/** Who is to hear of a debt: a partner, by the debts that concern it. */
interface Hearer {
  notice_id: number
  hearer_id: number
  /** The debtor is itself or below it. */
  reaches: boolean
}

/** Points below its mark at which a limit counts as settled. */
const settledBelow = 5
/** More than these at once, of one kind and to one partner, are told as one. */
const mostSeparate = 3

/** One instance at a time; answers how many notifications that made. */
export async function tellDebts(pool: Pool, now: Date): Promise<number> {
  return transaction(pool, async (tx) => {
    const banca = await tx.one<{ zone: string }>(sql`SELECT zone FROM banca`)
    if (!banca) return 0
    const { day: today } = inZone(now, banca.zone)
    const fresh = await freshOf(tx, today)
    if (fresh.length === 0) return 0
    // Who passed a limit is not told that it neared it.
    const passed = new Set(fresh.filter(({ kind }) => kind === 'pasado').map(placeOf))
    const told = new Map(
      fresh.filter((one) => one.kind !== 'cerca' || !passed.has(placeOf(one))).map((one) => [one.id, one]),
    )
    const hearers = await hearersOf(tx, [...told.keys()], today)
    let count = 0
    for (const heard of groupBy(hearers, ({ hearer_id, notice_id }) => `${hearer_id} ${told.get(notice_id)!.kind}`))
      for (const notification of sayings(heard.map((one) => ({ ...one, of: told.get(one.notice_id)! }))))
        count += await notify(tx, peopleOf(heard[0].hearer_id), notification)
    return count
  })
}

const placeOf = ({ partner_id, currency }: Fresh) => `${partner_id} ${currency}`

const peopleOf = (partner_id: number) => sql`
  SELECT person.id FROM users person
  WHERE person.partner_id = ${partner_id} AND person.status = 'activo'
    AND person.role = ANY (${list(rules.business.roles)}::user_role[])`

/** Of the limit, so many percent are owed. */
const owes = (percent: number): SQL => sql`aged.debt * 100 >= limits.debt_limit * ${percent}::int`

/** Forgets what is settled and keeps what began: answers that. */
async function freshOf(tx: Tx, today: string): Promise<Fresh[]> {
  const closed = await lastClosed(tx, today)
  const { near, passed } = limitMarks
  return tx.rows<Fresh>(sql`
    WITH RECURSIVE ${ageingCtes({ rows: sql`true`, today, closed, whole: true })}, standing AS MATERIALIZED (
      SELECT aged.partner_id, aged.currency, each.kind, each.begins
      FROM aged
      LEFT JOIN partner_debt_limits limits USING (partner_id, currency)
      CROSS JOIN LATERAL (VALUES
        ('vencido', aged.overdue > 0, aged.overdue > 0),
        ('cerca', ${owes(near)}, ${owes(near - settledBelow)}),
        ('pasado', ${owes(passed)}, ${owes(passed - settledBelow)})
      ) AS each(kind, begins, stays)
      WHERE each.stays
    ), settled AS (
      DELETE FROM debt_notices known WHERE NOT EXISTS (
        SELECT 1 FROM standing WHERE standing.partner_id = known.partner_id AND standing.currency = known.currency
          AND standing.kind = known.kind)
    ), fresh AS (
      INSERT INTO debt_notices (partner_id, currency, kind)
      SELECT partner_id, currency, kind FROM standing WHERE begins ORDER BY 1, 2, 3
      ON CONFLICT DO NOTHING RETURNING id, partner_id, currency, kind
    )
    SELECT fresh.id, fresh.partner_id, fresh.kind, partner.name, partner.type::text AS type, fresh.currency::text AS currency,
      aged.debt::text AS debt, aged.overdue::text AS overdue, limits.debt_limit::text AS debt_limit, banca.week_due_days AS due_days
    FROM fresh
    JOIN aged USING (partner_id, currency)
    JOIN partners partner ON partner.id = fresh.partner_id
    LEFT JOIN partner_debt_limits limits USING (partner_id, currency)
    CROSS JOIN banca
    ORDER BY aged.overdue DESC, aged.debt DESC, partner.name`)
}

/** The debtor, whom it owes this week, and whom it still owes of earlier ones. */
function hearersOf(tx: Tx, ids: readonly number[], today: string): Promise<Hearer[]> {
  const sunday = sundayOf(sql`${today}::date`)
  return tx.rows<Hearer>(sql`
    WITH told AS MATERIALIZED (
      SELECT notice.id, place.n, notice.partner_id, notice.currency
      FROM unnest(${list(ids)}::int[]) WITH ORDINALITY AS place(id, n) JOIN debt_notices notice ON notice.id = place.id
    ), heard AS (
      SELECT id, n, partner_id, partner_id AS hearer_id FROM told
      UNION
      SELECT told.id, told.n, told.partner_id, creditor.creditor_id
      FROM told JOIN ${creditors} creditor ON creditor.partner_id = told.partner_id AND creditor.since <= ${sunday}
        AND ${sunday} < creditor.until
      UNION
      SELECT told.id, told.n, told.partner_id, account.sub
      FROM told
      JOIN ledger_accounts account ON account.partner_id = told.partner_id AND account.currency = told.currency
        AND account.kind = 'liquidacion' AND account.sub <> 0
      JOIN ledger_days ledger_day ON ledger_day.account_id = account.id
      GROUP BY 1, 2, 3, 4 HAVING sum(ledger_day.debit - ledger_day.credit) > 0
    )
    SELECT heard.id AS notice_id, heard.hearer_id, EXISTS (
      SELECT 1 FROM partner_ancestors above WHERE above.partner_id = heard.partner_id AND above.ancestor_id = heard.hearer_id
    ) AS reaches
    FROM heard ORDER BY heard.hearer_id, heard.n`)
}

type Heard = Hearer & { of: Fresh }

/** What a partner's people hear of debts of one kind. */
function sayings(heard: readonly Heard[]): NewNotification[] {
  if (heard.length <= mostSeparate) return heard.map((one) => ({ ...facts(one.of), ...single(one) }))
  const [first] = heard as [Heard, ...Heard[]]
  const named = heard
    .slice(0, mostSeparate)
    .map(({ of }) => `${of.name}, ${money(of, of.kind === 'vencido' ? of.overdue : of.debt)}`)
  return [
    {
      ...facts(first.of),
      title: words[first.of.kind].many(heard.length),
      text: `${named.join('; ')}; y ${heard.length - mostSeparate} más.`,
      link: linkOf(first.of.kind, {}),
      key: `deuda:${first.of.kind}:${Math.max(...heard.map(({ notice_id }) => notice_id))}`,
    },
  ]
}

const facts = ({ kind }: Fresh) => ({ kind: 'saldo' as const, level: words[kind].level })
const money = ({ currency }: Fresh, amount: string) => formatMoney(amount, currency, true)

const single = ({ of, reaches, notice_id }: Heard) => ({
  title: `${of.name}: ${words[of.kind].one}`,
  text: words[of.kind].text(of),
  link: linkOf(of.kind, {
    currency: of.currency,
    ...(reaches && { partner_id: of.partner_id, level: of.type }),
  }),
  key: `deuda:${notice_id}`,
})

const linkOf = (kind: Kind, of: Record<string, string | number>) =>
  kind === 'vencido' ? screenLink('account-balance', { view: 'antiguedad', ...of }) : screenLink('sales-control', of)

const againstLimit = (of: Fresh) => {
  const limit = of.debt_limit ?? '0.00'
  return `Debe ${money(of, of.debt)}, el ${formatDecimal(ratioPercent(of.debt, limit) ?? '0')} % de su límite de ${money(of, limit)}.`
}

interface Words {
  level: NewNotification['level']
  one: string
  many: (count: number) => string
  text: (of: Fresh) => string
}
const words: Record<Kind, Words> = {
  vencido: {
    level: 'advierte',
    one: 'saldo vencido',
    many: (count) => countText(count, 'afiliado con saldo vencido', 'afiliados con saldo vencido'),
    text: (of) =>
      `Debe ${money(of, of.overdue)} de semanas con más de ${countText(of.due_days, 'día', 'días')} desde su domingo. ` +
      `Su saldo de hoy es ${money(of, of.debt)}.`,
  },
  cerca: {
    level: 'advierte',
    one: 'cerca de su límite',
    many: (count) => countText(count, 'afiliado cerca de su límite', 'afiliados cerca de su límite'),
    text: againstLimit,
  },
  pasado: {
    level: 'urge',
    one: 'pasó su límite',
    many: (count) => countText(count, 'afiliado pasó su límite', 'afiliados pasaron su límite'),
    text: againstLimit,
  },
}
