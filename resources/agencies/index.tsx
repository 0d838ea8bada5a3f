/** Agencies: the list, a new one over it, and each one with its tabs. Mounted at its screen's path with everything below. */
import { Navigate, Route, Routes, useParams } from 'react-router'
import { rules } from '@contract/access/rules.ts'
import { useCan } from '@providers/session.ts'
import { AgencyScreen, BetsTab, GeneralTab } from './agency.tsx'
import { CreateAgency } from './create.tsx'
import { AgencyList } from './list.tsx'
import { agencyPaths } from './paths.ts'
import './agencies.css'

export default function AgenciesScreen() {
  const writes = useCan(rules.registryWrite)
  return (
    <Routes>
      <Route index element={<AgencyList />} />
      <Route
        path="create"
        element={
          writes ? (
            <>
              <AgencyList />
              <CreateAgency />
            </>
          ) : (
            <Navigate to={agencyPaths.list} replace />
          )
        }
      />
      <Route path=":id" element={<AgencyScreen />}>
        <Route index element={<ToGeneral />} />
        <Route path="general" element={<GeneralTab />} />
        <Route path="bets" element={<BetsTab />} />
        <Route path="*" element={<ToGeneral />} />
      </Route>
    </Routes>
  )
}

function ToGeneral() {
  return <Navigate to={agencyPaths.general(Number(useParams().id))} replace />
}
