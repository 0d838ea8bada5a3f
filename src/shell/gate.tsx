/** Behind it is the console. Nobody passes without a session; whoever has none comes back after signing in. */
import { Button } from 'antd'
import { Suspense } from 'react'
import { Navigate, useLocation } from 'react-router'
import { useSessionState } from '@providers/session.ts'
import type { Later } from '@/kit/page/later.tsx'
import { FirstLook } from './first-look.tsx'
import { loginWith } from './return-path.ts'
import { useBoot } from './use-boot.ts'

export function Gate({ Console }: { Console: Later<object> }) {
  const location = useLocation()
  const { status, user } = useSessionState()
  const come = Console.useCome()
  const { fault, retry } = useBoot()
  if (status === 'unauthenticated') return <Navigate to={loginWith(location)} replace />
  if (fault) return <Unreachable onRetry={retry} />
  if (!user || !come) return <FirstLook />
  return (
    <Suspense fallback={<FirstLook />}>
      <Console key={`${user.database}:${user.id}`} />
    </Suspense>
  )
}

function Unreachable({ onRetry }: { onRetry: () => void }) {
  return (
    <main className="sorteo-busy sorteo-busy-page middle">
      <title>Sin conexión · Sorteo</title>
      <h1>Sin conexión con el servidor</h1>
      <p className="sorteo-muted" role="alert">
        Su sesión sigue abierta. Revise su conexión e intente de nuevo.
      </p>
      <Button type="primary" onClick={onRetry}>
        Intentar de nuevo
      </Button>
    </main>
  )
}
