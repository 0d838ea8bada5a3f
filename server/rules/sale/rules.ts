/**
 * The rules of a sale, in the domain's order, over the facts: pure, so that each is tested without a
 * database. Faults carry the line they belong to and what would have been possible.
 */
import { betKindLabels, canonicalNumber, isBetNumber, type BetKind } from '@contract/values/bet-numbers.ts'
import { centsFault, type Currency } from '@contract/values/currency.ts'
import { add, compare, formatMoney, hasCents, prizeOf } from '@contract/values/money.ts'
import { problems, type FieldFault, type ProblemCode } from '@contract/problems.ts'
import { Problem } from '../../platform/http/problem.ts'
import type { Line, LineFacts, OfficeFacts } from './facts.ts'

/** The lines with one spelling for one bet. Only bets of several symbols have a dash, and all of them order alike. */
export function canonicalLines(lines: readonly Line[]): Line[] {
  return lines.map((line) =>
    line.number.includes('-') ? { ...line, number: canonicalNumber('tripleta', line.number) } : line,
  )
}

/** Equal lines (draw, bet type, number) become one with the sum of their stakes; `from` remembers where each came from. */
export function mergeLines(lines: readonly Line[]): (Line & { from: number[] })[] {
  const merged = new Map<string, Line & { from: number[] }>()
  lines.forEach((line, index) => {
    const key = `${line.draw_id}|${line.bet_type_id}|${line.number}`
    const before = merged.get(key)
    if (before) {
      before.stake = add(before.stake, line.stake)
      before.from.push(index)
    } else merged.set(key, { ...line, from: [index] })
  })
  return [...merged.values()]
}

/** Why something may not be sold, and on which field: of a line, of the ticket, or of none (empty). */
export type SaleFault = Pick<FieldFault, 'message' | 'extra'> & { code: ProblemCode; field: string }

function fault(
  code: ProblemCode,
  field: string,
  message: string = problems[code].detail,
  extra?: FieldFault['extra'],
): SaleFault {
  return { code, field, message, ...(extra && { extra }) }
}

/** What office, device, currency and number of lines have against a ticket, in the rules' order. */
export function officeFaults(
  office: OfficeFacts,
  lines: readonly Line[],
  device_id: string | undefined,
  polla = false,
): SaleFault[] {
  const most = polla ? 1 : office.max_lines
  const bound = office.device_id !== null || office.binds_device
  return [
    !office.active && fault('office_inactive', ''),
    bound && office.device_id !== device_id && fault('device_not_bound', ''),
    !office.sells_currency && fault('currency_not_sold', 'currency'),
    lines.length === 0 && fault('ticket_empty', 'lines'),
    lines.length > most &&
      fault(
        'ticket_too_long',
        'lines',
        polla ? 'Una polla es una sola jugada.' : `El ticket admite hasta ${most} jugadas.`,
        { limit: most },
      ),
  ].filter((one): one is SaleFault => Boolean(one))
}

/** Throws the first of `officeFaults`. */
export function checkOffice(...ticket: Parameters<typeof officeFaults>): void {
  const [first] = officeFaults(...ticket)
  if (!first) return
  throw first.field === '' ? new Problem(first.code) : Problem.on(first.field, first.code, first.message, first.extra)
}

/** What a ticket's total stake and total potential have against it. */
export function sizeFaults(
  { total, potential }: { total: string; potential: string },
  { max_ticket }: OfficeFacts,
  currency: Currency,
): SaleFault[] {
  if (max_ticket && compare(total, max_ticket) > 0) {
    const most = formatMoney(max_ticket, currency)
    return [fault('ticket_too_large', 'lines', `El máximo por ticket es ${most}.`, { limit: max_ticket })]
  }
  if (compare(potential, mostWon) > 0) {
    const most = formatMoney(mostWon, currency)
    return [fault('ticket_too_large', 'lines', `Los premios posibles del ticket pasarían de ${most}.`)]
  }
  return []
}

/** The banca asks who buys for so much, and nobody said. */
export function clientFault(
  total: string,
  { client_from }: OfficeFacts,
  currency: Currency,
  has_client: boolean,
): SaleFault | null {
  if (has_client || client_from === null || compare(total, client_from) < 0) return null
  const message = `Desde ${formatMoney(client_from, currency)} el ticket lleva cliente: escriba su documento.`
  return fault('client_required', 'client.dni', message, { limit: client_from })
}

/** A prepaid agency has less `left` than the ticket's total. */
export function prepaidFault(left: string, total: string, currency: Currency): SaleFault | null {
  if (compare(left, total) >= 0) return null
  const available = compare(left, '0') > 0 ? left : '0.00'
  const [rest, asked] = [available, total].map((sum) => formatMoney(sum, currency))
  return fault(
    'prepaid_short',
    'lines',
    `La agencia es prepago y le quedan ${rest} por vender; el ticket es de ${asked}.`,
    { available },
  )
}

/** Of the line's number less is `left` than its stake. */
export function quotaFault(line: Line, left: string, currency: Currency): SaleFault | null {
  if (compare(left, line.stake) >= 0) return null
  const message = `Al ${line.number} le quedan ${formatMoney(left, currency)} de cupo.`
  return fault('quota_exceeded', 'stake', message, { available: left })
}

/** A tripleta plays in more draws than are `left`. */
export function rangeFault(count: number, left: number): SaleFault | null {
  if (left === count) return null
  const message = `La tripleta juega ${count} sorteos y quedan ${left}.`
  return fault('tripleta_draws_missing', 'draw_id', message, { available: left })
}

/** The largest sum a stake can win; a Panama number may equal all three prizes at once, each paid for itself. */
export function potentialOf(stake: string, facts: LineFacts, of: Currency): string {
  const places = facts.place_multipliers
  return places?.length
    ? add(...places.map((factor) => prizeOf(stake, factor, of)))
    : prizeOf(stake, facts.multiplier, of)
}

/** Bets of which several numbers may win in one draw, each for itself. */
const manyWin: readonly (BetKind | null)[] = ['tripleta', 'terminal_pa', 'polla']

/**
 * The most that lines can win together, each number once. A draw has one number of a column: of its other bets only the line
 * that wins most counts.
 */
export function largestPrize(lines: readonly (Line & { facts: LineFacts })[], of: Currency): string {
  const most = new Map<string, string>()
  for (const { draw_id, bet_type_id, number, stake, facts } of lines) {
    const bet = `${draw_id}|${bet_type_id}|${manyWin.includes(facts.kind) ? number : ''}`
    const prize = potentialOf(stake, facts, of)
    if (compare(prize, most.get(bet) ?? '0.00') > 0) most.set(bet, prize)
  }
  return add('0.00', ...most.values())
}

/** A polla has so many symbols and one price; an office's least and largest stake do not speak of it. */
function pollaFault(line: Line, { polla, product_name }: LineFacts, currency: Currency): SaleFault | null {
  const price = polla?.price[currency]
  if (!polla || !price) return fault('currency_not_sold', 'stake', `${product_name} no se vende en esa moneda.`)
  if (line.number.split('-').length !== polla.symbols) {
    return fault('polla_symbols', 'number', `${product_name} se juega con ${polla.symbols} símbolos distintos.`, {
      symbols: polla.symbols,
    })
  }
  return compare(line.stake, price) === 0
    ? null
    : fault('polla_price', 'stake', `${product_name} cuesta ${formatMoney(price, currency)}.`, { price })
}

/** The most that a line may stake and a ticket win: a year of such tickets still fits every sum that is kept. */
export const mostStaked = '1000000000.00'
const mostWon = '100000000000.00'

/** What no setting of an office allows: coins that do not exist, and sums past what is kept. */
function boundFault(line: Line, facts: LineFacts, currency: Currency): SaleFault | null {
  if (hasCents(line.stake, currency)) return fault('stake_without_cents', 'stake', `${centsFault(currency)}.`)
  if (compare(line.stake, mostStaked) > 0)
    return fault('stake_too_large', 'stake', `El máximo por jugada es ${formatMoney(mostStaked, currency)}.`, {
      limit: mostStaked,
    })
  if (compare(potentialOf(line.stake, facts, currency), mostWon) > 0)
    return fault('stake_too_large', 'stake', `Con ese monto el premio pasaría de ${formatMoney(mostWon, currency)}.`)
  return null
}

function stakeFault(line: Line, office: OfficeFacts, currency: Currency): SaleFault | null {
  if (office.min_stake && compare(line.stake, office.min_stake) < 0) {
    return fault('stake_too_small', 'stake', `El mínimo por jugada es ${formatMoney(office.min_stake, currency)}.`, {
      limit: office.min_stake,
    })
  }
  if (office.max_stake && compare(line.stake, office.max_stake) > 0) {
    return fault('stake_too_large', 'stake', `El máximo por jugada es ${formatMoney(office.max_stake, currency)}.`, {
      limit: office.max_stake,
    })
  }
  return null
}

/** The first rule one line breaks, or null. A polla is sold by its own call alone, and that call sells nothing else. */
export function lineFault(
  line: Line,
  facts: LineFacts,
  office: OfficeFacts,
  currency: Currency,
  polla = false,
): SaleFault | null {
  if (facts.product_id === null) return fault('draw_unknown', 'draw_id')
  if (!facts.kind || !facts.offered || (facts.kind === 'polla') !== polla)
    return fault('bet_type_not_offered', 'bet_type_id')
  if (!facts.product_enabled) return fault('product_not_sold', 'draw_id', `La taquilla no vende ${facts.product_name}.`)
  const unlike = polla ? pollaFault(line, facts, currency) : null
  if (unlike) return unlike
  if (!isBetNumber(facts.kind, line.number, facts.known_codes)) {
    return fault('number_invalid', 'number', `«${line.number}» no es válido para ${betKindLabels[facts.kind]}.`)
  }
  const priced = polla ? null : (boundFault(line, facts, currency) ?? stakeFault(line, office, currency))
  if (priced) return priced
  if (facts.opens_on !== null)
    return fault('draw_not_open', 'draw_id', `${facts.product_name}: el sorteo se vende desde el ${facts.opens_on}.`)
  if (!facts.open) return fault('draw_closed', 'draw_id', `${facts.product_name}: el sorteo ya no recibe jugadas.`)
  if (facts.blocked)
    return fault('number_blocked', 'number', `El ${line.number} está bloqueado en ${facts.product_name}.`)
  return null
}

/** A fault on every line the merged one came from. */
export function onLine(line: { from: number[] }, { field, ...broken }: SaleFault): FieldFault[] {
  return line.from.map((index) => ({ path: `lines.${index}.${field}`, ...broken }))
}

/** Throws what is wrong with the lines: one kind of fault speaks by its own code, several as a refused sale. */
export function refuseLines(faults: readonly FieldFault[]): void {
  const [first] = faults
  if (!first) return
  const codes = new Set(faults.map((one) => one.code))
  const code = codes.size === 1 && first.code ? first.code : 'sale_refused'
  throw new Problem(code, { errors: [...faults], detail: faults.length === 1 ? first.message : problems[code].detail })
}
