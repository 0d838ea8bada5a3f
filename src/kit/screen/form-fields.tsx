/** A form's fields from its schema in the contract: titles, rules, lengths, hints and choices are said there. */
import { Form, Input, Radio, Switch } from 'antd'
import { Fragment, Suspense, type ReactElement, type ReactNode } from 'react'
import type { z } from 'zod'
import { fieldApplies, fieldKind, isMultiple, looksOf, titleOf, type Looks } from '@contract/field.ts'
import type { Currency } from '@contract/values/currency.ts'
import { Field, FieldSelect } from '../form/fields.tsx'
import { useFormContext } from '../form/form.tsx'
import { MoneyInput } from '../form/money-input.tsx'
import { NumberInput } from '../form/number-input.tsx'
import { clearable } from '../form/typing.tsx'
import { offersChoices, useChoices } from './choices.ts'
import { later } from '../page/later.tsx'

const FormDay = later(async () => (await import('../form/form-day.tsx')).default)
const FormPicture = later(async () => (await import('../form/form-picture.tsx')).default)

type Values = Readonly<Record<string, unknown>>

export interface FormFieldsProps {
  /** Only these, in this order; all of the schema by default. */
  only?: readonly string[]
  /** The record that is edited: a choice may depend on it. */
  id?: number
  /** What a screen adds to the fields named: a live check, a control of its own. */
  own?: Readonly<Record<string, ReactNode>>
  /** After the fields, in the same grid. */
  children?: ReactNode
}

/** The fields that others look at: of a form, only these are watched. */
function watchedBy(shape: Readonly<Record<string, z.ZodType>>): string[] {
  const named = Object.values(shape).flatMap((schema) => {
    const { choices, when } = looksOf(schema)
    return [...(choices?.within ? [choices.within] : []), ...(choices?.beside ?? []), ...(when ? [when.field] : [])]
  })
  return [...new Set([...named, ...('currency' in shape ? ['currency'] : [])])]
}

export function FormFields({ only, id, own = {}, children }: FormFieldsProps) {
  const { schema, form, start } = useFormContext()
  const shape = schema.shape as Record<string, z.ZodType>
  const names = only ?? Object.keys(shape)
  const watched = watchedBy(shape)
  const live = Form.useWatch(
    (all: Values | undefined): Values => Object.fromEntries(watched.map((name) => [name, all?.[name]])),
    form,
  )
  const values: Values = live ?? start.values
  return (
    <div className="form-grid">
      {names.map((name) => {
        const field = shape[name]
        if (!field) throw new Error(`the form has no field ${name}`)
        if (!fieldApplies(field, values)) return null
        if (name in own) return <Fragment key={name}>{own[name]}</Fragment>
        return <DeclaredField key={name} name={name} schema={field} values={values} {...(id !== undefined && { id })} />
      })}
      {children}
    </div>
  )
}

interface DeclaredFieldProps {
  name: string
  schema: z.ZodType
  values: Values
  id?: number
}

function DeclaredField(props: DeclaredFieldProps) {
  const { name, schema, values } = props
  const { hint, wide } = looksOf(schema)
  if (offersChoices(schema)) return <ChoiceField {...props} />
  const kind = fieldKind(schema)
  const item = (
    <Field
      name={name}
      {...(hint && { hint })}
      {...(wide && { wide })}
      {...(kind === 'flag' && { valuePropName: 'checked' })}
    >
      {controlOf(schema, values)}
    </Field>
  )
  return kind === 'day' || kind === 'picture' ? <Suspense fallback={null}>{item}</Suspense> : item
}

const inputs: Partial<Record<NonNullable<Looks['control']>, object>> = {
  code: { className: 'input-code' },
  phone: { type: 'tel' },
  email: { type: 'email', inputMode: 'email' },
}

/** What is longer than its schema takes is refused in words, and never cut: a name pasted would lose its end unseen. */
function controlOf(schema: z.ZodType, values: Values): ReactElement {
  const { control, placeholder, longest } = looksOf(schema)
  const text = { autoComplete: 'off', ...(longest && { maxLength: longest }), ...(placeholder && { placeholder }) }
  switch (fieldKind(schema)) {
    case 'money':
      return <MoneyInput {...(values['currency'] ? { currency: values['currency'] as Currency } : {})} />
    case 'count':
      return <NumberInput {...bounds(schema)} />
    case 'flag':
      return <Switch />
    case 'day':
      return <FormDay />
    case 'picture':
      return <FormPicture title={titleOf(schema) ?? ''} guarded={control === 'guarded'} />
    case 'web':
      return <Input type="url" inputMode="url" {...text} />
    default:
      return control === 'area' ? (
        <Input.TextArea rows={2} {...text} />
      ) : (
        <Input {...(control && inputs[control])} {...text} />
      )
  }
}

/** The smallest and largest number the schema takes, where it says so. */
function bounds(schema: z.ZodType): { min?: number; max?: number } {
  const { minimum, maximum } = (schema as z.ZodType & { _zod: { bag: { minimum?: number; maximum?: number } } })._zod
    .bag
  return {
    ...(minimum !== undefined && Number.isSafeInteger(minimum) && { min: minimum }),
    ...(maximum !== undefined && Number.isSafeInteger(maximum) && { max: maximum }),
  }
}

/** Choosing another value of the field it depends on empties this one. */
function ChoiceField({ name, schema, values, id }: DeclaredFieldProps) {
  const { form, onValuesChange, schema: whole } = useFormContext()
  const chosen = Form.useWatch<unknown>(name, form)
  const { options, loading, waiting, select } = useChoices(schema, { values, chosen, ...(id !== undefined && { id }) })
  const { hint, wide, control, placeholder, choices } = looksOf(schema)
  const dependents = Object.entries(whole.shape as Record<string, z.ZodType>).flatMap(([other, one]) =>
    looksOf(one).choices?.within === name ? [other] : [],
  )
  const emptyDependents = () => {
    if (dependents.length === 0) return
    const emptied = Object.fromEntries(dependents.map((one) => [one, undefined]))
    form.setFieldsValue(emptied)
    onValuesChange(emptied)
  }
  const within = choices?.within
  const before = within && titleOf(whole.shape[within])?.toLowerCase()
  const said = waiting && before ? `Elija antes: ${before}.` : hint
  return (
    <Field name={name} {...(said && { hint: said })} {...(wide && { wide })}>
      {control === 'radio' ? (
        <Radio.Group options={options as { value: string; label: string }[]} onChange={emptyDependents} />
      ) : (
        <FieldSelect<unknown>
          options={options as never}
          loading={loading}
          disabled={waiting}
          {...(select as object)}
          {...(placeholder && { placeholder })}
          {...(isMultiple(schema) && { mode: 'multiple' as const })}
          // What may be none can be taken back.
          allowClear={schema.safeParse(null).success && clearable}
          onChange={emptyDependents}
        />
      )}
    </Field>
  )
}
