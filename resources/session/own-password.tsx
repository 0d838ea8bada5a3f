/** Changing one's own password. No draft of it is ever kept. */
import { Alert, Button, Drawer, Input } from 'antd'
import { useId, useState, type SubmitEvent } from 'react'
import { Link } from 'react-router'
import { session } from '@contract/session.ts'
import { useAction } from '@providers/queries.ts'
import { refetchSession, useSession } from '@providers/session.ts'
import { signOutPath } from '@/shell/return-path.ts'

const empty = { current_password: '', new_password: '', repeated: '' }
type Values = typeof empty
type Faults = Partial<Record<keyof Values, string>>

const { body: schema } = session.changePassword

/** What is wrong with each field, in the contract's words; the repetition is the form's own. */
export function passwordFaults(values: Values): Faults {
  const faults: Faults = {}
  const parsed = schema?.safeParse(values)
  for (const { path, message } of parsed?.error?.issues ?? []) faults[path[0] as keyof Values] ??= message
  if (!faults.new_password && values.new_password !== values.repeated)
    faults.repeated = 'No coincide con la contraseña nueva'
  if (!faults.new_password && values.new_password === values.current_password)
    faults.new_password = 'La contraseña nueva debe ser distinta de la actual'
  return faults
}

/** In the place of the console, for whoever was given a password by somebody else. */
export function FirstPassword() {
  const { name } = useSession()
  return (
    <main className="sorteo-busy sorteo-busy-page middle" style={{ minHeight: '100dvh' }}>
      <title>Elija su contraseña · Sorteo</title>
      <h1>Elija su contraseña</h1>
      <p className="sorteo-muted">{name}, la que le dieron sirve una sola vez. Con la suya continúa.</p>
      <div style={{ width: 'min(340px, 100%)', textAlign: 'start' }}>
        <PasswordForm onDone={() => void refetchSession()} />
      </div>
      <Link to={signOutPath}>Salir</Link>
    </main>
  )
}

export function OwnPassword({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Drawer open={open} onClose={onClose} title="Cambiar mi contraseña" width={380} destroyOnHidden>
      <PasswordForm onDone={onClose} />
    </Drawer>
  )
}

function PasswordForm({ onDone }: { onDone: () => void }) {
  const { username } = useSession()
  const [values, setValues] = useState(empty)
  const [faults, setFaults] = useState<Faults>({})
  const { run, pending, problem } = useAction(session.changePassword, {
    success: 'Su contraseña cambió. Las demás sesiones suyas se cerraron.',
    failure: false,
  })
  const refused = Object.fromEntries(
    (problem?.errors ?? []).map(({ path, message }) => [path.replace(/^body\./, ''), message]),
  ) as Faults
  const shown = { ...refused, ...faults }
  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    const found = passwordFaults(values)
    setFaults(found)
    const first = Object.keys(empty).find((name) => found[name as keyof Values])
    if (first) return form.querySelector<HTMLInputElement>(`[name="${first}"]`)?.focus()
    const { current_password, new_password } = values
    if (await run({ body: { current_password, new_password } })) onDone()
  }
  const field = (name: keyof Values, label: string, autoComplete: string) => (
    <PasswordField
      name={name}
      label={label}
      autoComplete={autoComplete}
      value={values[name]}
      fault={shown[name]}
      onChange={(value) => {
        setValues({ ...values, [name]: value })
        setFaults({ ...faults, [name]: undefined })
      }}
    />
  )
  return (
    <form className="stack gap-md" noValidate onSubmit={(event) => void submit(event)}>
      {problem && !problem.errors?.length && <Alert type="error" showIcon message={problem.detail} role="alert" />}
      <input
        className="sorteo-unseen"
        name="username"
        value={username}
        autoComplete="username"
        readOnly
        tabIndex={-1}
        aria-hidden="true"
      />
      {field('current_password', 'Contraseña actual', 'current-password')}
      {field('new_password', 'Contraseña nueva', 'new-password')}
      {field('repeated', 'Repita la contraseña nueva', 'new-password')}
      <p className="sorteo-muted">
        Al menos 10 caracteres. Una frase que solo usted sepa es fácil de recordar y difícil de adivinar.
      </p>
      <Button type="primary" htmlType="submit" loading={pending} block>
        Cambiar la contraseña
      </Button>
    </form>
  )
}

interface PasswordFieldProps {
  name: string
  label: string
  autoComplete: string
  value: string
  fault: string | undefined
  onChange: (value: string) => void
}

function PasswordField({ name, label, autoComplete, value, fault, onChange }: PasswordFieldProps) {
  const id = useId()
  return (
    <div className="field stack gap-xxs">
      <label htmlFor={id}>{label}</label>
      <Input.Password
        id={id}
        name={name}
        autoComplete={autoComplete}
        value={value}
        status={fault ? 'error' : ''}
        aria-invalid={fault !== undefined}
        aria-describedby={fault && `${id}-fault`}
        onChange={(event) => onChange(event.target.value)}
      />
      {fault && (
        <span id={`${id}-fault`} className="fault">
          {fault}
        </span>
      )}
    </div>
  )
}
