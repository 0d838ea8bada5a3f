/** What the results screen keeps in its URL. */
import { z } from 'zod'
import { id, listOf } from '@contract/endpoint.ts'

export const resultsView = z.object({
  view: z.enum(['lista', 'tablero']).default('lista'),
  product_ids: listOf(id).default([]),
  withdrawn: z.enum(['si', 'no']).default('no'),
  upload: z.enum(['si', 'no']).default('no'),
})
export type ResultsView = z.output<typeof resultsView>
