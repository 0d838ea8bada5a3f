/** Fields of a `ServerForm`: title, rules and required mark come from the contract's schema. */
import { Button, Form, type FormItemProps, type SelectProps } from 'antd'
import { useEffect, useRef, type ReactElement, type ReactNode, type Ref } from 'react'
import { looksOf, neededText, titleOf } from '@contract/field.ts'
import { Select } from './select.tsx'
import { isRequired, refusal } from './errors.ts'
import { useFormContext } from './form.tsx'
import { matchesText } from './typing.tsx'

export interface FieldProps {
  /** The field of the schema. */
  name: string
  /** By default the contract's title. */
  label?: string
  /** A hint below the control. */
  hint?: ReactNode
  /** A warning that does not stop saving (a live check). A fault of the field goes before it. */
  warning?: ReactNode
  wide?: boolean
  valuePropName?: FormItemProps['valuePropName']
  children: ReactElement
}

/** One labelled control. It is checked on leaving it; after a fault, the fault goes at the next change. */
export function Field({ name, label, hint, warning, wide, children, ...item }: FieldProps) {
  const { schema, form } = useFormContext()
  const rule = schema.shape[name]
  const warns = Boolean(warning) && form.getFieldError(name).length === 0
  if (!rule) throw new Error(`the schema has no field ${name}`)
  const { needed } = looksOf(rule)
  const check = (_rule: unknown, value: unknown) => {
    const message = needed && isBlank(value) ? neededText(rule) : refusal(rule, value)
    return message === null ? Promise.resolve() : Promise.reject(new Error(message))
  }
  return (
    <Form.Item
      name={name}
      label={label ?? titleOf(rule)}
      required={needed === true || isRequired(rule)}
      rules={[{ validator: check }]}
      extra={
        warns ? (
          <span className="warns" role="status">
            {warning}
          </span>
        ) : (
          hint
        )
      }
      {...(warns && { validateStatus: 'warning' as const })}
      {...(wide && { className: 'form-grid-wide' })}
      {...item}
    >
      {children}
    </Form.Item>
  )
}

function isBlank(value: unknown): boolean {
  return value === null || value === undefined || (typeof value === 'string' && value.trim() === '')
}

type FormAttributes = 'aria-required' | 'aria-describedby' | 'aria-invalid'
const formAttributes: readonly FormAttributes[] = ['aria-required', 'aria-describedby', 'aria-invalid']

/**
 * A select inside a `Field`, searched without case and accents. antd hangs what a form tells its
 * control (required, its message) on the box around the select, where no screen reader looks: here it
 * goes to the combobox itself.
 */
export function FieldSelect<V>({
  ref,
  ...props
}: SelectProps<V> & { ref?: Ref<never> } & Partial<Record<FormAttributes, unknown>>) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const input = box.current?.querySelector('[role="combobox"]')
    for (const name of formAttributes) {
      if (props[name] === undefined) input?.removeAttribute(name)
      else input?.setAttribute(name, String(props[name]))
    }
  })
  const { 'aria-required': _required, 'aria-describedby': _describedBy, 'aria-invalid': _invalid, ...rest } = props
  return (
    <div ref={box}>
      <Select<V> showSearch filterOption={matchesText} {...rest} {...(ref && { ref: ref as never })} />
    </div>
  )
}

export interface FormActionsProps {
  /** What the main button does: `Guardar`, `Crear agencia`. */
  save: string
  onCancel?: () => void
  /** Saving makes sense although nothing changed (a new record with good defaults). */
  always?: boolean
  /** What it does is not taken back. */
  danger?: boolean
  children?: ReactNode
}

/** The buttons of a form. Saving is off while it is in flight and while there is nothing to save. */
export function FormActions({ save, onCancel, always, danger = false, children }: FormActionsProps) {
  const { dirty, pending, conflict, discard } = useFormContext()
  const undecided = conflict?.some((one) => one.clash) ?? false
  return (
    <div className="form-actions row gap-xs">
      <Button
        type="primary"
        danger={danger}
        htmlType="submit"
        loading={pending}
        disabled={undecided || (!dirty && !always)}
      >
        {save}
      </Button>
      {onCancel && (
        <Button disabled={pending} onClick={onCancel}>
          Cancelar
        </Button>
      )}
      {!onCancel && dirty && (
        <Button disabled={pending} onClick={discard}>
          Descartar cambios
        </Button>
      )}
      {undecided && (
        <span className="sorteo-muted" role="status">
          Elija antes, al comienzo del formulario, qué queda en lo que ambos cambiaron.
        </span>
      )}
      {children}
    </div>
  )
}
