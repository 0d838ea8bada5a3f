/** The ways to who fell most; a press on a row there tells which product is to blame. Each answers to its key too. */
import { Button } from 'antd'
import { Link, useNavigate } from 'react-router'
import { useSession } from '@providers/session.ts'
import { usePlainKey } from '@/kit/page/plain-key.ts'
import type { FilterState } from '@/kit/screen/filters.tsx'

const label = 'Quién bajó más'
const key = 'b'

/** On the general settlement itself. Who compares goes on comparing with the same; the comparison puts the largest fall first. */
export function WhoFell({ state: { values, set } }: { state: FilterState }) {
  const { partner_type } = useSession()
  const level = partner_type === 'agencia' ? 'taquilla' : 'agencia'
  const compares = values['compare'] !== 'ninguna'
  const compare = compares ? values['compare'] : 'mismo-dia-semana'
  const there = compares && values['level'] === level
  const ask = () => set({ level, compare, sort: undefined })
  usePlainKey(key, there ? null : ask)
  return (
    <Button
      disabled={there}
      aria-keyshortcuts={key}
      title="Por agencia, contra el mismo día de la semana (tecla B)"
      onClick={ask}
    >
      {label}
    </Button>
  )
}

/** From a dashboard, with its filters. */
export function FellLink({ to, className = '' }: { to: string; className?: string }) {
  const navigate = useNavigate()
  usePlainKey(key, () => void navigate(to))
  return (
    <Link className={`quiet-link ${className}`.trim()} to={to} aria-keyshortcuts={key} title="Tecla B">
      {label}
    </Link>
  )
}
