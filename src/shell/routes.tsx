/** The routes of the screens, each behind its rule. */
import { Button } from 'antd'
import { Suspense } from 'react'
import { Navigate, Route, Routes, useLocation, useNavigate } from 'react-router'
import { allows, roleLabels } from '@contract/access/rules.ts'
import { firstPath, isClosed, screens, type Screen } from '@contract/access/screens.ts'
import { useSession } from '@providers/session.ts'
import { ScreenSkeleton } from '@/kit/page/busy.tsx'
import { changePath } from '@/kit/page/go-to-banca.ts'
import { usePageTitle } from '@/kit/page/page.tsx'
import { ChangeBanca } from './change-banca.tsx'
import { ErrorBoundary } from './error-boundary.tsx'
import { disabledScreen, ErrorScreen, notFound, type ErrorScreenProps } from './error-screen.tsx'
import { currentAddress } from './old-addresses.ts'
import { useParts } from './parts.ts'
import { signOutPath } from './return-path.ts'
import { SignOut } from './sign-out.tsx'

/** Travels with a redirect to `/` and on to the page it leads to: why the person is not where they asked to be. */
export interface RefusalState {
  refusal?: string
}

export function ScreenRoutes() {
  const location = useLocation()
  const moved = currentAddress(location)
  if (moved !== null) return <Navigate to={moved} replace state={location.state} />
  return (
    <Routes>
      <Route path="/" element={<Home />} />
      <Route path={signOutPath} element={<SignOut />} />
      <Route path={changePath} element={<ChangeBanca />} />
      {screens.map((screen) => (
        <Route key={screen.key} path={`${screen.path}/*`} element={<Guarded key={screen.key} screen={screen} />} />
      ))}
      <Route path="*" element={<Lost {...notFound} />} />
    </Routes>
  )
}

function Guarded({ screen }: { screen: Screen }) {
  const user = useSession()
  const Component = useParts().components[screen.key]
  if (!allows(screen.access, user)) {
    const refusal = `Su usuario no tiene acceso a «${screen.page ? `${screen.page.label}: ${screen.label}` : screen.label}».`
    return <Navigate to="/" replace state={{ refusal } satisfies RefusalState} />
  }
  if (isClosed(screen, user)) return <Lost {...disabledScreen} />
  if (!Component) return <Lost {...notFound} />
  return (
    <ErrorBoundary>
      <Suspense fallback={<ScreenSkeleton title={screen.page?.label ?? screen.label} />}>
        <Component />
      </Suspense>
    </ErrorBoundary>
  )
}

/** `/` sends each role to its first page, and says why it did if it was not asked for. */
function Home() {
  const user = useSession()
  const { state } = useLocation()
  const first = firstPath(user)
  return first ? <Navigate to={first} replace state={state as RefusalState | null} /> : <NothingYet />
}

function Lost(props: Pick<ErrorScreenProps, 'status' | 'title' | 'description'>) {
  const navigate = useNavigate()
  return <ErrorScreen {...props} home={{ to: '/', text: 'Volver al inicio' }} onHome={() => void navigate('/')} />
}

function NothingYet() {
  const user = useSession()
  const navigate = useNavigate()
  usePageTitle('Sin pantallas disponibles')
  return (
    <section className="sorteo-error middle gap-xs">
      <h1>Sin pantallas disponibles</h1>
      <p className="sorteo-muted">
        Las pantallas de «{roleLabels[user.role]}» no están disponibles en esta instalación. Consulte con un
        administrador de su banca.
      </p>
      <div className="sorteo-error-actions row gap-xs">
        <Button type="primary" onClick={() => void navigate(signOutPath, { state: { asked: true } })}>
          Cerrar sesión
        </Button>
      </div>
    </section>
  )
}
