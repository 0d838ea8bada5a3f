/**
 * All that stands against a ticket, at once and by looking alone: what a quote tells, and why a sale is refused. It holds
 * nothing, so what it says is left is left at that moment. A sale that breaks no rule never comes here.
 */
import type { Currency } from '@contract/values/currency.ts'
import { add } from '@contract/values/money.ts'
import type { Executor } from '../../platform/db/connect.ts'
import { availableOf } from '../prepaid/movements.ts'
import type { Line, LineFacts } from './facts.ts'
import type { OfficeRules } from './read-rules.ts'
import { counterKey, remaining } from './quota.ts'
import {
  clientFault,
  largestPrize,
  lineFault,
  potentialOf,
  prepaidFault,
  quotaFault,
  sizeFaults,
  type SaleFault,
} from './rules.ts'
import { rangeFaults } from './tripleta.ts'

/** A ticket whose lines are known, of an office that may sell it. */
export interface KnownTicket<L extends Line = Line> {
  office_id: number
  office: OfficeRules
  currency: Currency
  polla?: true | undefined
  /** Somebody said who buys it. */
  has_client: boolean
  /** Each number once. */
  lines: readonly (L & { facts: LineFacts })[]
}

interface KnownLine {
  fault: SaleFault | null
  /** What its number may still be sold for; null where no quota is set. */
  left: string | null
}

interface Against {
  /** Of the ticket as a whole. */
  ticket: SaleFault[]
  /** As the ticket's lines. */
  lines: KnownLine[]
  /** The most that the lines without a fault can win together. */
  prize: string
}

/** Of each line the first rule that it breaks, by what is known of it. */
export function rulesBroken({ lines, office, currency, polla }: KnownTicket): (SaleFault | null)[] {
  return lines.map((line) => lineFault(line, line.facts, office, currency, polla))
}

/** What the ticket stakes, and can win with those of its lines that may be sold. */
export function sizeOf({ lines, currency }: KnownTicket, broken: readonly (SaleFault | null)[]) {
  const sold = lines.filter((_, index) => !broken[index])
  return {
    total: add(...lines.map((line) => line.stake)),
    potential: add(...sold.map((line) => potentialOf(line.stake, line.facts, currency))),
  }
}

/** What stands against the ticket as a whole by the office's rules alone. */
export function wholeFaults(
  { office, currency, has_client }: KnownTicket,
  size: ReturnType<typeof sizeOf>,
): SaleFault[] {
  const nobody = clientFault(size.total, office, currency, has_client)
  return [...sizeFaults(size, office, currency), ...(nobody ? [nobody] : [])]
}

export async function against(db: Executor, ticket: KnownTicket): Promise<Against> {
  const { office, office_id, currency, lines } = ticket
  const broken = rulesBroken(ticket)
  const numbers = lines.flatMap(({ facts, ...line }) =>
    facts.product_id === null ? [] : [{ ...line, product_id: facts.product_id }],
  )
  const { total, potential } = sizeOf(ticket, broken)
  const [left, ranges, prepaid] = await Promise.all([
    remaining(db, office_id, currency, numbers),
    rangesOf(db, lines, broken),
    office.is_prepaid ? availableOf(db, office.agency_id, currency) : null,
  ])
  const known = lines.map((line, index) => {
    const own = left.get(counterKey(line)) ?? null
    const full = own === null ? null : quotaFault(line, own, currency)
    return { fault: broken[index] ?? ranges[index] ?? full, left: own }
  })
  const short = prepaid === null ? null : prepaidFault(prepaid, total, currency)
  const sold = lines.filter((_, index) => !known[index]!.fault)
  return {
    ticket: [...wholeFaults(ticket, { total, potential }), ...(short ? [short] : [])],
    lines: known,
    prize: largestPrize(sold, currency),
  }
}

/** Only those that may be played at all have a range to look for. */
async function rangesOf(
  db: Executor,
  lines: KnownTicket['lines'],
  broken: readonly (SaleFault | null)[],
): Promise<(SaleFault | null)[]> {
  const sound = lines.flatMap((line, index) => (broken[index] ? [] : [{ line, index }]))
  const found = await rangeFaults(
    db,
    sound.map(({ line }) => line),
  )
  const faults: (SaleFault | null)[] = lines.map(() => null)
  for (const [n, { index }] of sound.entries()) faults[index] = found[n]!
  return faults
}
