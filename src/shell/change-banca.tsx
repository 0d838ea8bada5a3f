/** The session goes to another banca; why it did not, where it was refused. */
import { Button } from 'antd'
import { useCallback, useEffect, useState } from 'react'
import { Navigate, useLocation, useNavigate } from 'react-router'
import type { ProblemCode } from '@contract/problems.ts'
import { goToBanca } from '@providers/change-banca.ts'
import { ProblemError } from '@providers/problem-error.ts'
import { useSession } from '@providers/session.ts'
import { Busy } from '@/kit/page/busy.tsx'
import type { BancaAsked } from '@/kit/page/go-to-banca.ts'
import { openOtherBancas } from '@/kit/page/other-bancas.ts'
import { usePageTitle } from '@/kit/page/page.tsx'
import { ProblemView } from '@/kit/page/problem-view.tsx'

/** What a registration made anew mends. */
const lapsed: readonly ProblemCode[] = [
  'connection_ended',
  'connection_password',
  'connection_user',
  'foreign_database',
]

export function ChangeBanca() {
  const asked = useLocation().state as BancaAsked | null
  const { database } = useSession()
  // Coming back to this address by the browser's buttons is no asking: the session is there already.
  return asked && asked.database !== database ? <Going {...asked} /> : <Navigate to="/" replace />
}

function Going({ database, name, address }: BancaAsked) {
  const navigate = useNavigate()
  const [problem, setProblem] = useState<ProblemError | null>(null)
  usePageTitle(`Pasar a ${name}`)
  const go = useCallback(() => {
    setProblem(null)
    goToBanca(database, address).catch((error: unknown) => {
      if (!(error instanceof ProblemError)) throw error
      setProblem(error)
    })
  }, [database, address])
  useEffect(go, [go])
  if (!problem) return <Busy label={`Pasando a ${name}`} />
  return (
    <section className="stack" role="alert">
      <h1 style={{ textAlign: 'center' }}>No se pudo pasar a {name}</h1>
      <ProblemView
        error={problem}
        onRetry={go}
        action={
          <>
            {lapsed.includes(problem.body.code) && (
              <Button onClick={() => openOtherBancas('list')}>Ver mis bancas</Button>
            )}
            <Button onClick={() => void navigate(-1)}>Volver</Button>
          </>
        }
      />
    </section>
  )
}
