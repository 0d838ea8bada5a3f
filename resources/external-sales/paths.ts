/** Where the views of external sales are. */
import { z } from 'zod'
import { screens } from '@contract/access/screens.ts'
import { id } from '@contract/endpoint.ts'

const pathOf = (key: string) => screens.find((screen) => screen.key === key)?.path ?? ''
export const listPath = pathOf('external-reports')
export const configPath = pathOf('external-reports-config')
export const loadPath = (load: number) => `${listPath}?load=${load}`

/** What the address says beside the filters of its list. */
export const viewed = z.object({
  view: z.enum(['cargas', 'pendientes', 'global']).default('cargas'),
  /** The load that is reviewed, in the place of the list. */
  load: id.optional(),
})
