import type { regularQuotas } from '@contract/quotas.ts'
import type { Handlers } from '../http/context.ts'
import { Problem } from '../http/problem.ts'

const pending = async (): Promise<never> => { throw new Problem('unavailable') }
export const regularQuotasRoutes: Handlers<typeof regularQuotas> = { list: pending, show: pending, save: pending, global: pending }
