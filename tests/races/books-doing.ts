/** The steps of `books-steps.ts` done to the product, and noted in the model: what each did, if it did anything. */
import { sql } from 'drizzle-orm'
import type { AccountKind } from '../../contract/ledger-accounts.ts'
import type { Currency } from '../../contract/values/currency.ts'
import { addDays, weekday } from '../../contract/values/dates.ts'
import { fromCents, toCents } from '../../contract/values/money.ts'
import { list } from '../../server/platform/db/connect.ts'
import { Problem } from '../../server/platform/http/problem.ts'
import { owedByCreditor, passDebt } from '../../server/rules/books/assign.ts'
import { closeWeek } from '../../server/rules/books/close.ts'
import { holdPayments, postPayment, reversePayment } from '../../server/rules/books/payments.ts'
import { reopenWeek } from '../../server/rules/books/reopen.ts'
import { openRegister } from '../../server/rules/cash/registers.ts'
import { postWithDays } from '../support/posted.ts'
import { addCommission, addPartner, kept } from '../support/factories.ts'
import { betTypeId, type World } from '../support/world.ts'
import { CashDoing } from './books-cash.ts'
import { coinOf, lineRates, Model, ownRates, sundayOf } from './books-debts.ts'
import { weeks, type Do, type Earning, type Step } from './books-steps.ts'

/** A banca in which trees are planted. */
export interface Ground {
  world: World
  /** The Sunday before the first week of the test's days. */
  begin: string
  /** Of `lineRates`, as a sale keeps them. */
  rate_ids: number[]
  /** The banca's, of movements: `borne` is what it bears itself. */
  types: Record<'ingreso_plain' | 'ingreso_asks' | 'egreso_plain' | 'egreso_asks' | 'egreso_borne', number>
}

export async function openGround(world: World): Promise<Ground> {
  const rate_ids: number[] = []
  for (const { commission_kind, commission, participation_kind, participation } of lineRates) {
    const made = await world.db.one<{ id: number }>(sql`
      INSERT INTO frozen_rates (commission_kind, commission_percent, participation_kind, participation_percent)
      VALUES (${commission_kind}, ${commission}::numeric / 10000, ${participation_kind}, ${participation}::numeric / 10000) RETURNING id`)
    rate_ids.push(made!.id)
  }
  const types = Object.fromEntries(
    (
      await world.db.rows<{ name: string; id: number }>(sql`
        INSERT INTO expenditure_types (partner_id, direction, name, name_key, needs_approval, borne_by)
        SELECT ${world.partner.banca}, direction, direction || '_' || name, direction || '_' || name, name = 'asks',
          CASE name WHEN 'borne' THEN 'banca' ELSE 'agencia' END
        FROM (VALUES ('ingreso', 'plain'), ('ingreso', 'asks'), ('egreso', 'plain'), ('egreso', 'asks'), ('egreso', 'borne'))
          type(direction, name)
        RETURNING name, id`)
    ).map(({ name, id }) => [name, id]),
  ) as Ground['types']
  return { world, begin: addDays(world.today, -weekday(world.today) - 7 * weeks), rate_ids, types }
}

/** A register of a new office, which never sold. */
async function openTill(world: World, { office_id, agency_id }: { office_id: number; agency_id: number }) {
  const office = { office_id, agency_id, currencies: ['BS' as const] }
  await world.run((tx) =>
    openRegister(tx, office, { counts: [], hand: { by: world.user['banca']!, at: new Date(), today: world.today } }),
  )
}

/** A tree of its own for each sequence: two distributors, one under the other, and three agencies. */
export interface Tree {
  top: number
  under: number
  agencies: number[]
  offices: number[]
  /** In which all of it sells. */
  currency: Currency
  /** An account of each who pays or is paid. */
  accounts: Map<number, number>
  /** An office of each agency that sells nothing, with its register open. */
  tills: number[]
  /** Two funds of each. */
  funds: Map<number, [number, number]>
}

export const debtorsOf = ({ top, under, agencies }: Tree) => [...agencies, under, top]

let planted = 0
export async function plant({ world }: Ground, currency: Currency): Promise<{ tree: Tree; model: Model }> {
  planted += 1
  const add = (father_id: number, type: string, name: string) =>
    addPartner(world.db, { father_id, type, code: `M${planted}${name}`, name: `Modelo ${planted} ${name}` } as never)
  const top = await add(world.partner.banca, 'distribuidor', 'D1')
  const under = await add(top, 'distribuidor', 'D2')
  const agencies = [
    await add(under, 'agencia', 'A1'),
    await add(under, 'agencia', 'A2'),
    await add(top, 'agencia', 'A3'),
  ]
  const offices: number[] = []
  for (const [n, agency] of agencies.entries()) offices.push(await add(agency, 'taquilla', `T${n}`))
  for (const [partner_id, { sales, left }] of [
    [top, ownRates.top],
    [under, ownRates.under],
  ] as const)
    await addCommission(world.db, {
      partner_id,
      commission_percent: Number(sales) / 10_000,
      participation_percent: Number(left) / 10_000,
    })
  const accounts = new Map<number, number>()
  for (const id of [world.partner.banca, top, under, ...agencies])
    accounts.set(id, await kept.accounts.add(world.db, { partner_id: id, currency }))
  const tills: number[] = []
  for (const [n, agency_id] of agencies.entries()) {
    tills.push(await add(agency_id, 'taquilla', `C${n}`))
    await openTill(world, { office_id: tills[n]!, agency_id })
  }
  const funds = new Map<number, [number, number]>()
  for (const id of accounts.keys())
    funds.set(id, [await addFund(world, id, `Fondo ${planted}`), await addFund(world, id, `Otro ${planted}`)])
  const model = new Model({ top, banca: world.partner.banca, currency })
  for (const [id, by] of [
    [top, world.partner.banca],
    [under, top],
    ...agencies.map((id, n) => [id, n < 2 ? under : top]),
  ] as [number, number][])
    model.answers.set(id, [{ since: '0000-01-01', by }])
  return { tree: { top, under, agencies, offices, currency, accounts, tills, funds }, model }
}

async function addFund({ db }: World, partner_id: number, name: string): Promise<number> {
  const made = await db.one<{ id: number }>(sql`
    INSERT INTO cash_funds (partner_id, name, name_key) VALUES (${partner_id}, ${name}, lower(${name})) RETURNING id`)
  return made!.id
}

/** One of them, as it is done by whoever may. */
export class Doing {
  private readonly ground: Ground
  private readonly tree: Tree
  private readonly model: Model
  private readonly cash: CashDoing
  constructor(ground: Ground, { tree, model }: { tree: Tree; model: Model }) {
    this.ground = ground
    this.tree = tree
    this.model = model
    this.cash = new CashDoing(ground, { tree, model })
  }

  async do(step: Step): Promise<void> {
    if (step.do === 'earn') await this.earn(step)
    else if (step.do === 'settle') await this.settle(step)
    else if (step.do === 'answer') await this.answer(step)
    else if (step.do === 'close') await this.close(step)
    else if (step.do === 'pay') await this.pay(step)
    else if (step.do === 'undo') await this.undo(step)
    else if (step.do === 'assign') await this.assign(step)
    else if (step.do === 'reopen') await this.reopen(step)
    else await this.cash.do(step)
  }

  /** Money in all funds, and weeks in which everybody sold or won, each closed: the second agency carries the loss of its first. */
  async live(count: number): Promise<void> {
    await this.cash.fill()
    for (let week = 1; week <= count; week += 1) {
      const [isFirst, day] = [week === 1, 7 * week - 2]
      const sale = { do: 'settle' as const, day, hour: 10, product: 0, wins: false }
      await this.sell({ ...sale, at: 0, rate: 0, cents: 1_033 * week })
      await this.sell({ ...sale, at: 1, rate: isFirst ? 1 : 2, wins: isFirst, cents: 2_077 * week })
      await this.sell({ ...sale, at: 2, rate: isFirst ? 3 : 4, cents: 3_011 * week })
      await this.ground.world.settle()
      await this.close({ do: 'close', of: 5, week, over: false })
    }
  }

  /** So many of the smallest coins, in hundredths. */
  private money(coins: number): bigint {
    return BigInt(coins) * coinOf(this.tree.currency)
  }

  private signature() {
    const { world } = this.ground
    return { by: world.user['banca']!, at: new Date(), today: world.today }
  }

  private async earn({ what, at, day, cents }: Do<'earn'>): Promise<void> {
    const { world, begin } = this.ground
    const { kind, debit, credit, sign } = postings[what]
    const side = ([office, of]: [boolean, AccountKind]) => ({
      partner_id: office ? this.tree.offices[at]! : this.tree.agencies[at]!,
      kind: of,
    })
    const on = addDays(begin, day)
    await world.run((tx) =>
      postWithDays(tx, [
        {
          day: on,
          kind,
          ref_kind: 'adjustment',
          ref_id: 1,
          currency: this.tree.currency,
          moves: [{ debit: side(debit), credit: side(credit), amount: fromCents(this.money(cents)) }],
        },
      ]),
    )
    this.model.facts.push({ partner_id: this.tree.agencies[at]!, day: on, cents: sign * this.money(cents) })
  }

  private async settle(step: Do<'settle'>): Promise<void> {
    await this.sell(step)
    await this.ground.world.settle()
  }

  /** Sells, or wins, of an agency's day, by the sums that a sale and an award leave, and notes that they are to be settled. */
  private async sell({ at, day: n, hour, product, rate, cents, wins }: Do<'settle'>): Promise<void> {
    const { world, begin, rate_ids } = this.ground
    const [day, office_id, agency_id] = [addDays(begin, n), this.tree.offices[at]!, this.tree.agencies[at]!]
    const [sold, prizes] = wins ? [0n, this.money(cents)] : [this.money(cents), 0n]
    const { currency } = this.tree
    const product_id = world.product((['LOTTO_ACTIVO', 'LA_GRANJITA'] as const)[product]!)
    await this.earn({ do: 'earn', what: wins ? 'premio' : 'venta', at, day: n, cents })
    await world.db.run(sql`
      WITH noted AS (
        INSERT INTO unsettled (agency_id, currency, product_id, rate_id, week)
        VALUES (${agency_id}, ${currency}, ${product_id}, ${rate_ids[rate]!}, week_of(${day}::date))
      )
      INSERT INTO settlement_hours AS cell (office_id, day, currency, product_id, bet_type_id, rate_id, hour, sold, prizes, lines)
      VALUES (${office_id}, ${day}, ${currency}, ${product_id}, ${betTypeId('ANIMALITO')}, ${rate_ids[rate]!}, ${hour},
        ${fromCents(sold)}, ${fromCents(prizes)}, 1)
      ON CONFLICT (office_id, day, currency, product_id, bet_type_id, rate_id, hour)
        DO UPDATE SET sold = cell.sold + excluded.sold, prizes = cell.prizes + excluded.prizes`)
    this.model.sold.push({ agency_id, product, rate, day, sold, prizes })
  }

  /** From a day on somebody else answers, as a change on that day would have left it: never of a week that was ever closed. */
  private async answer({ of, by, day }: Do<'answer'>): Promise<void> {
    const { world, begin } = this.ground
    const { top, under, agencies } = this.tree
    const who = debtorsOf(this.tree)[of]!
    const candidates =
      who === top
        ? [world.partner.banca, top]
        : who === under
          ? [top, under, world.partner.banca]
          : [under, top, who, world.partner.banca]
    const answers = candidates[by % candidates.length]!
    const closed = await world.db.one<{ week: string | null }>(sql`
      SELECT max(week)::text AS week FROM closings WHERE partner_id = ANY (${list([top, under, ...agencies])}::int[])`)
    const since = [addDays(begin, day), closed?.week ? addDays(closed.week, 1) : begin].sort().at(-1)!
    const known = this.model.answers.get(who)!
    if (known.at(-1)!.since > since) return
    await world.db.run(sql`
      INSERT INTO payment_responsibles VALUES (${who}, ${since}::date, ${answers})
      ON CONFLICT (partner_id, since) DO UPDATE SET responsible_id = excluded.responsible_id`)
    if (known.at(-1)!.since === since) known.pop()
    known.push({ since, by: answers })
    await world.settle()
  }

  private async close({ of, week, over }: Do<'close'>): Promise<void> {
    const { world, begin } = this.ground
    const root = [...debtorsOf(this.tree), this.tree.top][of]!
    await world.run((tx) =>
      closeWeek(tx, {
        week: addDays(begin, 7 * week),
        of: sql`EXISTS (SELECT 1 FROM partner_ancestors a WHERE a.partner_id = partner.id AND a.ancestor_id = ${root})`,
        signature: { ...this.signature(), ...(over && { reason: 'Se cierra igual' }) },
      }),
    )
  }

  /** Somebody's last one, whichever. */
  private async reopen({ which }: Do<'reopen'>): Promise<void> {
    const { world } = this.ground
    const all = await world.db.rows<{ id: number }>(sql`
      SELECT DISTINCT ON (partner_id) id FROM closings
      WHERE reversed_at IS NULL AND partner_id = ANY (${list(debtorsOf(this.tree))}::int[]) ORDER BY partner_id, week DESC`)
    if (all.length === 0) return
    await world.run((tx) => reopenWeek(tx, all[which % all.length]!.id, { ...this.signature(), reason: 'Se reabre' }))
  }

  /** Today: from the partner to whom it owes now, or to the banca, or the other way; by accounts where a side names its own. */
  private async pay(step: Do<'pay'>): Promise<void> {
    const { of, up, gives, from, to } = step
    const { world } = this.ground
    const { accounts, currency } = this.tree
    const line = [debtorsOf(this.tree)[of]!]
    const sunday = sundayOf(world.today)
    do line.push(this.model.creditor(line.at(-1)!, sunday))
    while (up && line.at(-1) !== world.partner.banca)
    const ends = [line[0]!, line.at(-1)!] as const
    const [payer, receiver] = gives ? [ends[1], ends[0]] : ends
    const [from_account, to_account] = [from && accounts.get(payer)!, to && accounts.get(receiver)!]
    const cents = this.money(step.cents)
    const amount = fromCents(cents)
    const [direction, year] = [gives ? ('recibe' as const) : ('paga' as const), Number(world.today.slice(0, 4))]
    const by = world.user['banca']!
    const id = await world.run(async (tx) => {
      const made = await tx.one<{ id: number }>(sql`
        INSERT INTO payments (partner_id, counterpart_id, payer_id, receiver_id, line, direction, "to", amount, currency, paid_on,
          payer_account_id, receiver_account_id, state, receipt_year, receipt_number, reporter_id, created_by, written_by)
        VALUES (${ends[0]}, ${ends[1]}, ${payer}, ${receiver}, ${list(line)}::int[], ${direction}, 'banca', ${amount}, ${currency},
          ${world.today}, ${from_account || null}, ${to_account || null}, 'confirmado', ${year},
          next_payment_receipt(${receiver}, ${year}), ${ends[0]}, ${by}, ${by})
        RETURNING id`)
      await holdPayments(tx, [made!.id], world.today)
      const payment = { id: made!.id, line, direction, amount, currency, memo: 'Recibo' }
      const named = { from_account: from_account || null, to_account: to_account || null }
      await postPayment(tx, { ...payment, ...named }, this.signature())
      return made!.id
    })
    this.model.paid.push({
      id,
      line,
      cents: gives ? -cents : cents,
      money: [
        ...(from_account ? [[from_account, -cents] as const] : []),
        ...(to_account ? [[to_account, cents] as const] : []),
      ],
    })
  }

  private async undo({ which }: Do<'undo'>): Promise<void> {
    const { world } = this.ground
    const { paid } = this.model
    const [one] = paid.splice(paid.length === 0 ? 0 : which % paid.length, 1)
    if (!one) return
    await world.run(async (tx) => {
      await holdPayments(tx, [one.id], world.today)
      await tx.run(sql`UPDATE payments SET state = 'anulado' WHERE id = ${one.id}`)
      await reversePayment(
        tx,
        { id: one.id, line: one.line, currency: this.tree.currency, memo: 'Anulado' },
        this.signature(),
      )
    })
  }

  /** Never in a week that anybody has closed, as a debt passed on that day would have been. */
  private async assign({ of, to, which, day, percent }: Do<'assign'>): Promise<void> {
    const { world, begin } = this.ground
    const { top, under, currency } = this.tree
    const partner_id = debtorsOf(this.tree)[of]!
    const to_id = [under, top, world.partner.banca][to]!
    const all = await owedByCreditor(world.db, partner_id, currency)
    const from = all[which % Math.max(1, all.length)]
    if (!from || from.creditor_id === to_id) return
    const closed = await world.db.one<{ week: string | null }>(sql`
      SELECT max(closed_through)::text AS week FROM partner_books WHERE partner_id = ANY (${list(debtorsOf(this.tree))}::int[])`)
    const today = [addDays(begin, day), closed?.week ? addDays(closed.week, 1) : begin].sort().at(-1)!
    const owed = toCents(from.owed)
    const coin = coinOf(currency)
    const part = (((owed < 0n ? -owed : owed) * BigInt(percent) + 100n * coin - 1n) / (100n * coin)) * coin
    const lines = [from.creditor_id, to_id].map((id) => this.model.above(id, sundayOf(today))) as [number[], number[]]
    const asked = { partner_id, currency, from_id: from.creditor_id, to_id, reason: 'Se pasa' }
    const isPassed = await world
      .run((tx) => passDebt(tx, { ...asked, amount: fromCents(part), owed: from.owed }, { ...this.signature(), today }))
      .then(
        () => true,
        (error: unknown) => {
          if (error instanceof Problem && error.code === 'invalid') return false
          throw error
        },
      )
    if (isPassed === lines.some((line) => line.includes(partner_id)))
      throw new Error(`${partner_id} from ${from.creditor_id} to ${to_id} on ${today}: passed ${isPassed}`)
    if (isPassed) this.model.passed.push({ day: today, cents: owed < 0n ? -part : part, from: lines[0], to: lines[1] })
  }
}

const postings: Record<
  Earning,
  {
    kind: 'venta' | 'premiacion' | 'comision' | 'vencimiento' | 'externa' | 'ajuste'
    /** At the office, and the account. */
    debit: [boolean, AccountKind]
    credit: [boolean, AccountKind]
    sign: 1n | -1n
  }
> = {
  venta: { kind: 'venta', debit: [true, 'caja'], credit: [true, 'ventas'], sign: 1n },
  premio: { kind: 'premiacion', debit: [true, 'premios'], credit: [true, 'premios_por_pagar'], sign: -1n },
  comision: { kind: 'comision', debit: [true, 'comision'], credit: [true, 'comision_por_pagar'], sign: -1n },
  vencido: { kind: 'vencimiento', debit: [true, 'premios_por_pagar'], credit: [true, 'ajustes'], sign: 1n },
  externa: { kind: 'externa', debit: [false, 'externo'], credit: [false, 'ventas_externas'], sign: 1n },
  ajuste: { kind: 'ajuste', debit: [false, 'ajustes'], credit: [false, 'banco'], sign: -1n },
}
