/** Writes a demo's tree, people and terms. */
import { sql, type SQL } from 'drizzle-orm'
import { fromCents } from '@contract/values/money.ts'
import { fold } from '@contract/values/text.ts'
import { firstRateType } from '../rules/rates/in-force.ts'
import { openAccounts } from '../rules/ledger/accounts.ts'
import { hashPassword } from '../platform/session/password.ts'
import { list, type Executor } from '../platform/db/connect.ts'
import { demoPassword, type DemoPlan } from './plan.ts'
import { stakeLimits, regularQuotas, settings, bancaCeilings } from './terms.ts'

/** One column of an `unnest`, with its type. */
function column<T>(rows: readonly T[], type: string, value: (row: T) => unknown): SQL {
  return sql`${list(rows.map(value))}::${sql.raw(type)}[]`
}
const columns = (...all: SQL[]) => sql.join(all, sql`, `)

/** Nobody has this password: the seller has to be given one first. */
const unusablePassword = 'none'

/** The banca, its partners and their tree, offices and ledger accounts. `since` is when they began. */
export async function loadTree(db: Executor, plan: DemoPlan, since: Date): Promise<void> {
  const { partners, offices } = plan
  await db.run(sql`
    INSERT INTO banca (name, document, country_iso2, zone, currencies, cross_db)
    VALUES (${plan.name}, ${plan.document}, ${plan.country_iso2}, ${plan.zone}, ${list(plan.currencies)}::text[]::currency[], true)`)
  await db.run(sql`
    INSERT INTO partners (
      id, father_id, type, code, name, name_key, document, phone, email, address, country_iso2, state_id, municipality_id,
      currencies, status, payments_responsible_partner_id, created_at, updated_at
    )
    SELECT id, father_id, type::partner_type, code, name, name_key, document, phone, email, address, ${plan.country_iso2},
      state_id, municipality_id,
      string_to_array(currencies, ',')::currency[], status::active_status, CASE WHEN type = 'agencia' THEN father_id END,
      ${since.toISOString()}, ${since.toISOString()}
    FROM unnest(${columns(
      column(partners, 'int', (one) => one.id),
      column(partners, 'int', (one) => one.father_id),
      column(partners, 'text', (one) => one.type),
      column(partners, 'text', (one) => one.code),
      column(partners, 'text', (one) => one.name),
      column(partners, 'text', (one) => fold(one.name)),
      column(partners, 'text', (one) => one.document),
      column(partners, 'text', (one) => one.phone),
      column(partners, 'text', (one) => one.email),
      column(partners, 'text', (one) => one.address),
      column(partners, 'int', (one) => one.state_id),
      column(partners, 'int', (one) => one.municipality_id),
      column(partners, 'text', (one) => one.currencies.join(',')),
      column(partners, 'text', (one) => one.status),
    )}) AS new (id, father_id, type, code, name, name_key, document, phone, email, address, state_id, municipality_id, currencies, status)`)
  await db.run(sql`
    WITH RECURSIVE up AS (
      SELECT id, id AS ancestor_id, 0 AS depth, type FROM partners
      UNION ALL
      SELECT up.id, partner.father_id, up.depth + 1, up.type FROM up JOIN partners partner ON partner.id = up.ancestor_id
      WHERE partner.father_id IS NOT NULL
    ) INSERT INTO partner_ancestors (partner_id, ancestor_id, depth, partner_type) SELECT id, ancestor_id, depth, type FROM up`)
  await db.run(
    sql`
      INSERT INTO ticket_offices (partner_id, software_version)
      SELECT id, '1.0.0'
      FROM unnest(${column(offices, 'int', (one) => one.partner_id)}) AS id`,
  )
  await openAccounts(
    db,
    partners.map(({ id }) => id),
  )
  await db.run(sql`SELECT setval(pg_get_serial_sequence('partners', 'id'), (SELECT max(id) FROM partners))`)
}

/** Everybody who signs in, and a seller for each office. Demo users share one password, and one hash of it. */
export async function loadUsers(db: Executor, { users }: DemoPlan, since: Date): Promise<void> {
  const demoHash = await hashPassword(demoPassword)
  await db.run(sql`
    INSERT INTO users (username, name, password_hash, role, partner_id, manage_childs, awarding_results, password_changed_at, created_at)
    SELECT username, name, hash, role::user_role, partner_id, manages, awards, ${since.toISOString()}, ${since.toISOString()}
    FROM unnest(${columns(
      column(users, 'text', (one) => one.username),
      column(users, 'text', (one) => one.name),
      column(users, 'text', (one) => (one.demo ? demoHash : unusablePassword)),
      column(users, 'text', (one) => one.role),
      column(users, 'int', (one) => one.partner_id),
      column(users, 'boolean', (one) => one.manage_childs ?? false),
      column(users, 'boolean', (one) => one.awarding_results ?? false),
    )}) AS new (username, name, hash, role, partner_id, manages, awards)`)
}

async function loadQuotas(db: Executor, plan: DemoPlan, scale: number): Promise<void> {
  const top = bancaCeilings(plan, scale)
  await db.run(sql`
    INSERT INTO top_quotas (product_id, bet_type_id, currency, amount)
    SELECT product_id, bet_type_id, currency::currency, amount
    FROM unnest(${columns(
      column(top, 'int', (one) => one.product_id),
      column(top, 'int', (one) => one.bet_type_id),
      column(top, 'text', (one) => one.currency),
      column(top, 'numeric', (one) => one.amount),
    )}) AS new (product_id, bet_type_id, currency, amount)`)
  const regular = regularQuotas(plan, scale)
  await db.run(sql`
    INSERT INTO regular_quotas (partner_id, product_id, bet_type_id, currency, amount, set_by)
    SELECT partner_id, product_id, bet_type_id, currency::currency, amount, (SELECT id FROM partners WHERE type = 'banca')
    FROM unnest(${columns(
      column(regular, 'int', (one) => one.partner_id),
      column(regular, 'int', (one) => one.product_id),
      column(regular, 'int', (one) => one.bet_type_id),
      column(regular, 'text', (one) => one.currency),
      column(regular, 'numeric', (one) => one.amount),
    )}) AS new (partner_id, product_id, bet_type_id, currency, amount)`)
}

/** Settings, limits, quotas and commissions. */
export async function loadTerms(db: Executor, plan: DemoPlan, scale: number): Promise<void> {
  const banca = plan.partners[0]!.id
  await db.run(sql`
    INSERT INTO partner_settings (partner_id, annul_minutes, prize_days, max_lines, pays_other_agencies, rate_type_id)
    VALUES (${banca}, ${settings.annul_minutes}, ${settings.prize_days}, ${settings.max_lines}, false, ${firstRateType})`)
  const text = (cents: number) => fromCents(BigInt(cents))
  await db.run(sql`
    INSERT INTO partner_limits (partner_id, currency, min_stake, max_stake, max_ticket)
    SELECT ${banca}, currency::currency, least, most, ticket FROM unnest(${columns(
      column(plan.currencies, 'text', (one) => one),
      column(plan.currencies, 'numeric', (one) => text(stakeLimits[one].min_stake)),
      column(plan.currencies, 'numeric', (one) => text(stakeLimits[one].max_stake)),
      column(plan.currencies, 'numeric', (one) => text(stakeLimits[one].max_ticket)),
    )}) AS new (currency, least, most, ticket)`)
  await loadQuotas(db, plan, scale)
  const { rates } = plan
  await db.run(sql`
    INSERT INTO commissions (
      partner_id, product_id, bet_type_id, currency, commission_kind, commission_percent, participation_kind,
      participation_percent
    )
    SELECT partner_id, product_id, bet_type_id, currency::currency, earns, commission, kind, participation FROM unnest(${columns(
      column(rates, 'int', (one) => one.partner_id),
      column(rates, 'int', (one) => one.product_id ?? null),
      column(rates, 'int', (one) => one.bet_type_id ?? null),
      column(rates, 'text', (one) => one.currency ?? null),
      column(rates, 'text', (one) => one.commission_kind),
      column(rates, 'numeric', (one) => one.commission_percent),
      column(rates, 'text', (one) => one.participation_kind),
      column(rates, 'numeric', (one) => one.participation_percent),
    )}) AS new (partner_id, product_id, bet_type_id, currency, earns, commission, kind, participation)`)
}

/** Exchange rates from `first_day` on, one a day and type, the way they creep up. */
export async function loadRates(db: Executor, plan: DemoPlan, first_day: string, days: number): Promise<void> {
  await db.run(sql`INSERT INTO rate_types (id, codigo, nombre) VALUES (1, 'BCV', 'BCV'), (2, 'PARALELO', 'Paralelo')`)
  await db.run(sql`SELECT setval(pg_get_serial_sequence('rate_types', 'id'), 2)`)
  if (plan.country_iso2 !== 'VE') return
  await db.run(sql`
    INSERT INTO rates (rate_type_id, currency, rate, valid_from)
    SELECT kind.id, start_rate.currency::currency,
      round((start_rate.start * kind.factor * 1.0028 ^ day_number * (1 + 0.004 * sin(day_number * 1.7 + kind.id)))::numeric, 4),
      ${first_day}::date::timestamp AT TIME ZONE ${plan.zone} + make_interval(days => day_number)
    FROM generate_series(0, ${days}::int - 1) day_number
    CROSS JOIN (VALUES (1, 1.0), (2, 1.18)) kind(id, factor)
    CROSS JOIN (VALUES ('USD', 412.35), ('COP', 0.1034)) start_rate(currency, start)
    -- The official rate keeps Friday's over the weekend.
    WHERE day_number = 0 OR kind.id = 2 OR extract(isodow FROM ${first_day}::date + day_number) < 6
    ORDER BY day_number, kind.id, start_rate.currency`)
}
