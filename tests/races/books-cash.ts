/** Money that people move in drawers and funds, done to the product and noted in the model of the books: `CashStep`. */
import { sql } from 'drizzle-orm'
import { fromCents } from '../../contract/values/money.ts'
import type { Tx } from '../../server/platform/db/connect.ts'
import { Problem } from '../../server/platform/http/problem.ts'
import { lineBetween } from '../../server/rules/cash/carried.ts'
import { holdFunds, moveMoney, mustBeInFund, shareFund } from '../../server/rules/cash/funds.ts'
import { postDecided, readMovement } from '../../server/rules/cash/movements.ts'
import { shareOpenRegister } from '../../server/rules/cash/open-register.ts'
import { accepted, give, givenBack, holdHalves, takenBack } from '../../server/rules/cash/transfers.ts'
import { correctMovement, erase, takeBack, write, type Written } from '../../server/rules/cash/write.ts'
import { lockTree } from '../../server/rules/tree/tree.ts'
import { coinOf, sundayOf, type Model } from './books-debts.ts'
import type { Ground, Tree } from './books-doing.ts'
import type { CashStep, Do } from './books-steps.ts'

/** An income or an outcome that nobody decided. */
interface Undecided extends Written {
  at: number
  what: Do<'write'>['what']
  type_id: number
  cents: bigint
  version: number
}
/** What somebody gave and nobody accepted. */
interface Given {
  gives: number
  takes: number
  at: number
  holder_id: number
  fund_id: number
  up: boolean
  register_id: number | null
  cents: bigint
}

/** What the work was refused for; null where it was done. */
async function refusal(work: Promise<unknown>): Promise<string | null> {
  try {
    await work
    return null
  } catch (error) {
    if (error instanceof Problem) return error.code
    throw error
  }
}

function mustBe(what: string, said: unknown, due: unknown): void {
  if (said !== due) throw new Error(`${what}: ${String(said)}, and should have been ${String(due)}`)
}

export class CashDoing {
  private readonly ground: Ground
  private readonly tree: Tree
  private readonly model: Model
  private readonly written: Undecided[] = []
  private readonly given: Given[] = []
  constructor(ground: Ground, { tree, model }: { tree: Tree; model: Model }) {
    this.ground = ground
    this.tree = tree
    this.model = model
  }

  async do(step: CashStep): Promise<void> {
    if (step.do === 'write') await this.write(step)
    else if (step.do === 'decide') await this.decide(step)
    else if (step.do === 'correct') await this.correct(step)
    else if (step.do === 'erase') await this.erase(step)
    else if (step.do === 'give') await this.give(step)
    else if (step.do === 'take') await this.take(step)
    else await this.fund(step)
  }

  /** Something to be given, in the first fund of each. */
  async fill(): Promise<void> {
    for (let of = 0; of < this.tree.funds.size; of++)
      await this.fund({ do: 'fund', of, against: 'outside', comesIn: true, cents: 200_000 })
  }

  private signature() {
    const { world } = this.ground
    return { by: world.user['banca']!, at: new Date(), today: world.today }
  }

  private money(coins: number): bigint {
    return BigInt(coins) * coinOf(this.tree.currency)
  }

  private form(type_id: number, cents: bigint) {
    const { currency } = this.tree
    return { type_id, currency, amount: fromCents(cents), method_id: null, concept: 'Modelo', reference: '' }
  }

  private readonly sign = ({ kind }: Pick<Written, 'kind'>) => (kind === 'ingreso' ? 1n : -1n)

  private inDrawer(at: number, cents: bigint): void {
    this.model.moved.push({ at: 'caja', id: this.tree.tills[at]!, cents })
  }

  private async write({ at, what, comesIn, cents: coins }: Do<'write'>): Promise<void> {
    const { world, types } = this.ground
    const [office_id, cents] = [this.tree.tills[at]!, this.money(coins)]
    // The banca bears outcomes alone.
    const kind = comesIn && what !== 'borne' ? 'ingreso' : 'egreso'
    const type_id = types[`${kind}_${what}` as keyof Ground['types']]
    const made = await world.run(async (tx) => {
      const id = await write(tx, kind, office_id, this.form(type_id, cents), this.signature())
      return { id, register_id: (await readMovement(tx, id)).register_id }
    })
    const one = { ...made, kind, office_id, day: world.today, at, what, type_id, cents, version: 1 } as const
    this.written.push(one)
    this.inDrawer(at, this.sign(one) * cents)
  }

  /** Of those that wait: the banca bears from then on what it approved. */
  private async decide({ which, approves }: Do<'decide'>): Promise<void> {
    const { world } = this.ground
    const waiting = this.written.filter(({ what }) => what !== 'plain')
    const one = waiting[which % Math.max(1, waiting.length)]
    if (!one) return
    await world.run(async (tx) => {
      await lockTree(tx, 'add')
      await tx.run(sql`
        UPDATE cash_movements SET state = ${approves ? 'aprobado' : 'rechazado'}, decided_by = ${this.signature().by},
          decided_at = now(), observation = 'Modelo', version = version + 1
        WHERE id = ${one.id} AND state = 'por_aprobar'`)
      await postDecided(tx, await readMovement(tx, one.id), this.signature())
    })
    this.written.splice(this.written.indexOf(one), 1)
    if (approves && one.what === 'borne')
      this.model.facts.push({ partner_id: this.tree.agencies[one.at]!, day: world.today, cents: -one.cents })
  }

  private async correct({ which, cents: coins }: Do<'correct'>): Promise<void> {
    const one = this.written[which % Math.max(1, this.written.length)]
    if (!one) return
    const cents = this.money(coins)
    const form = { ...this.form(one.type_id, cents), version: one.version }
    mustBe('correcting', await this.ground.world.run((tx) => correctMovement(tx, one, form, this.signature())), true)
    this.inDrawer(one.at, this.sign(one) * (cents - one.cents))
    one.cents = cents
    one.version += 1
  }

  private async erase({ which }: Do<'erase'>): Promise<void> {
    const [one] = this.written.splice(which % Math.max(1, this.written.length), 1)
    if (!one) return
    mustBe('erasing', await this.ground.world.run((tx) => erase(tx, one, this.signature())), true)
    this.inDrawer(one.at, -this.sign(one) * one.cents)
  }

  /** From the agency up to whoever has the fund; none where it owes nobody there, and the agency alone where the fund is its own. */
  private lineTo(at: number, holder_id: number): number[] {
    const line = this.model.line(this.tree.agencies[at]!, sundayOf(this.ground.world.today))
    return line.slice(0, line.indexOf(holder_id) + 1)
  }

  /** From an office up to a fund of its own agency or of somebody above, or from such a fund down to it. */
  private async give({ at, to, up, cents: coins }: Do<'give'>): Promise<void> {
    const { world } = this.ground
    const { agencies, under, top, tills, funds } = this.tree
    const holder_id = [agencies[at]!, under, top, world.partner.banca][to]!
    const place = { at, holder_id, fund_id: funds.get(holder_id)![0], up, cents: this.money(coins) }
    const { fund_id, cents } = place
    const [fund, office] = [{ fund_id }, { office_id: tills[at]! }]
    const said = {
      kind: up ? ('transferencia' as const) : ('recarga' as const),
      ...(up ? { from: office, to: fund } : { from: fund, to: office }),
      method_id: null,
      currency: this.tree.currency,
      amount: fromCents(cents),
      concept: 'Modelo',
    }
    const due =
      this.lineTo(at, holder_id).length === 0
        ? 'owes_nobody'
        : !up && this.model.holds('fondo', fund_id) < cents
          ? 'fund_short'
          : null
    const work = world.run(async (tx) => {
      await lockTree(tx, 'add')
      await lineBetween(tx, { agency_id: agencies[at]!, holder_id, today: world.today })
      const register_id = await this.holdGiver(tx, { ...place, office_id: tills[at]! })
      const halves = await give(tx, { ...said, register_id }, this.signature())
      this.given.push({ ...place, ...halves, register_id })
    })
    mustBe('giving', await refusal(work), due)
    if (due === null) this.inPlace(place, up ? 'office' : 'fund', -cents)
  }

  private async holdGiver(
    tx: Tx,
    {
      up,
      office_id,
      holder_id,
      fund_id,
      cents,
    }: Pick<Given, 'up' | 'holder_id' | 'fund_id' | 'cents'> & { office_id: number },
  ): Promise<number | null> {
    const named = { id: fund_id, path: 'fund_id' }
    if (up) {
      await shareFund(tx, named)
      return (await shareOpenRegister(tx, office_id)).id
    }
    await holdFunds(tx, holder_id, [named])
    await mustBeInFund(tx, fund_id, { currency: this.tree.currency, amount: fromCents(cents) })
    return null
  }

  private inPlace({ at, fund_id }: Pick<Given, 'at' | 'fund_id'>, place: 'office' | 'fund', cents: bigint): void {
    if (place === 'office') this.inDrawer(at, cents)
    else this.model.moved.push({ at: 'fondo', id: fund_id, cents })
  }

  private async take({ which, how }: Do<'take'>): Promise<void> {
    const one = this.given[which % Math.max(1, this.given.length)]
    if (!one) return
    const [giver, receiver] = one.up ? (['office', 'fund'] as const) : (['fund', 'office'] as const)
    const line = this.lineTo(one.at, one.holder_id)
    // Somebody else may answer since it was given.
    const due = how === 'accepted' && line.length === 0 ? 'owes_nobody' : null
    mustBe(how, await refusal(this.ground.world.run((tx) => this.answerIt(tx, one, how))), due)
    if (due !== null) return
    this.given.splice(this.given.indexOf(one), 1)
    this.inPlace(one, how === 'accepted' ? receiver : giver, one.cents)
    if (how === 'accepted' && line.length > 1) this.model.carried.push({ line, cents: one.up ? one.cents : -one.cents })
  }

  private async answerIt(tx: Tx, one: Given, how: Do<'take'>['how']): Promise<void> {
    const signature = this.signature()
    const { gives, takes, at, up, register_id } = one
    const office_id = this.tree.tills[at]!
    if (how === 'back' && up) {
      mustBe('taking back', await takeBack(tx, { id: gives, office_id, register_id }, signature), true)
      return
    }
    await lockTree(tx, 'add')
    const into = how === 'accepted' && !up ? (await shareOpenRegister(tx, office_id)).id : null
    await holdHalves(tx, [gives])
    const state = { accepted: 'aceptado', refused: 'rehusado', back: 'eliminado' }[how]
    const moved = await tx.run(sql`
      UPDATE cash_movements SET state = ${state}, decided_by = ${signature.by}, decided_at = now(), observation = 'Modelo',
        register_id = coalesce(${into}::int, register_id), version = version + 1
      WHERE id = ${how === 'back' ? gives : takes} AND state = 'por_aceptar'`)
    mustBe(how, moved, 1)
    if (how === 'accepted') await accepted(tx, takes, signature)
    else if (how === 'refused') await givenBack(tx, takes, signature)
    else await takenBack(tx, gives, signature)
  }

  /** Of the partner's own money: nobody owes more or less. */
  private async fund({ of, against, comesIn, cents: coins }: Do<'fund'>): Promise<void> {
    const { world } = this.ground
    const { accounts, funds, currency } = this.tree
    const partner_id = [...funds.keys()][of]!
    const [fund_id, other] = funds.get(partner_id)!
    const cents = this.money(coins)
    const move = {
      fund_id,
      direction: comesIn ? ('entra' as const) : ('sale' as const),
      other_fund_id: against === 'fund' ? other : null,
      account_id: against === 'account' ? accounts.get(partner_id)! : null,
      currency,
      amount: fromCents(cents),
      concept: 'Modelo',
      reference: '',
    }
    const from = comesIn ? move.other_fund_id : fund_id
    const due = from !== null && this.model.holds('fondo', from) < cents ? 'fund_short' : null
    mustBe('moving', await refusal(world.run((tx) => moveMoney(tx, partner_id, move, this.signature()))), due)
    if (due !== null) return
    const signed = comesIn ? cents : -cents
    this.model.moved.push({ at: 'fondo', id: fund_id, cents: signed })
    if (move.other_fund_id !== null) this.model.moved.push({ at: 'fondo', id: other, cents: -signed })
    if (move.account_id !== null) this.model.moved.push({ at: 'banco', id: move.account_id, cents: -signed })
  }
}
