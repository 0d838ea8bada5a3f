/** States of tickets, lines and approvals as icon and word, in the contract's tones. */
import type { z } from 'zod'
import {
  approvalState,
  lineState,
  ticketState,
  type ApprovalState,
  type LineState,
  type TicketState,
} from '@contract/tickets.ts'
import { StateTag } from '@/kit/values/status-tag.tsx'

function tagOf<State extends string>(schema: z.ZodType) {
  return ({ state }: { state: State }) => <StateTag of={schema} state={state} />
}

export const TicketStateTag = tagOf<TicketState>(ticketState)
export const LineStateTag = tagOf<LineState>(lineState)
export const ApprovalTag = tagOf<ApprovalState>(approvalState)
