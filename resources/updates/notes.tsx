/** What changes with a version, in words, which can be written later too. */
import type { UpdateDetail } from '@contract/software.ts'
import { updates } from '@contract/updates.ts'
import { FormActions } from '@/kit/form/fields.tsx'
import { ServerFormView, useServerForm } from '@/kit/form/form.tsx'
import { Panel } from '@/kit/page/panel.tsx'
import { FormFields } from '@/kit/screen/form-fields.tsx'

const schema = updates.update.body!.omit({ version: true })

export function Notes({ row: { id, notes, version } }: { row: UpdateDetail }) {
  const form = useServerForm({
    schema,
    start: { values: { notes }, version },
    draft: `updates:${id}:notes`,
    endpoint: updates.update,
    id,
    args: (values, known) => ({ params: { id }, body: { ...values, version: known ?? version } }) as never,
    invalidates: [updates],
    startOf: (saved) => ({ values: { notes: saved.notes }, version: saved.version }),
  })
  return (
    <Panel label="Notas" padding="tight">
      <ServerFormView form={form}>
        <FormFields id={id} />
        {form.dirty && <FormActions save="Guardar las notas" />}
      </ServerFormView>
    </Panel>
  )
}
