/** The settings that one change may set for many partners: where each is kept, and what holds where no partner sets it. */
import { sql, type SQL } from 'drizzle-orm'
import type { Received } from '@contract/endpoint.ts'
import type { betsConfigurations } from '@contract/bets-configurations.ts'
import { compare } from '@contract/values/money.ts'
import type { Scope } from '../../platform/db/scope.ts'
import { byFlag, byNumber, type Order } from './check.ts'
import { writeProducts } from './products.ts'
import type { BetPrize } from './queries.ts'

export type ConfigurationChange = Received<typeof betsConfigurations.global>['body']['change']
export type ConfigurationValue = number | boolean | string

export interface FieldSql {
  /** `partner_id` and `value` of every partner that sets it. */
  rows: SQL
  /** What holds where nobody sets it; null when nothing does. */
  standard: SQL
  /** The value as its column's type. */
  value: SQL
  /** Sets it for the partners of `ids` (an `int[]`), or lifts it where the value is null. */
  write(ids: SQL): SQL[]
  /** More of it is more risk of the banca's; without an order nobody minds. */
  order: Order<ConfigurationValue> | null
}

const minutesAndDays = {
  annul_minutes: 'smallint',
  prize_days: 'smallint',
  max_lines: 'smallint',
  pays_other_agencies: 'boolean',
} as const

function settingField(column: keyof typeof minutesAndDays, value: ConfigurationValue | null): FieldSql {
  const [name, type] = [sql.raw(column), sql.raw(minutesAndDays[column])]
  const typed = sql`${value}::${type}`
  return {
    rows: sql`SELECT partner_id, ${name} AS value FROM partner_settings WHERE ${name} IS NOT NULL`,
    standard: sql`NULL::${type}`,
    value: typed,
    write: (ids) => [
      sql`
        INSERT INTO partner_settings (partner_id, ${name})
        SELECT id, ${typed}
        FROM unnest(${ids}) AS id
        ORDER BY id
        ON CONFLICT (partner_id) DO UPDATE SET ${name} = excluded.${name}`,
    ],
    order: (column === 'pays_other_agencies' ? byFlag : byNumber) as Order<ConfigurationValue>,
  }
}

function limitField(
  column: 'min_stake' | 'max_stake' | 'max_ticket',
  currency: string,
  value: string | null,
): FieldSql {
  const name = sql.raw(column)
  const typed = sql`${value}::numeric(14, 2)`
  return {
    rows: sql`SELECT partner_id, ${name} AS value FROM partner_limits WHERE currency = ${currency}::currency AND ${name} IS NOT NULL`,
    standard: sql`NULL::numeric`,
    value: typed,
    write: (ids) => [
      sql`
        INSERT INTO partner_limits (partner_id, currency, ${name})
        SELECT id, ${currency}::currency, ${typed}
        FROM unnest(${ids}) AS id
        ORDER BY id
        ON CONFLICT (partner_id, currency) DO UPDATE SET ${name} = excluded.${name}`,
      sql`
        DELETE FROM partner_limits
        WHERE partner_id = ANY (${ids}) AND currency = ${currency}::currency
          AND coalesce(min_stake, max_stake, max_ticket) IS NULL`,
    ],
    // A lower minimum risks nothing.
    order: column === 'min_stake' ? null : (compare as Order<ConfigurationValue>),
  }
}

function productField(scope: Scope, product_id: number, value: boolean | null): FieldSql {
  return {
    rows: sql`SELECT partner_id, enabled AS value FROM partner_products WHERE product_id = ${product_id}`,
    standard: sql`true`,
    value: sql`${value}::boolean`,
    write: (ids) =>
      value === null
        ? [sql`DELETE FROM partner_products WHERE partner_id = ANY (${ids}) AND product_id = ${product_id}`]
        : [
            writeProducts(
              scope,
              sql`SELECT id AS partner_id, ${product_id}::smallint AS product_id, ${value}::boolean AS enabled FROM unnest(${ids}) AS id`,
            ),
          ],
    order: byFlag as Order<ConfigurationValue>,
  }
}

const placeColumns = ['multiplier', 'second', 'third'] as const

function multiplierField({ product_id, bet_type_id, place = 1 }: BetPrize, value: string | null): FieldSql {
  const name = sql.raw(placeColumns[place - 1]!)
  const typed = sql`${value}::numeric(8, 2)`
  const ofBet = sql`product_id = ${product_id} AND bet_type_id = ${bet_type_id}`
  return {
    rows: sql`SELECT partner_id, ${name} AS value FROM partner_multipliers WHERE ${ofBet} AND ${name} IS NOT NULL`,
    standard: sql`(SELECT coalesce(place_multipliers[${place}::int], multiplier) FROM product_bet_types WHERE ${ofBet})`,
    value: typed,
    write: (ids) => [
      sql`
        INSERT INTO partner_multipliers (partner_id, product_id, bet_type_id, ${name})
        SELECT id, ${product_id}::int, ${bet_type_id}::int, ${typed}
        FROM unnest(${ids}) AS id
        ORDER BY id
        ON CONFLICT (partner_id, product_id, bet_type_id) DO UPDATE SET ${name} = excluded.${name}`,
      sql`DELETE FROM partner_multipliers WHERE partner_id = ANY (${ids}) AND ${ofBet} AND coalesce(multiplier, second, third) IS NULL`,
    ],
    order: compare as Order<ConfigurationValue>,
  }
}

export function fieldSql(scope: Scope, change: ConfigurationChange): FieldSql {
  switch (change.field) {
    case 'min_stake':
    case 'max_stake':
    case 'max_ticket':
      return limitField(change.field, change.currency, change.value)
    case 'enabled':
      return productField(scope, change.product_id, change.value)
    case 'multiplier':
      return multiplierField(change, change.value)
    default:
      return settingField(change.field, change.value)
  }
}

/** Of the ancestors of `partner`, the nearest that sets a value of `rows`: `value` and `name`. */
export function nearestOf(rows: SQL): SQL {
  return sql`LATERAL (
    SELECT given.value, up.name
    FROM partner_ancestors above
    JOIN (${rows}) given ON given.partner_id = above.ancestor_id
    JOIN partners up ON up.id = above.ancestor_id
    WHERE above.partner_id = partner.id AND above.depth > 0 ORDER BY above.depth LIMIT 1
  )`
}
