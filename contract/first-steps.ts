/** What a banca, or what hangs from one affiliate, still lacks until it sells its first ticket. */
import { z } from 'zod'
import { rules } from './access/rules.ts'
import { endpoint, entity } from './endpoint.ts'

/** In the order in which each needs the one before it. */
export const firstSteps = ['products', 'agencies', 'offices', 'sellers', 'rates', 'quotas', 'sale'] as const
export type FirstStep = (typeof firstSteps)[number]

export const firstStepCalls = entity('firstSteps', {
  show: endpoint({
    method: 'GET',
    path: '/api/v2/admin/registry/first-steps',
    access: rules.registryWrite,
    response: z.object({
      /** Something was sold: there is nothing more to show. */
      sold: z.boolean(),
      /** Those that are there already, each a fact of the database. */
      done: z.array(z.enum(firstSteps)),
    }),
    summary: 'Lo que ya hay y lo que falta para vender el primer ticket',
  }),
})
