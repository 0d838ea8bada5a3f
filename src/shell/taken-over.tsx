/**
 * The session of this browser went to another banca while this tab shows one: nothing is sent or read here until the
 * person says which of the two this tab is to be. What they had written stands behind it, as it was.
 */
import { Alert, Button } from 'antd'
import { useState, useSyncExternalStore } from 'react'
import { bancaNameOf, watchBancaNames } from '@providers/banca-names.ts'
import { bringSessionBack } from '@providers/change-banca.ts'
import { ProblemError } from '@providers/problem-error.ts'
import { useSessionState } from '@providers/session.ts'
import { Busy } from '@/kit/page/busy.tsx'
import { ShellDialog } from './dialog.tsx'
import './signs.css'

export function TakenOver() {
  const { user, elsewhere } = useSessionState()
  const there = useSyncExternalStore(watchBancaNames, () => elsewhere && bancaNameOf(elsewhere.database))
  return (
    <ShellDialog open={elsewhere !== null} label="La sesión está en otra banca" className="sorteo-dialog-page">
      {elsewhere?.moving && <Busy label={`Pasando a ${there}`} />}
      {elsewhere && !elsewhere.moving && <Choice here={user?.banca_name ?? ''} there={there ?? ''} />}
    </ShellDialog>
  )
}

function Choice({ here, there }: { here: string; there: string }) {
  const [pending, setPending] = useState(false)
  const [fault, setFault] = useState<string | null>(null)
  const back = async () => {
    setPending(true)
    setFault(null)
    try {
      await bringSessionBack()
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error
      setFault(error.body.detail)
      setPending(false)
    }
  }
  return (
    <section className="sorteo-error middle gap-sm">
      <h2>
        Esta pestaña es de {here}; la sesión está ahora en {there}
      </h2>
      <p className="sorteo-muted">
        Aquí no se envía ni se actualiza nada hasta que elija. Lo que estaba escribiendo sigue como lo dejó: si vuelve a{' '}
        {here}, continúa con eso; si pasa a {there}, se pierde.
      </p>
      {fault && <Alert type="error" showIcon message={fault} role="alert" />}
      <div className="sorteo-error-actions row gap-xs">
        <Button type="primary" data-autofocus loading={pending} onClick={() => void back()}>
          Volver a {here}
        </Button>
        <Button disabled={pending} onClick={() => location.replace('/')}>
          Pasar a {there} aquí
        </Button>
      </div>
    </section>
  )
}
