import type { blockedNumbers } from '@contract/draws.ts'
import type { Handlers } from '../http/context.ts'
import { Problem } from '../http/problem.ts'

const pending = async (): Promise<never> => { throw new Problem('unavailable') }
export const blockedNumbersRoutes: Handlers<typeof blockedNumbers> = { list: pending, create: pending, remove: pending }
