/** The form of a record: its fields, what somebody else saved meanwhile, and saving it. */
import { useMemo } from 'react'
import type { Arguments } from '@contract/endpoint.ts'
import { useReading, useReadOnce } from '@providers/queries.ts'
import { FormActions } from '../form/fields.tsx'
import { ServerFormView, useServerForm, type FormSchema } from '../form/form.tsx'
import { useNewest } from '../form/newest.ts'
import type { FormStart, Values } from '../form/state.ts'
import { FormFields } from './form-fields.tsx'
import { startOfRow, type RecordRow, type Registry, type RegistryEntity } from './registry.ts'

/** The part of the entity's form that this screen edits. */
export function formOf<E extends RegistryEntity>(
  { entity }: Registry<E>,
  only: readonly string[] | undefined,
): FormSchema {
  const whole = entity.create!.body as FormSchema
  if (!only) return whole
  return whole.pick(Object.fromEntries(only.map((name) => [name, true])) as never)
}

/** A record's draft. */
export const draftOf = ({ name }: { name: string }, id: number | 'new') => `${name}:${id}`

/** What is asked of a record that exists: the form, where it starts, and the body that saves it over the row as it is now. */
export interface AskedForm<E extends RegistryEntity> {
  schema: FormSchema
  startOf: (row: RecordRow<E>) => FormStart
  bodyOf: (row: RecordRow<E>, values: Values) => Values
}

/** The entity's own form, or what of it the screen edits; what that does not ask is saved as it is. */
function ownForm<E extends RegistryEntity>(screen: Registry<E>): AskedForm<E> {
  const whole = formOf(screen, undefined)
  const { without = [] } = screen.said
  const schema = formOf(
    screen,
    Object.keys(whole.shape).filter((name) => !without.includes(name)),
  )
  return {
    schema,
    startOf: (row) => startOfRow(schema, row),
    bodyOf: (row, values) => {
      const rest = Object.entries(startOfRow(whole, row).values)
      return { ...Object.fromEntries(rest.filter(([name]) => !(name in schema.shape))), ...values }
    },
  }
}

export interface RecordFormProps<E extends RegistryEntity> {
  screen: Registry<E>
  row: RecordRow<E>
  /** A form that is no part of the entity's. */
  asked?: AskedForm<E>
  /** After a save that ends the form; without it the form goes on from what was saved. */
  onSaved?: () => void
  onCancel?: () => void
}

/** A newer version of the row replaces what the form shows; what was changed in it stays. */
export function useRecordForm<E extends RegistryEntity>({ screen, row, asked, onSaved }: RecordFormProps<E>) {
  const { entity, said } = screen
  const { id, version } = row as unknown as { id: number; version: number }
  const { schema, startOf, bodyOf } = useMemo(() => asked ?? ownForm(screen), [asked, screen])
  const newest = useNewest(row)
  const start = useMemo(() => startOf(row), [startOf, row])
  const readOnce = useReadOnce(entity.show)
  const read = useReading()
  const { saving } = said
  return useServerForm({
    schema,
    start,
    draft: draftOf(entity, id),
    endpoint: entity.update!,
    id,
    args: (values, from, shown) => {
      const body = { ...bodyOf(newest.get(), values), version: from ?? version, ...(shown !== undefined && { shown }) }
      return { params: { id }, body } as never
    },
    ...(saving && { ask: (values) => saving(newest.get(), bodyOf(newest.get(), values), read) }),
    invalidates: [entity, ...(said.touches ?? [])],
    ...(onSaved ? { onSaved } : { startOf: (answer) => startOf(newest.take(answer)) }),
    latest: async () => startOf(newest.take(await readOnce({ params: { id } } as Arguments<E['show']>))),
  })
}

export function RecordForm<E extends RegistryEntity>(props: RecordFormProps<E>) {
  const { screen, row, onCancel } = props
  const form = useRecordForm(props)
  const { id } = row as unknown as { id: number }
  return (
    <ServerFormView form={form}>
      <FormFields id={id} own={screen.said.own?.(id) ?? {}} />
      <FormActions save="Guardar" {...(onCancel && { onCancel: () => form.unsaved.leave(onCancel) })} />
    </ServerFormView>
  )
}
