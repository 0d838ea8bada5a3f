/** Commissions: one affiliate's sheet, and all of a filter. Mounted at its screen's path with everything below. */
import { Navigate, Route, Routes } from 'react-router'
import { AllCommissions } from './all.tsx'
import { PartnerCommissions } from './partner.tsx'
import { commissionPaths } from './paths.ts'

export default function CommissionsScreen() {
  return (
    <Routes>
      <Route index element={<PartnerCommissions />} />
      <Route path="all" element={<AllCommissions />} />
      <Route path=":id" element={<PartnerCommissions />} />
      <Route path="*" element={<Navigate to={commissionPaths.own} replace />} />
    </Routes>
  )
}
