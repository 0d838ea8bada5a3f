/** What decides on a register: what its drawer should hold and why, what was counted, who passed it on, and what was said. */
import { CalculatorOutlined } from '@ant-design/icons'
import { useNavigate } from 'react-router'
import { cashManage, type ManagedRegister } from '@contract/cash-manage.ts'
import { cashRegisters } from '@contract/cash-registers.ts'
import { screenLink } from '@contract/links.ts'
import { useCall } from '@providers/queries.ts'
import { useCan } from '@providers/session.ts'
import { CounterKeys } from '@/kit/counter/keys.tsx'
import { ProblemView } from '@/kit/page/problem-view.tsx'
import { ListSkeleton } from '@/kit/page/skeletons.tsx'
import { RegisterBook } from '@resources/cash-registers/book.tsx'

export function RegisterEvidence({ row }: { row: ManagedRegister }) {
  const { data, error, refetch } = useCall(cashManage.subrows, { query: { id: row.id } })
  if (data)
    return (
      <>
        <RegisterBook register={data} />
        <CountKey row={row} />
      </>
    )
  return error ? <ProblemView error={error} onRetry={() => void refetch()} /> : <ListSkeleton rows={8} />
}

/** To the counter that counts it, for whoever may: of one that is open, or came back. */
function CountKey({ row: { id, office_id, state } }: { row: ManagedRegister }) {
  const navigate = useNavigate()
  const counts = useCan(cashRegisters.count.access)
  if (!counts || (state !== 'abierta' && state !== 'devuelta')) return null
  return (
    <CounterKeys
      label="Contar la caja"
      keys={[
        {
          key: 'F9',
          label: state === 'abierta' ? 'Contar y enviar' : 'Contarla de nuevo',
          icon: <CalculatorOutlined />,
          main: true,
          onPress: () =>
            void navigate(
              screenLink('office-cash-register', { office: office_id, ...(state === 'devuelta' && { register: id }) }),
            ),
        },
      ]}
    />
  )
}
