/** Where partners are. */
import type { locations } from '@contract/locations.ts'
import type { Handlers } from '../../platform/http/context.ts'
import { municipalitiesOf, statesOf } from './queries.ts'

export const locationsRoutes: Handlers<typeof locations> = {
  states: ({ db }, { query }) => statesOf(db, query.country_iso2),
  municipalities: ({ db }, { query }) => municipalitiesOf(db, query.state_id),
}
