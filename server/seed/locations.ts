/** Loads the places of both countries. Ids are fixed: a state's id times 100 begins its municipalities'. */
import { sql } from 'drizzle-orm'
import { list, type Executor } from '../platform/db/connect.ts'
import { panama } from './data/panama.ts'
import { venezuela } from './data/venezuela.ts'

interface Place {
  id: number
  name: string
}
export interface State extends Place {
  country_iso2: 'VE' | 'PA'
  municipalities: Place[]
}

function number(country_iso2: State['country_iso2'], from: number, entries: typeof venezuela): State[] {
  return entries.map(([name, below], at) => {
    const id = from + at
    const municipalities = below ? below.split(', ').map((place, n) => ({ id: id * 100 + n + 1, name: place })) : []
    return { id, name, country_iso2, municipalities }
  })
}

/** Every state or province of both countries, with its municipalities or districts. */
export const states: readonly State[] = [...number('VE', 1, venezuela), ...number('PA', 101, panama)]

/** A municipality by the names of its state and its own. Throws when the data have no such place. */
export function placeOf(state: string, municipality: string): { state_id: number; municipality_id: number } {
  const within = states.find((one) => one.name === state)
  const place = within?.municipalities.find((one) => one.name === municipality)
  if (!within || !place) throw new Error(`no such place: ${municipality}, ${state}`)
  return { state_id: within.id, municipality_id: place.id }
}

/** Writes both tables, or brings names up to date where they are already there. */
export async function loadLocations(db: Executor): Promise<void> {
  await db.run(sql`
    INSERT INTO states (id, country_iso2, name)
    SELECT *
    FROM unnest(
      ${list(states.map((one) => one.id))}::int[], ${list(states.map((one) => one.country_iso2))}::text[],
      ${list(states.map((one) => one.name))}::text[]
    )
    ON CONFLICT (id) DO UPDATE SET country_iso2 = excluded.country_iso2, name = excluded.name`)
  const all = states.flatMap((state) => state.municipalities.map((place) => ({ ...place, state_id: state.id })))
  await db.run(sql`
    INSERT INTO municipalities (id, state_id, name)
    SELECT *
    FROM unnest(
      ${list(all.map((one) => one.id))}::int[], ${list(all.map((one) => one.state_id))}::int[],
      ${list(all.map((one) => one.name))}::text[]
    )
    ON CONFLICT (id) DO UPDATE SET state_id = excluded.state_id, name = excluded.name`)
}
