import type { ticketManagement } from '@contract/tickets.ts'
import type { Handlers } from '../http/context.ts'
import { Problem } from '../http/problem.ts'

const pending = async (): Promise<never> => { throw new Problem('unavailable') }
export const ticketManagementRoutes: Handlers<typeof ticketManagement> = { show: pending, act: pending }
