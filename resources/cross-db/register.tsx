/** Registering another banca with one's user of there. Its password goes to the server alone: no draft of it is kept. */
import { Alert, Button, Input } from 'antd'
import { useEffect, useId, useRef, useState, type ReactNode, type SubmitEvent } from 'react'
import { crossDb } from '@contract/cross-db.ts'
import { titleOf } from '@contract/field.ts'
import type { ProblemBody } from '@contract/problems.ts'
import { useAction, useCall } from '@providers/queries.ts'
import { refetchSession } from '@providers/session.ts'
import { Select } from '@/kit/form/select.tsx'

const schema = crossDb.register.body!
type Name = keyof typeof schema.shape
const names = ['database', 'username', 'password'] as const satisfies readonly Name[]
type Faults = Partial<Record<Name, string>>
const empty: Record<Name, string> = { database: '', username: '', password: '' }

/** What the server refuses of a field; what is about none stands above the form. */
function refusedFaults(problem: ProblemBody | null): Faults {
  const faults = problem?.errors ?? []
  return Object.fromEntries(faults.map(({ path, message }) => [path.replace(/^body\./, ''), message]))
}

const firstOf = (faults: Faults) => names.find((name) => faults[name])

interface RegisterProps {
  /** The one to choose at first: its registration is to be made anew. */
  database: string
  /** Those that need none. */
  known: readonly string[]
  onDone: () => void
}

export function RegisterBanca({ database, known, onDone }: RegisterProps) {
  const offered = useCall(crossDb.enabled, {})
  const [values, setValues] = useState({ ...empty, database })
  const [faults, setFaults] = useState<Faults>({})
  const form = useRef<HTMLFormElement>(null)
  const { run, pending, problem } = useAction(crossDb.register, {
    invalidates: [crossDb],
    success: 'La banca quedó registrada: puede pasar a ella desde el nombre de su banca, arriba.',
    failure: false,
  })
  const focus = (name: Name | undefined) =>
    form.current?.querySelector<HTMLInputElement>(`#${CSS.escape(`${id}-${name}`)}`)?.focus()
  const id = useId()
  useEffect(() => {
    const refused = refusedFaults(problem)
    setFaults(refused)
    focus(firstOf(refused))
    // Once for each answer.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [problem])
  const data = (offered.data?.data ?? []).filter(({ id: one }) => !known.includes(one))
  const submit = async (event: SubmitEvent) => {
    event.preventDefault()
    if (pending) return
    const parsed = schema.safeParse(values)
    const found: Faults = {}
    for (const { path, message } of parsed.error?.issues ?? []) found[path[0] as Name] ??= message
    setFaults(found)
    if (!parsed.success) return focus(firstOf(found))
    if (!(await run({ body: parsed.data }))) return
    void refetchSession()
    onDone()
  }
  const change = (name: Name, value: string) => {
    setValues({ ...values, [name]: value })
    setFaults({ ...faults, [name]: undefined })
  }
  const control = (name: Name) => ({
    id: `${id}-${name}`,
    value: values[name],
    status: faults[name] ? ('error' as const) : ('' as const),
    'aria-invalid': faults[name] !== undefined,
    'aria-describedby': `${id}-${name}-fault`,
  })
  const field = (name: Name, drawn: ReactNode) => (
    <Labelled id={`${id}-${name}`} title={titleOf(schema.shape[name]) ?? name} fault={faults[name]}>
      {drawn}
    </Labelled>
  )
  if (offered.data && data.length === 0)
    return <p className="sorteo-muted">En este servidor no hay otra banca por registrar.</p>
  return (
    <form ref={form} className="stack gap-sm" noValidate onSubmit={(event) => void submit(event)}>
      {problem && !firstOf(refusedFaults(problem)) && (
        <Alert type="error" showIcon message={problem.detail} role="alert" />
      )}
      {field(
        'database',
        <Select
          {...control('database')}
          value={values.database || undefined}
          autoFocus
          loading={offered.isLoading}
          placeholder="Elija una banca"
          options={data.map((one) => ({ value: one.id, label: one.name }))}
          onChange={(value: string) => change('database', value)}
        />,
      )}
      {field(
        'username',
        <Input
          {...control('username')}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          onChange={(event) => change('username', event.target.value)}
        />,
      )}
      {field(
        'password',
        <Input.Password
          {...control('password')}
          autoComplete="off"
          onChange={(event) => change('password', event.target.value)}
        />,
      )}
      <p className="note">
        Se comprueba allá una vez y no se guarda. Si cambia su contraseña en esa banca, hay que registrarla de nuevo.
      </p>
      <div className="row gap-xs">
        <Button type="primary" htmlType="submit" loading={pending}>
          Registrar
        </Button>
        <Button disabled={pending} onClick={onDone}>
          Cancelar
        </Button>
      </div>
    </form>
  )
}

interface LabelledProps {
  id: string
  title: string
  fault: string | undefined
  children: ReactNode
}

function Labelled({ id, title, fault, children }: LabelledProps) {
  return (
    <div className="field stack gap-xxs">
      <label htmlFor={id}>{title}</label>
      {children}
      <span id={`${id}-fault`} className="fault" role="alert">
        {fault}
      </span>
    </div>
  )
}
