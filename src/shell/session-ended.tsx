/** The session ended under the person: the password is asked for here, and everything goes on as it was. */
import { Alert, Button, Input } from 'antd'
import { useState, type SubmitEvent } from 'react'
import type { SessionUser } from '@contract/session.ts'
import { leave, signInAgain } from '@providers/auth.ts'
import { goToBanca } from '@providers/change-banca.ts'
import { ProblemError } from '@providers/http.ts'
import { useSessionState } from '@providers/session.ts'
import { ShellDialog } from './dialog.tsx'

export function SessionEnded() {
  const { ended, user } = useSessionState()
  return (
    <ShellDialog open={ended} label="Su sesión venció">
      {user?.home ? <VisitOver here={user.banca_name} home={user.home} /> : <PasswordAgain />}
    </ShellDialog>
  )
}

/** Whoever came in from another banca has no password to give here: they go back to theirs, or sign in there again. */
function VisitOver({ here, home }: { here: string; home: NonNullable<SessionUser['home']> }) {
  const [state, setState] = useState<'asked' | 'pending' | 'over'>('asked')
  const back = async () => {
    setState('pending')
    try {
      await goToBanca(home.database)
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error
      setState('over')
    }
  }
  const out = () => {
    leave()
    location.replace('/login')
  }
  const isOver = state === 'over'
  return (
    <>
      <h2>Su acceso a {here} terminó</h2>
      <p className="sorteo-muted">
        Terminaron su registro desde {here}, o su sesión venció.{' '}
        {isOver ? `También terminó la de ${home.banca_name}: inicie sesión de nuevo.` : `Vuelva a ${home.banca_name}.`}{' '}
        Si el registro terminó, allá puede registrar {here} otra vez.
      </p>
      <div className="sorteo-dialog-actions row stretch gap-xs">
        <Button
          type="primary"
          data-autofocus
          loading={state === 'pending'}
          onClick={() => (isOver ? out() : void back())}
        >
          {isOver ? 'Iniciar sesión' : `Volver a ${home.banca_name}`}
        </Button>
      </div>
    </>
  )
}

function PasswordAgain() {
  const { user } = useSessionState()
  const [password, setPassword] = useState('')
  const [pending, setPending] = useState(false)
  const [fault, setFault] = useState<string | null>(null)
  const submit = async (event: SubmitEvent) => {
    event.preventDefault()
    if (pending) return
    if (password === '') return setFault('Escriba su contraseña')
    setPending(true)
    setFault(null)
    try {
      await signInAgain(password)
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error
      setFault(error.body.code === 'bad_credentials' ? 'La contraseña no es correcta.' : error.body.detail)
      setPending(false)
    }
  }
  return (
    <form className="stack gap-sm" onSubmit={(event) => void submit(event)} noValidate>
      <h2>Su sesión venció</h2>
      <p className="sorteo-muted">
        Escriba su contraseña para continuar donde estaba. Lo que tenía en pantalla sigue igual.
      </p>
      {fault && <Alert type="error" showIcon message={fault} role="alert" />}
      <label className="field stack gap-xxs">
        <span>Usuario</span>
        <Input value={user?.username ?? ''} readOnly autoComplete="username" name="username" />
      </label>
      <label className="field stack gap-xxs">
        <span>Contraseña</span>
        <Input.Password
          data-autofocus
          name="password"
          autoComplete="current-password"
          value={password}
          status={fault ? 'error' : ''}
          onChange={(event) => setPassword(event.target.value)}
        />
      </label>
      <div className="sorteo-dialog-actions row stretch gap-xs">
        <Button onClick={leave} disabled={pending}>
          Salir
        </Button>
        <Button type="primary" htmlType="submit" loading={pending}>
          Continuar
        </Button>
      </div>
    </form>
  )
}
