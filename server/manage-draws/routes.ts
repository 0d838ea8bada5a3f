import type { manageDraws } from '@contract/draws.ts'
import type { Handlers } from '../http/context.ts'
import { Problem } from '../http/problem.ts'

const pending = async (): Promise<never> => { throw new Problem('unavailable') }
export const manageDrawsRoutes: Handlers<typeof manageDraws> = { saveResult: pending, withdraw: pending, results: pending, detail: pending, external: pending }
