/** What an entry came from, as a way to it where the console shows it. */
import { Link } from 'react-router'
import type { JournalRow } from '@contract/account-entries.ts'
import { useSession } from '@providers/session.ts'
import { TicketLink } from '@resources/tickets/ticket-panel.tsx'
import { Name } from '@/kit/values/name.tsx'
import { referenceLink } from './paths.ts'

type Referring = Pick<JournalRow, 'day' | 'ref_kind' | 'ref_id' | 'ref_name' | 'ref_partner_id' | 'ref_week'>

export function Reference({ row }: { row: Referring }) {
  const user = useSession()
  if (row.ref_kind === 'ticket' && row.ref_name !== row.ref_id) return <TicketLink serial={row.ref_name} />
  const to = referenceLink(row, user)
  const name = row.ref_kind === 'batch' ? `Lote ${row.ref_name}` : row.ref_name
  if (to === undefined) return <Name>{name}</Name>
  return (
    <Link className="quiet-link cut" to={to}>
      {name}
    </Link>
  )
}
