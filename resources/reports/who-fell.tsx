/** From any view of the general settlement to who fell most; a press on a row then tells which product is to blame. */
import { Button } from 'antd'
import { useSession } from '@providers/session.ts'
import type { FilterState } from '@/kit/screen/filters.tsx'

/** Who compares already goes on comparing with the same. The order is left to the comparison: the largest fall first. */
export function WhoFell({ state: { values, set } }: { state: FilterState }) {
  const { partner_type } = useSession()
  const level = partner_type === 'agencia' ? 'taquilla' : 'agencia'
  const compares = values['compare'] !== 'ninguna'
  const compare = compares ? values['compare'] : 'mismo-dia-semana'
  return (
    <Button
      disabled={compares && values['level'] === level}
      title="Por agencia, contra el mismo día de la semana"
      onClick={() => set({ level, compare, sort: undefined })}
    >
      Quién bajó más
    </Button>
  )
}
