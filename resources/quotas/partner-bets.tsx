/** Bets configuration of one affiliate, of whatever kind. */
import { ArrowLeftOutlined } from '@ant-design/icons'
import { Link, Navigate, useNavigate, useParams } from 'react-router'
import { rules } from '@contract/access/rules.ts'
import { byId } from '@contract/endpoint.ts'
import { useCan } from '@providers/session.ts'
import { AgencyBets } from '@resources/agencies/bets.tsx'
import { PartnerPath } from '@/kit/values/partner-path.tsx'
import { usePartnerPath } from '@/kit/values/partner-tree.ts'
import { QuotaFrame } from './frame.tsx'
import { quotaPaths } from './paths.ts'

export function PartnerBets() {
  const parsed = byId.safeParse(useParams())
  return parsed.success ? <OneConfiguration partnerId={parsed.data.id} /> : <Navigate to={quotaPaths.bets} replace />
}

function OneConfiguration({ partnerId }: { partnerId: number }) {
  const navigate = useNavigate()
  const writes = useCan(rules.registryWrite)
  const path = usePartnerPath(partnerId)
  return (
    <QuotaFrame
      tab="bets"
      subtitle={
        <>
          <Link to={quotaPaths.bets} className="quota-back">
            <ArrowLeftOutlined aria-hidden="true" /> Todos
          </Link>
          <PartnerPath
            path={path}
            onChoose={(id) => void navigate(id === undefined ? quotaPaths.bets : quotaPaths.partnerBets(id))}
          />
        </>
      }
    >
      <AgencyBets agencyId={partnerId} readOnly={!writes} />
    </QuotaFrame>
  )
}
