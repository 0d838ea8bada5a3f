/** Where the views of external sales are. */
import { z } from 'zod'
import { id } from '@contract/endpoint.ts'
import { screenLink } from '@contract/links.ts'

export const listPath = screenLink('external-reports')
export const configPath = screenLink('external-reports-config')
export const loadPath = (load: number) => screenLink('external-reports', { load })

/** What the address says beside the filters of its list. */
export const viewQuery = z.object({
  view: z.enum(['cargas', 'pendientes', 'global']).default('cargas'),
  /** The load that is reviewed, in the place of the list. */
  load: id.optional(),
})
