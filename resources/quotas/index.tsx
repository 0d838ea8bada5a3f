/** Quotas: one affiliate's sheet, all of a filter, and bets configuration of many. Mounted at its screen's path with everything below. */
import { Navigate, Route, Routes } from 'react-router'
import { AllQuotas } from './all.tsx'
import { BetsOfMany } from './bets.tsx'
import { PartnerBets } from './partner-bets.tsx'
import { PartnerQuotas } from './partner.tsx'
import { quotaPaths } from './paths.ts'

export default function QuotasScreen() {
  return (
    <Routes>
      <Route index element={<PartnerQuotas />} />
      <Route path="all" element={<AllQuotas />} />
      <Route path="bets" element={<BetsOfMany />} />
      <Route path="bets/:id" element={<PartnerBets />} />
      <Route path=":id" element={<PartnerQuotas />} />
      <Route path="*" element={<Navigate to={quotaPaths.own} replace />} />
    </Routes>
  )
}
