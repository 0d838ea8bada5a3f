/**
 * The banca's settings. Its name, document, currencies and country stand beside its partner's, at the top of the tree,
 * and are written together; what all below inherit (annulment, prizes) is its partner's own.
 */
import { sql } from 'drizzle-orm'
import type { BankingForm, banking } from '@contract/banking.ts'
import type { Answer, Received } from '@contract/endpoint.ts'
import { currencies as allCurrencies, currencyFacts, type Currency } from '@contract/values/currency.ts'
import { addDays, inZone } from '@contract/values/dates.ts'
import { countText } from '@contract/values/money.ts'
import { fold } from '@contract/values/text.ts'
import { json, list, type Executor, type Tx } from '../platform/db/connect.ts'
import type { Context, Handlers } from '../platform/http/context.ts'
import { Problem } from '../platform/http/problem.ts'
import { drawDaysAhead } from '../rules/draws/generate.ts'
import { remakeDraws } from '../rules/draws/reconcile.ts'
import { openAccounts } from '../rules/ledger/accounts.ts'
import { ensurePollaRounds } from '../rules/polla/rounds.ts'
import { defaultTerms } from '../rules/sale/facts.ts'
import { holdSales } from '../rules/tree/tree.ts'

type Settings = Answer<typeof banking.config>

/** Amounts by currency from which something is asked; a currency without one is asked nothing. */
const thresholdColumns = {
  pay_approval: 'pay_approval_threshold',
  client_ticket: 'client_from_ticket',
  client_prize: 'client_from_prize',
} as const
type Threshold = keyof typeof thresholdColumns

/** As the form has them: one of each currency. */
const amountsOf = (of: Threshold) => {
  const column = sql.identifier(thresholdColumns[of])
  const amount = (currency: Currency) =>
    sql`banca.${column} ->> ${currency} AS ${sql.identifier(`${of}_${currency.toLowerCase()}`)}`
  return sql.join(allCurrencies.map(amount), sql`, `)
}

async function read(db: Executor): Promise<Settings & { partner_id: number }> {
  const row = await db.one<Settings & { partner_id: number }>(sql`
    SELECT banca.name, banca.document, banca.logo_url, banca.country_iso2, banca.zone, banca.currencies::text[] AS currencies,
      banca.disabled_screens,
      banca.cross_db, banca.refunds_lapse, banca.week_close_hour, banca.week_due_days,
      banca.version, partner.id AS partner_id,
      coalesce(setting.pays_other_agencies, false) AS pays_other_agencies,
      coalesce(setting.annul_minutes, ${defaultTerms.annul_minutes}) AS annul_minutes,
      coalesce(setting.prize_days, ${defaultTerms.prize_days}) AS prize_days,
      ${amountsOf('pay_approval')}, ${amountsOf('client_ticket')}, ${amountsOf('client_prize')},
      EXISTS (SELECT 1 FROM sales_days) AS has_sold
    FROM banca JOIN partners partner ON partner.type = 'banca' LEFT JOIN partner_settings setting ON setting.partner_id = partner.id`)
  if (!row) throw new Error('this database has no banca')
  return row
}

const shown = ({ partner_id: _partner, ...settings }: Settings & { partner_id: number }): Settings => settings

/** @throws Problem `banca_sold` on what would move days that are counted already, or the screens of a country */
function mustStay(before: Settings, form: BankingForm): void {
  if (!before.has_sold) return
  if (form.zone !== before.zone)
    throw Problem.on('zone', 'banca_sold', 'Ya se vendió con otra zona: los días contados cambiarían.')
  if (form.country_iso2 !== before.country_iso2)
    throw Problem.on('country_iso2', 'banca_sold', 'Ya se vendió en otro país.')
}

/** @throws Problem `currency_below` when somebody sells in a currency that is taken out */
async function mustNotBeSold(tx: Tx, dropped: readonly Currency[]): Promise<void> {
  const [first] = await tx.rows<{ currency: Currency; sellers: number }>(sql`
    SELECT gone.currency, count(*)::int AS sellers FROM unnest(${list(dropped)}::text[]) gone(currency)
    JOIN partners partner ON partner.type <> 'banca' AND gone.currency::currency = ANY (partner.currencies) GROUP BY 1 ORDER BY 1`)
  if (!first) return
  const sellers = countText(first.sellers, 'afiliado vende', 'afiliados venden')
  throw Problem.on('currencies', 'currency_below', `${sellers} en ${currencyFacts[first.currency].name}.`)
}

/** @throws Problem `banca_sold`: tickets and accounts of a currency outlive who sells in it */
async function mustNotHaveSoldIn(tx: Tx, dropped: readonly Currency[]): Promise<void> {
  const sold = await tx.one<{ currency: Currency }>(sql`
    SELECT gone.currency FROM unnest(${list(dropped)}::text[]) gone(currency)
    WHERE EXISTS (SELECT 1 FROM sales_days sales_day WHERE sales_day.currency = gone.currency::currency) ORDER BY 1 LIMIT 1`)
  if (sold)
    throw Problem.on('currencies', 'banca_sold', `Ya se vendió en ${currencyFacts[sold.currency].name}: se queda.`)
}

function thresholds(form: BankingForm, of: Threshold): Record<string, string> {
  const set = { BS: form[`${of}_bs`], USD: form[`${of}_usd`], COP: form[`${of}_cop`] }
  return Object.fromEntries(Object.entries(set).flatMap(([currency, amount]) => (amount ? [[currency, amount]] : [])))
}

/** Days begin elsewhere: the draws ahead fall on others, and open and close with them. */
async function drawsFollowZone({ db, now }: Context, zone: string): Promise<void> {
  const today = inZone(now, zone).day
  await remakeDraws(db, today, now)
  await ensurePollaRounds(db, today, addDays(today, drawDaysAhead))
}

/** @throws Problem `changed_meanwhile` (with the settings as they are now in `current`), `banca_sold`, `currency_below` */
async function save(
  context: Context,
  { version, ...form }: Received<typeof banking.saveConfig>['body'],
): Promise<Settings> {
  const { db, audit } = context
  const asked = await read(db)
  const moves = form.zone !== asked.zone || form.country_iso2 !== asked.country_iso2
  // A first sale that is under way is seen, or comes after.
  if (moves && !asked.has_sold) await holdSales(db)
  const before = moves ? await read(db) : asked
  mustStay(before, form)
  const currencies = list(form.currencies)
  const saved = await db.run(sql`
    UPDATE banca
    SET name = ${form.name}, document = ${form.document}, logo_url = ${form.logo_url}, country_iso2 = ${form.country_iso2},
      zone = ${form.zone},
      currencies = ${currencies}::text[]::currency[], disabled_screens = ${list(form.disabled_screens)}::text[],
      cross_db = ${form.cross_db}, refunds_lapse = ${form.refunds_lapse},
      week_due_days = ${form.week_due_days}, week_close_hour = ${form.week_close_hour}::smallint,
      week_close_set_at = CASE WHEN week_close_hour IS DISTINCT FROM ${form.week_close_hour}::smallint OR zone <> ${form.zone}
        THEN ${context.now.toISOString()}::timestamptz ELSE week_close_set_at END,
      pay_approval_threshold = ${json(thresholds(form, 'pay_approval'))},
      client_from_ticket = ${json(thresholds(form, 'client_ticket'))},
      client_from_prize = ${json(thresholds(form, 'client_prize'))}, version = version + 1, updated_at = now()
    WHERE version = ${version}`)
  if (saved !== 1) throw new Problem('changed_meanwhile', { extra: { current: shown(await read(db)) } })
  // Held with the row above: nobody takes up meanwhile what is dropped here.
  const dropped = before.currencies.filter((one) => !form.currencies.includes(one))
  await mustNotBeSold(db, dropped)
  await mustNotHaveSoldIn(db, dropped)
  await db.run(sql`
    UPDATE partners
    SET name = ${form.name}, name_key = ${fold(form.name)}, document = ${form.document}, country_iso2 = ${form.country_iso2},
      currencies = ${currencies}::text[]::currency[],
      version = version + 1, bets_version = bets_version + 1, updated_at = now() WHERE id = ${before.partner_id}`)
  await openAccounts(db, [before.partner_id], form.currencies)
  await db.run(sql`
    INSERT INTO partner_settings (partner_id, annul_minutes, prize_days, pays_other_agencies)
    VALUES (${before.partner_id}, ${form.annul_minutes}, ${form.prize_days}, ${form.pays_other_agencies})
    ON CONFLICT (partner_id) DO UPDATE SET annul_minutes = excluded.annul_minutes, prize_days = excluded.prize_days,
      pays_other_agencies = excluded.pays_other_agencies`)
  if (form.zone !== before.zone) await drawsFollowZone(context, form.zone)
  const after = await read(db)
  audit({ before: shown(before), after: shown(after), significant: true })
  return shown(after)
}

export const bankingRoutes: Handlers<typeof banking> = {
  config: async ({ db }) => shown(await read(db)),
  saveConfig: (context, { body }) => save(context, body),
}
