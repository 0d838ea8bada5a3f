/** Signing in. Light on purpose: no tables, no forms library, nothing of what lies behind. */
import { Alert, Button, Input, type InputRef } from 'antd'
import { useRef, useState, type KeyboardEvent, type SubmitEvent } from 'react'
import { Navigate, useLocation } from 'react-router'
import { signInForm as credentials } from '@contract/session.ts'
import { signIn } from '@providers/auth.ts'
import { ProblemError } from '@providers/http.ts'
import { useSessionState } from '@providers/session.ts'
import { Mark } from '@/shell/mark.tsx'
import { returnPath } from '@/shell/return-path.ts'
import { useBoot } from '@/shell/use-boot.ts'
import { LoginArt } from './login-art.tsx'
import './login.css'

type Field = 'username' | 'password'
type Faults = Partial<Record<Field, string>>

export function LoginPage() {
  const { status } = useSessionState()
  const { search } = useLocation()
  useBoot()
  if (status === 'authenticated') return <Navigate to={returnPath(search)} replace />
  return (
    <div className="login">
      <title>Iniciar sesión · Sorteo</title>
      <div className="login-art" aria-hidden="true">
        <LoginArt />
      </div>
      <main className="login-main middle">
        <div style={{ width: 'min(360px, 100%)' }}>
          <div className="login-brand line gap-sm">
            <Mark size={36} />
            <span>Sorteo</span>
          </div>
          <h1>Inicie sesión</h1>
          <p className="sorteo-muted">
            {returnPath(search) === '/'
              ? 'Consola de administración y taquilla.'
              : 'Después volverá a la página que buscaba.'}
          </p>
          <LoginForm />
          <Forgotten />
        </div>
      </main>
    </div>
  )
}

/** The same for everybody: whether an account exists is told to nobody here. */
function Forgotten() {
  return (
    <details className="login-forgotten sorteo-muted">
      <summary>¿Olvidó su contraseña?</summary>
      <p>
        Pídale otra a quien le dio su usuario: su distribuidor o un administrador de la banca la da en{' '}
        <strong>Registro › Usuarios › Dar otra contraseña</strong>. Sirve una vez, y al entrar elige la suya.
      </p>
      <p>
        Si es el único administrador, quien lleva el servidor la da con{' '}
        <code>npm run create-admin -- --username su-usuario --reset</code>.
      </p>
    </details>
  )
}

function useLogin(focus: (field: Field) => void) {
  const [pending, setPending] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const [faults, setFaults] = useState<Faults>({})
  const submit = async (values: Record<Field, string>) => {
    if (pending) return
    const parsed = credentials.safeParse(values)
    const found: Faults = {}
    for (const { path, message } of parsed.error?.issues ?? []) found[path[0] as Field] ??= message
    setFaults(found)
    setProblem(null)
    if (!parsed.success) return focus(found.username ? 'username' : 'password')
    setPending(true)
    try {
      await signIn(parsed.data)
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error
      setProblem(error.body.detail)
      setPending(false)
      focus('password')
    }
  }
  return { pending, problem, faults, submit }
}

function LoginForm() {
  const username = useRef<InputRef>(null)
  const password = useRef<InputRef>(null)
  const [capital, setCapital] = useState(false)
  const { pending, problem, faults, submit } = useLogin((field) =>
    (field === 'username' ? username : password).current?.focus({ cursor: 'all' }),
  )
  const onSubmit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const data = new FormData(event.currentTarget)
    void submit({ username: String(data.get('username') ?? ''), password: String(data.get('password') ?? '') })
  }
  const onKey = (event: KeyboardEvent) => setCapital(event.getModifierState('CapsLock'))
  return (
    <form className="login-form stack gap-sm" noValidate onSubmit={onSubmit}>
      {problem && <Alert type="error" showIcon message={problem} role="alert" />}
      <div className="field stack gap-xxs">
        <label htmlFor="login-username">Usuario</label>
        <Input
          ref={username}
          id="login-username"
          name="username"
          size="large"
          autoFocus
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          status={faults.username ? 'error' : ''}
          aria-invalid={faults.username !== undefined}
          aria-describedby="login-username-fault"
        />
        <span id="login-username-fault" className="login-fault bad small">
          {faults.username}
        </span>
      </div>
      <div className="field stack gap-xxs">
        <label htmlFor="login-password">Contraseña</label>
        <Input.Password
          ref={password}
          id="login-password"
          name="password"
          size="large"
          autoComplete="current-password"
          onKeyUp={onKey}
          status={faults.password ? 'error' : ''}
          aria-invalid={faults.password !== undefined}
          aria-describedby="login-password-fault login-capital"
        />
        <span id="login-password-fault" className="login-fault bad small">
          {faults.password}
        </span>
        <span id="login-capital" className="warns small" role="status">
          {capital && 'Bloq Mayús está activado.'}
        </span>
      </div>
      <Button type="primary" htmlType="submit" size="large" block loading={pending}>
        Entrar
      </Button>
    </form>
  )
}
