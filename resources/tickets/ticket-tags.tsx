/** States of tickets, lines and approvals as icon and word, in the contract's tones. */
import type { z } from 'zod'
import { looksOf, wordOf } from '@contract/field.ts'
import {
  approvalState,
  lineState,
  ticketState,
  type ApprovalState,
  type LineState,
  type TicketState,
} from '@contract/tickets.ts'
import { StatusTag } from '@/kit/values/status-tag.tsx'

function tagOf<State extends string>(schema: z.ZodType) {
  const { tones = {} } = looksOf(schema)
  return ({ state }: { state: State }) => (
    <StatusTag tone={tones[state] ?? 'neutral'}>{wordOf(schema, state)}</StatusTag>
  )
}

export const TicketStateTag = tagOf<TicketState>(ticketState)
export const LineStateTag = tagOf<LineState>(lineState)
export const ApprovalTag = tagOf<ApprovalState>(approvalState)
