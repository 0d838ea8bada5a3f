/**
 * Inheritance is watched however it changes: who makes, moves or copies a partner, or brings it in, leaves it with no
 * more than they may give, and with all that was set from above. The banca may.
 */
import type { SessionUser } from '@contract/session.ts'
import type { Currency } from '@contract/values/currency.ts'
import type { Executor } from '../../platform/db/connect.ts'
import { Problem } from '../../platform/http/problem.ts'
import { grantorOf } from '../commissions/granted.ts'
import { chainBelow, holdChains, type PlaceChange, type PlaceDifference, type TreePlace, type Placed } from './place.ts'
import { rateChanges, ratesAt, type OwnRate } from './rates.ts'
import { blockChanges, blocksAt, quotaChanges, quotasAt } from './restraints.ts'
import { settingNames, settingChanges, settingsAt } from './settings.ts'

interface Placing {
  db: Executor
  session: Pick<SessionUser, 'role' | 'partner_id'>
}

/** Before who is placed, and where, is looked at: nobody changes meanwhile what they have. The caller shares the tree, or has it alone. */
export async function holdPlaces({ db, session }: Placing, ids: readonly number[]): Promise<void> {
  const grantor = grantorOf(session)
  if (grantor !== null) await holdChains(db, grantor, ids)
}

/** Of each of these, what whoever places may not change. Their places are held. */
export async function changesOf(
  db: Executor,
  grantor: number,
  placed: readonly Placed[],
  planned: readonly OwnRate[] = [],
): Promise<PlaceChange[][]> {
  const names = await settingNames(db)
  const found = [
    await rateChanges(db, grantor, placed, names, planned),
    await settingChanges(db, grantor, placed, names),
    await quotaChanges(db, grantor, placed, names),
    await blockChanges(db, grantor, placed, names),
  ]
  return placed.map((_, n) => found.flatMap((of) => of[n] ?? []))
}

/**
 * All that holds for somebody by its place, with one chain above it and with another: nobody is asked who places it. Both
 * chains begin with it and end with the banca.
 */
export async function heldAt(db: Executor, before: readonly number[], after: TreePlace): Promise<PlaceDifference[]> {
  const names = await settingNames(db)
  return [
    ...(await ratesAt(db, before, after, names)),
    ...(await settingsAt(db, before, after, names)),
    ...(await quotasAt(db, before, after, names)),
    ...(await blocksAt(db, before, after, names)),
  ]
}

/** Told of one partner in words, the rest is counted; and handed over. */
const mostNamed = 10
const handed = 100

const changeText = ({ name, from, to, most }: PlaceChange) =>
  from === null ? `${name}: ${to}, y usted puede dar hasta ${most ?? to}` : `${name}: ${from} → ${to}`

/** `Cupo de Lotto Activo · Animalito: Bs 50,00 → sin cupo; …` */
export function changesText(changes: readonly PlaceChange[]): string {
  const rest = changes.length - mostNamed
  const first = changes.slice(0, mostNamed).map(changeText).join('; ')
  return `${first}${rest > 0 ? `; y ${rest} más` : ''}.`
}

interface Asked {
  /** Null for one that is new. */
  id: number | null
  before: readonly Currency[] | null
  /** From whom it will hang. */
  father_id: number
  currencies: readonly Currency[]
}

/**
 * Before a partner is made, moved, or sells in more than it did. Its places are held.
 * @throws Problem `inheritance_changed` on `father_id`, with what would change in `changes`
 */
export async function mustInheritAlike(
  { db, session }: Placing,
  { id, before, father_id, currencies }: Asked,
): Promise<void> {
  const grantor = grantorOf(session)
  if (grantor === null) return
  const father = await chainBelow(db, grantor, father_id)
  const placed: Placed = {
    before: id === null || before === null ? null : { chain: await chainBelow(db, grantor, id), currencies: before },
    after: { chain: id === null ? father : [id, ...father], currencies },
  }
  const [changes = []] = await changesOf(db, grantor, [placed])
  if (changes.length === 0) return
  const detail = `${id === null ? 'Ahí recibiría más de lo que usted puede dar' : 'Ahí cambiaría lo que tiene'}. ${changesText(changes)}`
  throw new Problem('inheritance_changed', {
    detail,
    errors: [{ path: 'father_id', code: 'inheritance_changed', message: detail }],
    extra: { changes: changes.slice(0, handed) },
  })
}

/**
 * Before a copy is made of a partner, with all that it sets itself. Its place is held.
 * @throws Problem `setting_above_father` on `path`, with what the copy would have in `changes`
 */
export async function mustBeGivable(
  { db, session }: Placing,
  { id, currencies }: { id: number; currencies: readonly Currency[] },
  path: string,
): Promise<void> {
  const grantor = grantorOf(session)
  if (grantor === null) return
  const after = { chain: await chainBelow(db, grantor, id), currencies }
  const [changes = []] = await changesOf(db, grantor, [{ before: null, after }])
  if (changes.length === 0) return
  const message = `Tiene lo que solo se da por encima de usted. ${changesText(changes)}`
  throw new Problem('setting_above_father', {
    detail: message,
    errors: [{ path, code: 'setting_above_father', message }],
    extra: { changes: changes.slice(0, handed) },
  })
}
