/** Where partners are: Venezuela's states and municipalities, Panama's provinces and districts. */
import { z } from 'zod'
import { rules } from './access/rules.ts'
import { all, endpoint, entity, id } from './endpoint.ts'

export const locations = entity('locations', {
  states: endpoint({
    method: 'GET',
    path: '/api/v2/locations/states',
    access: rules.signedIn,
    query: z.object({
      country_iso2: z.string().length(2).optional().meta({ description: 'País: dos letras, como VE' }),
    }),
    response: all(z.object({ id: z.number().int(), name: z.string(), country_iso2: z.string() })),
    summary: 'Estados o provincias',
  }),
  municipalities: endpoint({
    method: 'GET',
    path: '/api/v2/locations/municipalities',
    access: rules.signedIn,
    query: z.object({ state_id: id }),
    response: all(z.object({ id: z.number().int(), name: z.string(), state_id: z.number().int() })),
    summary: 'Municipios o distritos de un estado',
  }),
})
