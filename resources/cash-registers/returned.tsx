/** Registers of an office that came back, of whatever day: each waits until it is mended, counted and sent again. */
import type { ReactNode } from 'react'
import { cashRegisters, type RegisterRow } from '@contract/cash-registers.ts'
import { formatDay } from '@contract/values/dates.ts'
import { useCall } from '@providers/queries.ts'
import { ProblemNote } from '@/kit/page/problem-note.tsx'

interface ReturnedRegistersProps {
  office_id: number
  /** What to do about each. */
  action: (register: RegisterRow) => ReactNode
}

export function ReturnedRegisters({ office_id, action }: ReturnedRegistersProps) {
  const { data } = useCall(cashRegisters.list, { query: { office_id, state: 'devuelta', per_page: 25, sort: 'day' } })
  return data?.data.map((register) => (
    <ProblemNote
      key={register.id}
      problem={{ title: `La caja del ${formatDay(register.day)} se devolvió`, detail: register.refusal ?? '' }}
      action={action(register)}
    />
  ))
}
