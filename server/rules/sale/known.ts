/**
 * What rarely changes of a sale's rules, remembered in the process: the office with its chain, limits and accounts,
 * the games, and the terms it sells each under. Every change of one of them replaces `rules_version`; what was read
 * under another version is read again before anything is decided by it, and the sale's last statement asks once
 * more, so several processes and people at the database itself may change them at any moment.
 */
import type { Currency } from '@contract/values/currency.ts'
import type { Executor } from '../../platform/db/connect.ts'
import { lineFactsOf, type HeldDraws, type Line, type LineFacts } from './facts.ts'
import {
  betKey,
  readGames,
  readOffice,
  readTerms,
  type KnownBet,
  type BetTerms,
  type Game,
  type Office,
  type OfficeRules,
} from './read-rules.ts'

export interface Rules {
  version: string
  office: OfficeRules
  game(bet: KnownBet): Game | undefined
  terms(bet: KnownBet): BetTerms | undefined
}
interface Kept {
  offices: Map<string, Office>
  games: { version: string; of: Map<string, Game> }
}

/** Offices of one database that are remembered; the ones that sold longest ago go first. Some kilobytes each. */
const MOST_OFFICES = 3_000
const cache = new WeakMap<object, Kept>()

/** The rules for these bets of one office at an instant, all of one version. Undefined where there is no such office. */
export async function rulesOf(
  db: Executor,
  { version, changing }: HeldDraws,
  { office_id, currency, at }: { office_id: number; currency: Currency; at: Date },
  bets: readonly KnownBet[],
): Promise<Rules | undefined> {
  const ours = changing ? { offices: new Map<string, Office>(), games: { version, of: new Map() } } : keptOf(db.home)
  const place = `${office_id}|${currency}`
  const known = ours.offices.get(place)
  const found = known?.version === version ? known : await readOffice(db, office_id, currency)
  if (!found) return undefined
  if (ours.games.version !== found.version) ours.games = { version: found.version, of: new Map() }
  const games = ours.games
  await Promise.all([
    readGames(db, missing(bets, games.of), found.version, games.of),
    readTerms(db, missing(bets, found.terms, at), found, { office_id, currency, at }),
  ])
  keep(ours.offices, place, found)
  return {
    version: found.version,
    office: found.office,
    game: (bet) => games.of.get(betKey(bet)),
    terms: (bet) => found.terms.get(betKey(bet)),
  }
}

/** Forgets an office: a combination of rates was frozen for it that others are to find too. */
export function forgetOffice(db: Executor, office_id: number, currency: Currency): void {
  cache.get(db.home)?.offices.delete(`${office_id}|${currency}`)
}

function keptOf(home: object): Kept {
  const ours = cache.get(home) ?? { offices: new Map(), games: { version: '', of: new Map() } }
  cache.set(home, ours)
  return ours
}

function keep(offices: Map<string, Office>, place: string, office: Office): void {
  offices.delete(place)
  offices.set(place, office)
  const [oldest] = offices.keys()
  if (offices.size > MOST_OFFICES && oldest !== undefined) offices.delete(oldest)
}

/** Those that nothing is known of, or of which something else holds by then. */
function missing(bets: readonly KnownBet[], among: ReadonlyMap<string, Partial<BetTerms>>, at?: Date): KnownBet[] {
  return bets.filter((bet) => {
    const known = among.get(betKey(bet))
    if (!known || !at) return !known
    return (known.rate_since ?? -Infinity) > at.getTime() || (known.rate_until ?? Infinity) <= at.getTime()
  })
}

/** The bets of the lines, each once; a draw that does not exist has none. */
export function betsOf(lines: readonly Line[], { draws }: HeldDraws): KnownBet[] {
  const bets = new Map(
    lines.flatMap(({ draw_id, bet_type_id }) => {
      const product_id = draws.get(draw_id)?.product_id
      return product_id === undefined ? [] : [[`${product_id}|${bet_type_id}`, { product_id, bet_type_id }] as const]
    }),
  )
  return [...bets.values()]
}

/** One line's facts by the draws and the rules that are known. */
export function lineFactsBy(line: Line, { draws }: HeldDraws, rules: Rules): LineFacts {
  const draw = draws.get(line.draw_id)
  if (!draw) return lineFactsOf(line)
  const bet = { product_id: draw.product_id, bet_type_id: line.bet_type_id }
  return lineFactsOf(line, draw, rules.game(bet), rules.terms(bet))
}

const attempts = 4

/** What only looks, again where rules changed between two looks at them: no transaction does it for it. */
export async function whileRulesHold<T>(look: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await look()
    } catch (error) {
      if (attempt === attempts || (error as { code?: string }).code !== '40001') throw error
    }
  }
}
