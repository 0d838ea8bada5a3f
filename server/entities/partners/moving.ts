/** What another father would make of a partner, by the rules that then make it; and whether that still is what was shown. */
import { createHash } from 'node:crypto'
import { sql, type SQL } from 'drizzle-orm'
import { allows, rules, type Who } from '@contract/access/rules.ts'
import type { Answer, Received } from '@contract/endpoint.ts'
import { mostListed, type MovedHolding, type MovedKind, type MovePreview } from '@contract/partner-moves.ts'
import type { partners, PartnerType } from '@contract/partners.ts'
import { currencies as allCurrencies, type Currency } from '@contract/values/currency.ts'
import { add, subtract } from '@contract/values/money.ts'
import type { Sums } from '@contract/values/sums.ts'
import { list } from '../../platform/db/connect.ts'
import { publicName, within } from '../../platform/db/scope.ts'
import type { Context } from '../../platform/http/context.ts'
import { Problem } from '../../platform/http/problem.ts'
import { mustNotBeUnderOff } from '../../platform/lists/switched-off.ts'
import { balanceOf } from '../../rules/balances/balance.ts'
import type { PlaceDifference } from '../../rules/inheritance/place.ts'
import { heldAt, mustInheritAlike } from '../../rules/inheritance/watch.ts'
import { settleFirst } from '../../rules/settlement/readers.ts'
import type { Exchange } from '../../rules/tree/carry.ts'
import { exchangeOf, getsResponsible, type Move } from '../../rules/tree/tree.ts'
import { distinctCurrencies, fatherOf, mustNotHaveSold, mustSell } from './placement.ts'

interface Moved extends Move {
  currencies: readonly Currency[]
}
/** What is compared between what was shown and what is saved: amounts that every sale moves are not in it. */
type Effects = Omit<MovePreview, 'id' | 'name' | 'past' | 'shown'> & Pick<Exchange, 'losing' | 'gaining'>

const kindOf: Readonly<Record<string, MovedKind>> = {
  rate: 'rate',
  quota: 'quota',
  block: 'block',
  enabled: 'product',
  multiplier: 'product',
}

const firstAndTotal = <T>(all: readonly T[]) => ({ total: all.length, first: all.slice(0, mostListed) })

async function chainOf({ db }: Context, partner_id: number): Promise<number[]> {
  const rows = await db.rows<{ id: number }>(
    sql`SELECT ancestor_id AS id FROM partner_ancestors WHERE partner_id = ${partner_id} ORDER BY depth`,
  )
  return rows.map(({ id }) => id)
}

/** Names by their ids; of whoever stands above the caller no more than everybody knows. */
async function namesOf({ scope, db }: Context, ids: readonly number[]): Promise<ReadonlyMap<number, string>> {
  const rows = await db.rows<{ id: number; name: string }>(
    sql`SELECT p.id, ${publicName(scope, sql`p`)} AS name FROM partners p WHERE p.id = ANY (${list([...new Set(ids)])}::int[])`,
  )
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** Methods of payment of whoever is left, and of whoever comes above. */
async function methodsAt(
  { db }: Context,
  losing: readonly number[],
  gaining: readonly number[],
): Promise<PlaceDifference[]> {
  const rows = await db.rows<{ name: string; by: number; lost: boolean }>(sql`
    SELECT concat_ws(' · ', m.name, m.currency) AS name, m.partner_id AS by, m.partner_id = ANY (${list(losing)}::int[]) AS lost
    FROM payment_methods m
    WHERE m.status = 'activo' AND m.partner_id = ANY (${list([...losing, ...gaining])}::int[])
    ORDER BY lost DESC, m.name_key, m.id`)
  const [none, there] = [{ text: 'no', by: null }, (by: number) => ({ text: 'se acepta', by })]
  return rows.map(({ name, by, lost }) => ({
    what: 'payment_method',
    name,
    before: lost ? there(by) : none,
    after: lost ? none : there(by),
    own: null,
  }))
}

async function peopleOf({ db }: Context, ids: readonly number[]) {
  const rows = await db.rows<{ name: string; partner_name: string } & Who>(sql`
    SELECT u.name, p.name AS partner_name, u.role, u.manage_childs, u.awarding_results FROM users u JOIN partners p ON p.id = u.partner_id
    WHERE u.status = 'activo' AND u.partner_id = ANY (${list(ids)}::int[]) ORDER BY p.name_key, u.name, u.id`)
  return firstAndTotal(
    rows.map(({ name, partner_name, ...who }) => ({ name, partner_name, manages: allows(rules.registryWrite, who) })),
  )
}

interface Around {
  below: MovePreview['below']
  responsible: number
  changes: boolean
  others: number
}

/** What hangs from it, and who answers for it before and after. */
async function aroundOf({ db }: Context, move: Move): Promise<Around> {
  const count = (type: PartnerType, where: SQL = sql`true`) =>
    sql`(count(*) FILTER (WHERE p.type = ${type} AND p.id <> ${move.partner_id} AND ${where}))::int`
  const row = await db.one<Around>(sql`
    SELECT jsonb_build_object(
      'distributors', ${count('distribuidor')}, 'agencies', ${count('agencia')}, 'offices', ${count('taquilla')}
    ) AS below,
      max(coalesce(p.payments_responsible_partner_id, p.father_id)) FILTER (WHERE p.id = ${move.partner_id}) AS responsible,
      coalesce(
        bool_or(
          p.payments_responsible_partner_id IS NULL OR ${getsResponsible(move)}
        ) FILTER (WHERE p.id = ${move.partner_id}), false
      ) AS changes,
      (count(*) FILTER (WHERE p.id <> ${move.partner_id} AND ${getsResponsible(move)}))::int AS others
    FROM partner_ancestors inside JOIN partners p ON p.id = inside.partner_id WHERE inside.ancestor_id = ${move.partner_id}`)
  return row!
}

async function effectsOf(context: Context, { currencies, ...move }: Moved): Promise<Effects> {
  const { losing, gaining } = await exchangeOf(context.db, move)
  const [before, above] = [await chainOf(context, move.partner_id), await chainOf(context, move.to)]
  const held = [
    ...(await heldAt(context.db, before, { chain: [move.partner_id, ...above], currencies })),
    ...(await methodsAt(context, losing, gaining)),
  ]
  const { below, responsible, changes, others } = await aroundOf(context, move)
  const names = await namesOf(context, [...before, ...above, responsible])
  const nameOf = (id: number | null) => (id === null ? null : (names.get(id) ?? null))
  const pathOf = (chain: readonly number[]) => {
    const own = chain.indexOf(context.scope.partner_id)
    return chain
      .slice(0, own + 1)
      .map(nameOf)
      .reverse()
      .join(' › ')
  }
  const shown = ({ what, name, before: was, after: is, own }: PlaceDifference): MovedHolding => ({
    kind: kindOf[what] ?? (what === 'payment_method' ? what : 'setting'),
    name,
    from: was.text,
    from_of: nameOf(was.by),
    to: is.text,
    to_of: nameOf(is.by),
    own: is.by === move.partner_id ? null : own,
  })
  return {
    losing,
    gaining,
    father: {
      before: { id: move.from, name: nameOf(move.from) ?? '', path: pathOf(before.slice(1)) },
      after: { id: move.to, name: nameOf(move.to) ?? '', path: pathOf(above) },
    },
    below,
    responsible: {
      before: nameOf(responsible) ?? '',
      after: nameOf(changes ? move.to : responsible) ?? '',
      below: others,
    },
    people: { losing: await peopleOf(context, losing), gaining: await peopleOf(context, gaining) },
    changes: firstAndTotal(held.filter(({ before: was, after: is }) => was.text !== is.text).map(shown)),
    kept: firstAndTotal(
      held
        .filter(({ before: was, after: is }) => was.text === is.text && is.by === move.partner_id)
        .map(({ name, after }) => ({ name, value: after.text })),
    ),
  }
}

const markOf = (effects: Effects) => createHash('sha256').update(JSON.stringify(effects)).digest('hex').slice(0, 32)

/** Each currency once: what there is, with what comes or goes. */
function combineSums(these: Sums, others: Sums, by: (one: string, other: string) => string): Sums {
  const of = (sums: Sums, currency: Currency) => sums.find((one) => one.currency === currency)?.amount ?? '0.00'
  return allCurrencies
    .map((currency) => ({ currency, amount: by(of(these, currency), of(others, currency)) }))
    .filter(({ amount }) => !/^-?0+(\.0+)?$/.test(amount))
}

/** Balances before and after of those that lose it and of those that gain it: who is above both keeps what it has. */
async function pastOf(
  { db }: Context,
  { partner_id }: Move,
  { losing, gaining }: Effects,
): Promise<MovePreview['past']> {
  const ids = [partner_id, ...losing, ...gaining]
  const rows = await db.rows<{ id: number; name: string; balance: Sums; since: string | null }>(sql`
    SELECT p.id, p.name, ${balanceOf(sql`p.id`)} AS balance,
      CASE WHEN p.id = ${partner_id} THEN (SELECT min(d.day)::text FROM product_days d WHERE d.partner_id = p.id) END AS since
    FROM partners p WHERE p.id = ANY (${list(ids)}::int[])`)
  const by = new Map(rows.map((row) => [row.id, row]))
  const own = by.get(partner_id)!
  const shown = (of: readonly number[], change: (one: string, other: string) => string) =>
    of.map((id) => {
      const { name, balance } = by.get(id)!
      return { id, name, before: [...balance], after: [...combineSums(balance, own.balance, change)] }
    })
  return {
    since: own.since,
    balance: [...own.balance],
    losing: shown(losing, subtract),
    gaining: shown(gaining, add),
  }
}

/**
 * What a save with this father would be refused for, it is refused for too.
 * @throws Problem `not_found`, `own_partner`, `switched_off_above`, `invalid_father`, `office_sold`, `currency_not_sold`,
 * `inheritance_changed`
 */
export async function previewMove(
  context: Context,
  { id, father_id, currencies: asked }: Received<typeof partners.movePreview>['body'],
): Promise<Answer<typeof partners.movePreview>> {
  const { scope, db } = context
  await settleFirst(context, id)
  const partner = await db.one<{ name: string; type: PartnerType; father_id: number; currencies: Currency[] }>(sql`
    SELECT p.name, p.type, p.father_id, p.currencies::text[] AS currencies
    FROM partners p
    WHERE p.id = ${id} AND ${within(scope, sql`p.id`)}`)
  if (!partner) throw new Problem('not_found')
  if (id === scope.partner_id) throw new Problem('own_partner')
  if (father_id === partner.father_id) throw Problem.on('father_id', 'invalid_father', 'Ya depende de él.')
  await mustNotBeUnderOff(context, id)
  const father = await fatherOf(scope, db, partner.type, father_id, { moved_id: id })
  if (partner.type === 'taquilla') await mustNotHaveSold(db, id)
  const currencies = distinctCurrencies(asked ?? partner.currencies)
  mustSell(father, currencies)
  await mustInheritAlike(context, { id, before: partner.currencies, father_id, currencies })
  const move = { partner_id: id, from: partner.father_id, to: father_id }
  const effects = await effectsOf(context, { ...move, currencies })
  const { losing: _losing, gaining: _gaining, ...firstAndTotal } = effects
  return {
    id,
    name: partner.name,
    ...firstAndTotal,
    past: await pastOf(context, move, effects),
    shown: markOf(effects),
  }
}

/**
 * Whoever was shown what a move does moves it only if it still does that. Before anything of it is written.
 * @throws Problem `changed_meanwhile`, which names the way to see it anew
 */
export async function mustBeAsShown(context: Context, moved: Moved, shown: string): Promise<void> {
  if (markOf(await effectsOf(context, moved)) === shown) return
  throw new Problem('changed_meanwhile', {
    detail: 'Lo que cambiaría con el traslado ya no es lo que usted vio. Revíselo de nuevo antes de guardar.',
    extra: { moved: true },
  })
}
