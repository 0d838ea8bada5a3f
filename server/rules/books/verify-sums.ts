/**
 * What must always hold of sums of the books: what everybody has, owes and earned, and what a closing says of its week.
 * Rules for `verifyBooks`, by other words than those that closings and debts are made by.
 */
import { sql, type SQL } from 'drizzle-orm'
import type { AccountKind } from '@contract/ledger-accounts.ts'
import { list } from '../../platform/db/connect.ts'
import { assigned } from './assigned.ts'
import { sundayOf } from './creditors.ts'
import { balanceCtes } from './debts.ts'
import { earningKinds } from '../ledger/debt-kinds.ts'

const oneOf = (column: SQL, kinds: readonly AccountKind[]) => sql`${column} = ANY (${list(kinds)}::text[])`

/** Rows (id, partner_id, currency, kind): every account, by the partner whose it is; an office's is its agency's. */
const accounts = sql`(
  SELECT account.id, account.currency, account.kind,
    CASE owner.type WHEN 'taquilla' THEN owner.father_id ELSE owner.id END AS partner_id
  FROM ledger_accounts account JOIN partners owner ON owner.id = account.partner_id)`

/** `fuera` is what a payer or a receiver has elsewhere and nobody follows. */
const held = ['caja', 'fondo', 'banco', 'externo', 'transito', 'fuera'] as const
/** Debts and what they stand against: together nothing but what is paid. */
const settled = ['liquidacion', 'liquidado', 'cobranza', 'pagos'] as const
const unpaid = ['premios_por_pagar', 'devoluciones_por_pagar', 'potes'] as const
const of = (kinds: readonly AccountKind[]) =>
  sql`coalesce(sum(ledger_day.debit - ledger_day.credit) FILTER (WHERE ${oneOf(sql`account.kind`, kinds)}), 0)`

/** Rows (partner_id, currency, day, amount): debts brought along, which stand against `apertura` as payments do against `pagos`. */
const brought = sql`(
  SELECT partner_id, currency, week AS day, amount FROM openings WHERE kind = 'deuda')`

/**
 * Rows (partner_id, currency, day, amount): what payments took from one partner's money and gave to another's, on the day on
 * which their debtor's own leg says that they were paid, from accounts that they name and as cash that a movement handed over.
 * That is what the receiver is owed less and the payer owes less.
 */
const paid = sql`(
  SELECT side.partner_id, payment.currency, posting.day, sum(side.amount) AS amount
  FROM payments payment
  JOIN ledger_entries entry ON entry.ref_kind = 'payment' AND entry.ref_id = payment.id
  JOIN ledger_postings posting ON posting.day = entry.day AND posting.entry_id = entry.id
  JOIN ledger_accounts account ON account.id = posting.account_id AND account.kind = 'pagos'
    AND account.partner_id = payment.partner_id
  CROSS JOIN LATERAL (VALUES (payment.partner_id, -posting.amount), (payment.counterpart_id, posting.amount))
    side(partner_id, amount)
  WHERE payment.payer_account_id IS NOT NULL OR payment.receiver_account_id IS NOT NULL OR payment.movement_id IS NOT NULL
  GROUP BY 1, 2, 3)`

/**
 * Of each partner, currency and day. Owed is what was earned for others and not closed, less what the partner keeps, and
 * unpaid prizes, refunds and pots; earned is all the rest: commission, participation, margin, incomes less outcomes. A
 * person's batch, an outcome that the banca bears, and a payment of which somebody follows the money, take from one partner
 * what they give to another; nothing else does.
 */
const heldOwedEarned = sql`
  SELECT unit.partner_id, unit.currency, unit.day
  FROM (
    SELECT account.partner_id, account.currency, ledger_day.day, ${of(held)} AS held,
      ${of(settled)} - ${of(earningKinds)} - ${of(unpaid)} AS owed,
      coalesce(sum(ledger_day.credit - ledger_day.debit) FILTER (
        WHERE NOT ${oneOf(sql`account.kind`, [...held, ...settled, ...earningKinds, ...unpaid])}), 0) AS earned
    FROM ledger_days ledger_day JOIN ${accounts} account ON account.id = ledger_day.account_id
    GROUP BY 1, 2, 3
  ) unit
  LEFT JOIN (
    SELECT account.partner_id, account.currency, entry.day, sum(posting.amount) AS amount
    FROM ledger_entries entry
    JOIN ledger_postings posting ON posting.day = entry.day AND posting.entry_id = entry.id
    JOIN ${accounts} account ON account.id = posting.account_id
    WHERE entry.ref_kind = 'batch' OR (entry.ref_kind = 'movement' AND account.kind = 'ajustes') GROUP BY 1, 2, 3
  ) given USING (partner_id, currency, day)
  LEFT JOIN ${brought} brought USING (partner_id, currency, day)
  LEFT JOIN ${paid} paid USING (partner_id, currency, day)
  WHERE unit.held - (unit.owed - coalesce(brought.amount, 0))
    <> unit.earned - coalesce(brought.amount, 0) + coalesce(given.amount, 0) + coalesce(paid.amount, 0)`

const everyDay = { from: '9999-12-31', to: '9999-12-31' }

/** What is told from closings on, and what everything ever earned below somebody comes to. */
const debts = sql`
  WITH RECURSIVE ${balanceCtes({ rows: sql`true`, ...everyDay })}, ever AS MATERIALIZED (
    SELECT account.partner_id, account.currency, ${sundayOf(sql`ledger_day.day`)} AS sunday,
      sum(ledger_day.credit - ledger_day.debit) AS amount
    FROM ledger_days ledger_day JOIN ${accounts} account ON account.id = ledger_day.account_id
    WHERE ${oneOf(sql`account.kind`, earningKinds)} GROUP BY 1, 2, 3
  ), paid AS (
    SELECT account.partner_id, account.currency, sum(ledger_day.debit - ledger_day.credit) AS amount
    FROM ledger_days ledger_day JOIN ${accounts} account ON account.id = ledger_day.account_id
    WHERE account.kind = 'pagos' GROUP BY 1, 2
  ), owed AS (
    SELECT debt_line.above_id AS partner_id, ever.currency, sum(ever.amount) AS amount
    FROM debt_line JOIN ever ON ever.partner_id = debt_line.debtor_id AND ever.sunday >= debt_line.since AND ever.sunday < debt_line.until
    GROUP BY 1, 2
  ), passed_on AS (${assigned(sql`true`)})
  SELECT partner.id AS partner_id, each.currency FROM partners partner
  CROSS JOIN unnest(enum_range(NULL::currency)) each(currency)
  LEFT JOIN balance_row told ON told.partner_id = partner.id AND told.currency = each.currency
  LEFT JOIN owed ON owed.partner_id = partner.id AND owed.currency = each.currency
  LEFT JOIN paid ON paid.partner_id = partner.id AND paid.currency = each.currency
  LEFT JOIN ${brought} brought ON brought.partner_id = partner.id AND brought.currency = each.currency
  LEFT JOIN passed_on ON passed_on.partner_id = partner.id AND passed_on.currency = each.currency
  WHERE partner.type IN ('agencia', 'distribuidor')
    AND coalesce(told.debt, 0) <> coalesce(brought.amount, 0) + coalesce(owed.amount, 0) - coalesce(paid.amount, 0)
      + coalesce(passed_on.amount, 0)`

/** What is read of many at once, by day, is what is read of each by its accounts: what is owed, and all that was ever earned. */
const manyAtOnce = (period: { from: string; to: string }) => {
  const lastWeek = sql`(SELECT max(week) FROM closings WHERE reversed_at IS NULL)`
  return sql`
  SELECT partner_id, currency
  FROM (
    WITH RECURSIVE ${balanceCtes({ rows: sql`true`, ...period })}
    SELECT partner_id, currency, to_jsonb(balance_row) AS told FROM balance_row
  ) one
  FULL JOIN (
    WITH RECURSIVE ${balanceCtes({ rows: sql`true`, ...period, closed: lastWeek })}
    SELECT partner_id, currency, to_jsonb(balance_row) AS told FROM balance_row
  ) many USING (partner_id, currency)
  WHERE one.told IS DISTINCT FROM many.told`
}
const manyDebts = sql`${manyAtOnce(everyDay)} UNION ${manyAtOnce({ from: '0001-01-02', to: everyDay.to })}`

/** A closing's columns, each of the kinds of account that it sums up, and the sign with which it does. */
const columns: readonly [string, '' | '-', (typeof earningKinds)[number][]][] = [
  ['sold', '', ['ventas']],
  ['prizes', '-', ['premios']],
  ['commission', '-', ['comision']],
  ['participation', '-', ['participacion']],
  ['margin', '-', ['margen']],
  ['external', '', ['ventas_externas', 'premios_externos', 'comision_externa']],
  ['adjustments', '', ['ajustes']],
]
const said = sql.join(
  columns.map(([name]) => sql`closing.${sql.identifier(name)}`),
  sql`, `,
)
const summed = sql.join(
  columns.map(
    ([, sign, kinds]) => sql`coalesce(${sql.raw(sign)}sum(part.amount) FILTER (
      WHERE NOT part.is_late AND ${oneOf(sql`part.kind`, kinds)}), 0)`,
  ),
  sql`, `,
)

/**
 * What its cut saw of the days since the closing before, and of what came late for that one. Days are summed from what
 * accounts have on each; what the cut did not see, written no earlier than the week's last day, is taken out again.
 */
const closingSums = sql`
  WITH closing AS MATERIALIZED (
    SELECT closing.*, coalesce(lag(closing.week) OVER own, '-infinity') AS week_before, lag(closing.cut) OVER own AS cut_before
    FROM closings closing WHERE closing.reversed_at IS NULL
    WINDOW own AS (PARTITION BY closing.partner_id, closing.currency ORDER BY closing.week)
  ), account AS MATERIALIZED (
    SELECT * FROM ${accounts} account WHERE ${oneOf(sql`account.kind`, [...earningKinds, 'cobranza'])}
  ), written_late AS MATERIALIZED (
    SELECT account.partner_id, account.currency, account.kind, entry.day, entry.xid, -posting.amount AS amount
    FROM ledger_entries entry
    JOIN ledger_postings posting ON posting.day = entry.day AND posting.entry_id = entry.id
    JOIN account ON account.id = posting.account_id AND account.kind <> 'cobranza'
    WHERE entry.xid IS NOT NULL AND entry.created_at > ${sundayOf(sql`entry.day`)}::timestamp - interval '1 day'
  ), part AS MATERIALIZED (
    SELECT closing.id, account.kind, false AS is_late, sum(ledger_day.credit - ledger_day.debit) AS amount
    FROM closing
    JOIN account ON account.partner_id = closing.partner_id AND account.currency = closing.currency
    JOIN ledger_days ledger_day ON ledger_day.account_id = account.id AND ledger_day.day > closing.week_before
      AND ledger_day.day <= closing.week
    GROUP BY 1, 2
    UNION ALL
    SELECT closing.id, late.kind, false, -late.amount
    FROM closing JOIN written_late late ON late.partner_id = closing.partner_id AND late.currency = closing.currency
      AND late.day > closing.week_before AND late.day <= closing.week AND NOT pg_visible_in_snapshot(late.xid, closing.cut)
    UNION ALL
    SELECT closing.id, late.kind, true, late.amount
    FROM closing JOIN written_late late ON late.partner_id = closing.partner_id AND late.currency = closing.currency
      AND late.day <= closing.week_before AND NOT pg_visible_in_snapshot(late.xid, closing.cut_before)
      AND pg_visible_in_snapshot(late.xid, closing.cut)
  )
  SELECT closing.partner_id, closing.currency, closing.week AS day FROM closing
  LEFT JOIN part ON part.id = closing.id
  GROUP BY closing.id, closing.partner_id, closing.currency, closing.week, ${said}, closing.collected, closing.late
  HAVING ARRAY[${summed}, coalesce(sum(part.amount) FILTER (WHERE part.kind = 'cobranza'), 0),
    coalesce(sum(part.amount) FILTER (WHERE part.is_late), 0)] <> ARRAY[${said}, closing.collected, closing.late]`

/** Each entry of a closing: two sides of one partner, its own on its Sunday, those of whoever answers for it on that day or later. */
const closingEntries = sql`
  SELECT closing.partner_id, closing.currency, entry.day
  FROM ledger_entries entry
  LEFT JOIN closings closing ON closing.id = entry.ref_id AND entry.ref_kind = 'closing'
  CROSS JOIN LATERAL (
    SELECT count(*) AS sides, min(account.partner_id) AS partner_id, count(DISTINCT account.partner_id) AS partners,
      bool_and(account.currency = closing.currency) AS is_currency,
      count(DISTINCT account.sub) FILTER (WHERE account.kind <> 'cobranza') AS creditors,
      count(*) FILTER (WHERE account.kind = 'liquidacion') AS owed, count(*) FILTER (WHERE account.kind = 'liquidado') AS own,
      count(*) FILTER (WHERE account.kind = 'cobranza') AS passed
    FROM ledger_postings posting JOIN ledger_accounts account ON account.id = posting.account_id
    WHERE posting.day = entry.day AND posting.entry_id = entry.id
  ) found
  WHERE (entry.ref_kind = 'closing' OR entry.kind IN ('cierre', 'reapertura')) AND (
    entry.kind IN ('cierre', 'reapertura') AND found.sides = 2 AND found.partners = 1 AND found.is_currency AND found.creditors = 1
    AND found.owed = 1 AND CASE found.partner_id WHEN closing.partner_id
      THEN found.own = 1 AND entry.day = closing.week ELSE found.passed = 1 AND entry.day >= closing.week END
  ) IS NOT TRUE`

/** What a closing's entries leave: its own result while it stands, in no account anything once it is taken back. */
const closingLeaves = sql`
  SELECT closing.partner_id, closing.currency, closing.week AS day
  FROM closings closing
  LEFT JOIN LATERAL (
    SELECT coalesce(-sum(left_in.amount) FILTER (WHERE left_in.kind = 'liquidado'), 0) AS own, bool_or(left_in.amount <> 0) AS anything
    FROM (
      SELECT account.id, account.kind, sum(posting.amount) AS amount
      FROM ledger_entries entry
      JOIN ledger_postings posting ON posting.day = entry.day AND posting.entry_id = entry.id
      JOIN ledger_accounts account ON account.id = posting.account_id
      WHERE entry.ref_kind = 'closing' AND entry.ref_id = closing.id AND entry.day >= closing.week GROUP BY 1, 2
    ) left_in
  ) posted ON true
  WHERE CASE WHEN closing.reversed_at IS NULL THEN coalesce(posted.own, 0) <> closing.total - closing.collected
    ELSE coalesce(posted.anything, false) END`

export const sumRules: readonly [string, SQL][] = [
  ['lo que cada afiliado tiene, menos lo que debe, es lo que ganó', heldOwedEarned],
  ['lo que debe cada afiliado es todo lo ganado por los que responde menos lo pagado', debts],
  ['lo que deben todos, leído por días, es lo que debe cada uno por sus cuentas', manyDebts],
  ['cada cierre dice lo que su semana tenía al cerrarla', closingSums],
  ['cada asiento de un cierre es de dos cuentas de un afiliado, en su día', closingEntries],
  ['cada cierre deja en el libro su resultado, y uno reabierto nada', closingLeaves],
]
