import type { polla } from '@contract/polla.ts'
import type { Handlers } from '../http/context.ts'
import { Problem } from '../http/problem.ts'

const pending = async (): Promise<never> => { throw new Problem('unavailable') }
export const pollaRoutes: Handlers<typeof polla> = { list: pending, sell: pending, show: pending, annul: pending, jackpots: pending, payDaily: pending, payWeekly: pending, prizes: pending, payPrize: pending, publicResults: pending }
