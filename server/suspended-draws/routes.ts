import type { suspendedDraws } from '@contract/draws.ts'
import type { Handlers } from '../http/context.ts'
import { Problem } from '../http/problem.ts'

const pending = async (): Promise<never> => { throw new Problem('unavailable') }
export const suspendedDrawsRoutes: Handlers<typeof suspendedDraws> = { list: pending, create: pending, remove: pending }
