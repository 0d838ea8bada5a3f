/** What decides on a register: what its drawer should hold and why, what was counted, who passed it on, and what was said. */
import { cashManage, type ManagedRegister } from '@contract/cash-manage.ts'
import { useCall } from '@providers/queries.ts'
import { ProblemView } from '@/kit/page/problem-view.tsx'
import { ListSkeleton } from '@/kit/page/skeletons.tsx'
import { RegisterBook } from '@resources/cash-registers/book.tsx'

export function RegisterEvidence({ row }: { row: ManagedRegister }) {
  const { data, error, refetch } = useCall(cashManage.subrows, { query: { id: row.id } })
  if (data) return <RegisterBook register={data} />
  return error ? <ProblemView error={error} onRetry={() => void refetch()} /> : <ListSkeleton rows={8} />
}
