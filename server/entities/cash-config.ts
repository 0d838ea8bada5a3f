/** What an agency's drawers are counted with, kept beside what is usual: only what it says otherwise is its own. */
import { sql } from 'drizzle-orm'
import { usualDenominations } from '@contract/cash-counts.ts'
import type { cashConfig, CurrencyConfig, KeptConfig } from '@contract/cash-config.ts'
import type { Received } from '@contract/endpoint.ts'
import { centsFault, type Currency } from '@contract/values/currency.ts'
import { add, compare, hasCents } from '@contract/values/money.ts'
import { json, type Executor } from '../platform/db/connect.ts'
import type { Context, Handlers } from '../platform/http/context.ts'
import { Problem } from '../platform/http/problem.ts'
import { changedMeanwhile } from '../platform/lists/versioned.ts'
import { readCashSettings } from '../rules/cash/counts.ts'

async function currenciesOf(db: Executor, agency_id: number): Promise<Currency[]> {
  const found = await db.one<{ currencies: Currency[] }>(sql`
    SELECT currencies::text[] AS currencies FROM partners WHERE id = ${agency_id}`)
  return found!.currencies
}

async function read({ db, session }: Pick<Context, 'db' | 'session'>): Promise<KeptConfig> {
  const { partner_id } = session
  const { version, denominations, floats, tolerances } = await readCashSettings(db, partner_id)
  const currencies = await currenciesOf(db, partner_id)
  return {
    version,
    currencies: currencies.map((currency) => ({
      currency,
      denominations: denominations[currency],
      float: floats[currency] ?? null,
      tolerance: tolerances[currency],
      usual: [...usualDenominations[currency]],
    })),
  }
}

const downwards = (one: string, other: string) => compare(other, one)

/** @throws Problem `currency_not_sold`, `amount_decimals`, `invalid`, on its field */
function mustBeSound(given: readonly CurrencyConfig[], own: readonly Currency[]): void {
  given.forEach(({ currency, denominations, float, tolerance }, n) => {
    const at = (name: string) => `currencies.${n}.${name}`
    const isTwice = given.findIndex((one) => one.currency === currency) !== n
    if (isTwice) throw Problem.on(at('currency'), 'invalid', 'La moneda está dos veces')
    if (!own.includes(currency))
      throw Problem.on(at('currency'), 'currency_not_sold', 'La agencia no trabaja con esa moneda')
    const amounts = { float, tolerance, denominations: denominations.find((one) => hasCents(one, currency)) ?? null }
    for (const [name, amount] of Object.entries(amounts))
      if (amount !== null && hasCents(amount, currency))
        throw Problem.on(at(name), 'amount_decimals', centsFault(currency))
    if (new Set(denominations.map((one) => add(one))).size !== denominations.length)
      throw Problem.on(at('denominations'), 'invalid', 'Una pieza está dos veces')
  })
}

/** By currency, of those that are said. */
const byCurrency = <T>(given: readonly CurrencyConfig[], of: (one: CurrencyConfig) => T | null) =>
  Object.fromEntries(given.map((one) => [one.currency, of(one)] as const).filter(([, value]) => value !== null))

/** Other currencies stay as they were: an agency may come back to one. @throws Problem `changed_meanwhile` and as above */
async function save(
  context: Context,
  { version, currencies }: Received<typeof cashConfig.saveConfig>['body'],
): Promise<KeptConfig> {
  const { db, session } = context
  const before = await read(context)
  if (before.version !== version) throw changedMeanwhile(before)
  mustBeSound(currencies, await currenciesOf(db, session.partner_id))
  const { partner_id } = context.scope
  const given = {
    denominations: byCurrency(currencies, (one) => one.denominations.map((each) => add(each)).sort(downwards)),
    floats: byCurrency(currencies, ({ float }) => float),
    tolerances: byCurrency(currencies, ({ tolerance }) => tolerance),
  }
  const named = json(currencies.map(({ currency }) => currency))
  const saved = await db.run(sql`
    INSERT INTO cash_settings AS kept (partner_id, denominations, floats, tolerances)
    VALUES (${partner_id}, ${json(given.denominations)}, ${json(given.floats)}, ${json(given.tolerances)})
    ON CONFLICT (partner_id) DO UPDATE SET
      denominations = kept.denominations || excluded.denominations,
      floats = (kept.floats - ARRAY(SELECT jsonb_array_elements_text(${named}))) || excluded.floats,
      tolerances = kept.tolerances || excluded.tolerances, version = kept.version + 1, updated_at = now()
    WHERE kept.version = ${version}`)
  if (saved !== 1) throw changedMeanwhile(await read(context))
  const after = await read(context)
  context.audit({ entity_id: partner_id, before, after, significant: true })
  return after
}

export const cashConfigRoutes: Handlers<typeof cashConfig> = {
  config: (context) => read(context),
  saveConfig: (context, { body }) => save(context, body),
}
