import type { topQuotas } from '@contract/quotas.ts'
import type { Handlers } from '../http/context.ts'
import { Problem } from '../http/problem.ts'

const pending = async (): Promise<never> => { throw new Problem('unavailable') }
export const topQuotasRoutes: Handlers<typeof topQuotas> = { list: pending, save: pending, global: pending }
