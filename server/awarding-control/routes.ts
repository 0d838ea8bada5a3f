import type { awardingControl } from '@contract/draws.ts'
import type { Handlers } from '../http/context.ts'
import { Problem } from '../http/problem.ts'

const pending = async (): Promise<never> => { throw new Problem('unavailable') }
export const awardingControlRoutes: Handlers<typeof awardingControl> = { list: pending, grant: pending, withdraw: pending }
