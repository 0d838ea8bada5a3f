/** What a workbook makes of rates: they hold from when it is written; what was sold before keeps its own. */
import { sql } from 'drizzle-orm'
import type { Currency } from '@contract/values/currency.ts'
import { fold } from '@contract/values/text.ts'
import {
  rateFault,
  ratePercent,
  rateText,
  sameRate,
  type CommissionKind,
  type ParticipationKind,
  type Rate,
  type RatePart,
} from '@contract/commission-rates.ts'
import { json, list, type Executor } from '../../platform/db/connect.ts'
import {
  aboveCell,
  rateAboveGranted,
  laterText,
  grantedCells,
  grantedFor,
  grantorOf,
  ownRate,
  speaksTo,
  turnsAfter,
} from '../../rules/commissions/granted.ts'
import { rateAt, partJson, rateJson, setAsOf } from '../../rules/commissions/in-force.ts'
import { keysOf } from '../../rules/commissions/specific.ts'
import type { PartnerNames } from './plan-partners.ts'
import { idOf, type PlanContext, type SheetFault, type PartnerRef, type PlannedRate } from './planned.ts'
import { bookLines, type BookLine } from './rows.ts'

interface Asked {
  row: BookLine
  partner: PartnerRef
  key: Key
}
type Key = Pick<PlannedRate, 'product_id' | 'bet_type_id' | 'currency'>

const keyOf = (code: string, { product_id, bet_type_id, currency }: Key) =>
  [code, product_id, bet_type_id, currency].join('|')

export async function planRates(
  db: Executor,
  facts: PlanContext,
  names: PartnerNames,
  faults: SheetFault[],
): Promise<PlannedRate[]> {
  const games = new Games(facts)
  const grantor = grantorOf(facts.session)
  const rows: Asked[] = []
  const lines = new Map<string, number>()
  for await (const row of bookLines(
    facts.book.sheets.filter(({ sheet }) => sheet === 'comisiones'),
    faults,
  )) {
    const nothing = row.get<boolean>('own') === false && row.get('commission_percent') === undefined
    row.need('partner', ...(nothing ? [] : ['commission_percent']))
    const text = row.get<string>('partner')
    if (text === undefined) continue
    const partner = names.find(text, ['banca', 'distribuidor', 'agencia', 'taquilla'])
    if (typeof partner === 'string') {
      row.refuse('partner', partner)
      continue
    }
    const key = games.keyIn(row)
    if (!key) continue
    if (key.currency !== null && !partner.currencies.includes(key.currency))
      row.refuse('currency', `${partner.name} no vende en esa moneda.`)
    const named = keyOf(partner.code, key)
    const twice = lines.get(named)
    if (twice !== undefined) row.refuse('partner', `Esa tasa ya está en la fila ${twice}.`)
    lines.set(named, row.line)
    rows.push({ row, partner, key })
  }
  const inForce = await ratesInForce(
    db,
    rows.flatMap(({ partner }) => idOf(partner) ?? []),
  )
  const inherited = await ratesInherited(db, rows)
  const planned = rows.flatMap(({ row, partner, key }, at) => {
    const id = idOf(partner)
    const before = id === null ? undefined : inForce.get(keyOf(String(id), key))
    const rates = planRate(row, partner, key, games, before ? { own: before } : { inherited: inherited.get(at) })
    for (const { action } of rates)
      if (action !== 'igual' && grantor !== null && id === grantor) row.refuse('partner', ownRate)
    return rates.map((rate) => ({ row, rate }))
  })
  if (grantor !== null) await refuseAbove(db, grantor, planned, inForce)
  return planned.map(({ rate }) => rate)
}

/**
 * A rate is within what its giver has: of its own key, and of all that it will hold for, since more specific ones of the
 * same partner hold for the rest.
 */
async function refuseAbove(
  db: Executor,
  grantor: number,
  planned: readonly { row: BookLine; rate: PlannedRate }[],
  inForce: ReadonlyMap<string, OwnRate>,
): Promise<void> {
  const keys = planned.map(({ rate: { product_id, bet_type_id, currency } }) => ({ product_id, bet_type_id, currency }))
  const own = new Set([...inForce.keys(), ...planned.map(({ rate }) => keyOf(ownerOf(rate), rate))])
  const reported = new Set<BookLine>()
  // What is given now is had still when whoever gives it has less.
  for (const [turn, at] of [setAsOf, ...(await turnsAfter(db, grantor, setAsOf))].entries()) {
    const granted = await grantedFor(db, grantor, keys, at)
    const cells = await grantedCells(db, grantor, at)
    planned.forEach(({ row, rate }, n) => {
      if (rate.action === 'igual' || reported.has(row)) return
      const of = ownerOf(rate)
      const above =
        rateAboveGranted(rate.rate, granted[n] ?? null) ??
        cells
          .filter((cell) => speaksTo(rate, cell) && !keysOver(rate, cell).some((key) => own.has(keyOf(of, key))))
          .map((cell) => aboveCell(rate.rate, cell))
          .find((fault) => fault !== null)
      if (!above) return
      reported.add(row)
      row.refuse(above.field, turn === 0 ? above.message : `${above.message} ${laterText}`)
    })
  }
}

/** A code may look like somebody's id. */
const ownerOf = ({ partner }: PlannedRate) => String(idOf(partner) ?? `nuevo ${partner.code}`)

/** The keys that speak of a cell and are more specific than one that does. */
function keysOver(key: Key, cell: Key): Key[] {
  const all = keysOf(cell)
  return all.slice(
    0,
    all.findIndex((one) => keyOf('', one) === keyOf('', key)),
  )
}

/** Those that these partners set themselves, by partner and key: whole, and as they set them. */
async function ratesInForce(db: Executor, partner_ids: readonly number[]): Promise<Map<string, OwnRate>> {
  const rows = await db.rows<OwnRate & { partner_id: number } & Key>(sql`
    SELECT c.partner_id, c.product_id, c.bet_type_id, c.currency::text AS currency, ${rateJson(sql`c`)} AS rate, ${partJson(sql`s`)} AS part
    FROM commissions_at(${setAsOf}) c
    JOIN commissions s ON s.id = c.id
    WHERE c.partner_id = ANY (${list([...new Set(partner_ids)])}::int[])`)
  return new Map(rows.map(({ partner_id, rate, part, ...key }) => [keyOf(String(partner_id), key), { rate, part }]))
}

/** What the rows hold by now that a list told as inherited, by their place. */
async function ratesInherited(db: Executor, rows: readonly Asked[]): Promise<Map<number, Rate | null>> {
  const asked = rows.flatMap(({ row, partner, key }, at) => {
    const partner_id = idOf(partner)
    return partner_id !== null && row.get<boolean>('own') === false ? [{ at, partner_id, ...key }] : []
  })
  if (asked.length === 0) return new Map()
  const found = await db.rows<{ at: number; rate: Rate | null }>(sql`
    SELECT r.at, ${rateJson(sql`h`)} AS rate
    FROM jsonb_to_recordset(${json(asked)}) AS r(at int, partner_id int, product_id int, bet_type_id int, currency currency)
    LEFT JOIN ${rateAt(sql`r`, setAsOf)} h ON true`)
  return new Map(found.map(({ at, rate }) => [at, rate]))
}

interface OwnRate {
  rate: Rate
  part: RatePart
}

const inheritsAll: RatePart = {
  commission_kind: null,
  commission_percent: null,
  participation_kind: null,
  participation_percent: null,
}

/** What of a rate is written: what was not set and is not changed stays inherited. */
function partOf(after: Rate, own: OwnRate | undefined): RatePart {
  if (!own) return after
  const kept = (field: keyof Rate) =>
    own.part[field] === null && sameRate({ ...own.rate, [field]: after[field] }, own.rate)
  return Object.fromEntries(
    (Object.keys(after) as (keyof Rate)[]).map((field) => [field, kept(field) ? null : after[field]]),
  ) as unknown as RatePart
}

/** What holds for a row before the workbook: its own, or, where the row says that it inherits, whatever that is. */
type Held = { own: OwnRate } | { inherited: Rate | null | undefined }

function planRate(row: BookLine, partner: PartnerRef, key: Key, games: Games, held: Held): PlannedRate[] {
  const own = 'own' in held ? held.own : undefined
  const before = own?.rate ?? ('inherited' in held ? (held.inherited ?? undefined) : undefined)
  const commission_percent = row.get<string>('commission_percent')
  if (commission_percent === undefined) return []
  const after: Rate = {
    commission_kind: row.get<CommissionKind>('commission_kind') ?? before?.commission_kind ?? 'VENTA',
    commission_percent,
    participation_kind: row.get<ParticipationKind>('participation_kind') ?? before?.participation_kind ?? 'COMPARTIDA',
    participation_percent: row.get<string>('participation_percent') ?? before?.participation_percent ?? '0',
  }
  for (const field of ['commission_percent', 'participation_percent'] as const) {
    const { error } = ratePercent.safeParse(after[field])
    if (error) row.refuse(field, error.issues[0]!.message)
  }
  const wrong = row.sound ? rateFault(after) : null
  if (wrong) row.refuse(wrong.field, wrong.message)
  // As it was listed: what is inherited stays inherited.
  const isSame = before !== undefined && sameRate(before, after)
  return [
    {
      sheet: row.sheet,
      line: row.line,
      action: isSame ? 'igual' : own ? 'cambia' : 'crea',
      differences: before && !isSame ? [`${rateText(before)} → ${rateText(after)}`] : [],
      partner,
      ...key,
      label: games.label(key),
      before: own?.rate ?? null,
      rate: after,
      part: partOf(after, own ?? (before && { rate: before, part: inheritsAll })),
    },
  ]
}

/** Products and bet types by name. */
class Games {
  private readonly facts: PlanContext['known']

  constructor({ known }: PlanContext) {
    this.facts = known
  }

  /** Empty cells mean all of them. Null where one is refused. */
  keyIn(row: BookLine): Key | null {
    const product_text = row.get<string>('product')
    const bet_text = row.get<string>('bet_type')
    const product = product_text === undefined ? null : this.named(this.facts.products, product_text)
    const bet = bet_text === undefined ? null : this.named(this.facts.bet_types, bet_text)
    if (product === undefined) row.refuse('product', 'No hay un producto con ese nombre.')
    if (bet === undefined) row.refuse('bet_type', 'No hay una jugada con ese nombre.')
    if (product && bet && !product.bet_type_ids.includes(bet.id))
      row.refuse('bet_type', `${product.name} no tiene esa jugada.`)
    if (product === undefined || bet === undefined) return null
    return {
      product_id: product?.id ?? null,
      bet_type_id: bet?.id ?? null,
      currency: row.get<Currency>('currency') ?? null,
    }
  }

  private named<T extends { name: string }>(all: readonly T[], text: string): T | undefined {
    return all.find(({ name }) => fold(name) === fold(text))
  }

  label({ product_id, bet_type_id, currency }: Key): string {
    const product = this.facts.products.find(({ id }) => id === product_id)?.name ?? 'Todos los productos'
    const bet = this.facts.bet_types.find(({ id }) => id === bet_type_id)?.name
    return [product, bet, currency].filter(Boolean).join(' · ')
  }
}
