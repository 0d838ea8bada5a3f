/** What is tried of a call from every place of the tree: what it names, or what it lists. */
import type { Asker, Place, RelationBanca } from './relation-banca.ts'

interface Answered {
  status: number
  problem: { code?: string } | undefined
}
/** `there`, or the code of the refusal. */
export const outcomeOf = ({ status, problem }: Answered): string => (status < 300 ? 'there' : (problem?.code ?? ''))

/** A call that names something of one place. */
export interface Trial {
  places: readonly Place[]
  /** Makes what the call will name, so that only the call itself could change anything after it. */
  prepare?(place: Place): Promise<unknown>
  send(place: Place, as: Asker): Promise<Answered>
  /** Is what the call names there for this asker? Its own and what is below, unless said. */
  isThere?(place: Place, asker: Asker): boolean
  /** What is answered where it is there, and where it is not: `there` and `not_found`, unless said. */
  there?: string
  refused?: string
  /** Instead of all these, where there is more than one way of being out of reach. */
  answer?(place: Place, asker: Asker): string
}
/** A call that names nothing and answers what is within reach. */
export interface Listing {
  /** Of these places it may show some. */
  places: readonly Place[]
  shown(as: Asker): Promise<readonly Place[]>
  isThere?(place: Place, asker: Asker): boolean
}
/** How a call is tried from every place, or why where one stands makes no difference to it. */
export type Relation =
  | { trial(banca: RelationBanca): Trial }
  | { listing(banca: RelationBanca): Listing }
  | { none: string }

export const trial = (of: (banca: RelationBanca) => Trial): Relation => ({ trial: of })
export const listing = (of: (banca: RelationBanca) => Listing): Relation => ({ listing: of })
