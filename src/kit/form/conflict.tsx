/** Two people on one record: what the other saved meanwhile, and a choice for each field that both changed. */
import { Alert, Button, Radio } from 'antd'
import { useState } from 'react'
import { titleOf } from '@contract/field.ts'
import { FieldWords } from '../screen/field-words.tsx'
import type { Difference, Values } from './state.ts'
import type { FormSchema } from './form.tsx'

export interface ConflictPanelProps {
  differences: readonly Difference[]
  schema: FormSchema
  /** The record as the other person left it: one field's words may depend on another's value. */
  values: Values
  /** Of the record, where it has one. */
  id: number | undefined
  onResolve: (chosen: Values) => void
}

/** Nothing is chosen beforehand: the person decides each clash, then saves. */
export function ConflictPanel({ differences, schema, values, id, onResolve }: ConflictPanelProps) {
  const [choices, setChoices] = useState<Record<string, 'mine' | 'theirs'>>({})
  const clashes = differences.filter((one) => one.clash)
  const decided = clashes.every((one) => choices[one.field])
  const show = (field: string, value: unknown) => (
    <FieldWords schema={schema.shape[field]!} value={value} values={values} id={id} />
  )
  const resolve = () =>
    onResolve(
      Object.fromEntries(clashes.map((one) => [one.field, choices[one.field] === 'mine' ? one.mine : one.theirs])),
    )
  return (
    <Alert
      type="warning"
      showIcon
      role="alert"
      message="Otra persona guardó este registro mientras usted lo editaba"
      description={
        <div className="stack gap-xs">
          <p>
            {clashes.length > 0
              ? 'Elija qué queda en cada campo que ambos cambiaron y guarde de nuevo.'
              : 'Sus cambios siguen en el formulario; los de la otra persona ya están incluidos. Revise y guarde de nuevo.'}
          </p>
          <ul className="conflict-list stack gap-xs">
            {differences.map((one) => (
              <li key={one.field}>
                <strong>{titleOf(schema.shape[one.field]) ?? one.field}</strong>
                <span className="sorteo-muted"> · antes: {show(one.field, one.before)}</span>
                {one.clash ? (
                  <div role="radiogroup" aria-label={`Qué queda en ${titleOf(schema.shape[one.field]) ?? one.field}`}>
                    <Radio.Group
                      className="row stretch gap-md"
                      value={choices[one.field]}
                      onChange={(event) =>
                        setChoices({ ...choices, [one.field]: event.target.value as 'mine' | 'theirs' })
                      }
                    >
                      <Radio value="theirs">Guardado: {show(one.field, one.theirs)}</Radio>
                      <Radio value="mine">Suyo: {show(one.field, one.mine)}</Radio>
                    </Radio.Group>
                  </div>
                ) : (
                  <div>Ahora: {show(one.field, one.theirs)}</div>
                )}
              </li>
            ))}
          </ul>
          <div>
            <Button disabled={!decided} onClick={resolve}>
              {clashes.length > 0 ? 'Usar lo elegido' : 'Entendido'}
            </Button>
          </div>
        </div>
      }
    />
  )
}
