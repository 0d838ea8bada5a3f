/** To whom a version goes out: channel, share and whose offices; and halting it or taking it back. */
import { useState } from 'react'
import type { z } from 'zod'
import { markedName } from '@contract/names.ts'
import { partners, type PartnerOption } from '@contract/partners.ts'
import type { UpdateRow } from '@contract/software.ts'
import { updates } from '@contract/updates.ts'
import { countText } from '@contract/values/money.ts'
import { useAction, useEndpointCache } from '@providers/queries.ts'
import { Field, FieldSelect, FormActions } from '@/kit/form/fields.tsx'
import { ServerFormView, useServerForm } from '@/kit/form/form.tsx'
import { useSearched } from '@/kit/form/searched.tsx'
import { useConfirm } from '@/kit/page/confirm.tsx'
import { Dialog } from '@/kit/page/dialog.tsx'
import { FormFields } from '@/kit/screen/form-fields.tsx'
import { versionText } from './view.ts'

const { move } = updates.rollout
const schema = move.needs as z.ZodObject<Record<string, z.ZodType>>

/** Partners by name, looked for as one types; those that were chosen before keep theirs. */
function PartnersField({ known }: { known: ReadonlyMap<number, string> }) {
  const [names, setNames] = useState(known)
  const { rows, select } = useSearched<PartnerOption>(partners.options, { status: 'activo' }, undefined)
  const found = rows.map((one) => ({ value: one.id, label: markedName(one) }))
  const others = [...names].filter(([id]) => !rows.some((one) => one.id === id))
  return (
    <Field name="partner_ids" wide hint="Las taquillas de estos afiliados. Vacío: las de toda la banca.">
      <FieldSelect<number[]>
        {...(select as object)}
        mode="multiple"
        placeholder="Todas las taquillas"
        options={[...found, ...others.map(([value, label]) => ({ value, label }))]}
        onSelect={(id: unknown) => {
          const one = rows.find((row) => row.id === id)
          if (one) setNames(new Map([...names, [one.id, one.name]]))
        }}
      />
    </Field>
  )
}

export function RolloutDialog({ row, onClose }: { row: UpdateRow; onClose: () => void }) {
  const { invalidate } = useEndpointCache()
  const { id, version, channel, share, partner_ids, partners: names } = row
  const form = useServerForm({
    schema,
    start: { values: { channel: channel ?? 'estable', share: share ?? 100, partner_ids } },
    draft: `updates:${id}:rollout`,
    endpoint: updates.rollout,
    args: (values) => ({ params: { id }, body: { ...values, version } }) as never,
    invalidates: [updates],
    onSaved: onClose,
  })
  const leave = () =>
    form.unsaved.leave(() => {
      void invalidate(updates)
      onClose()
    })
  return (
    <Dialog
      open
      title={`Desplegar: ${versionText(row)}`}
      footer={null}
      closable={!form.pending}
      keyboard={!form.pending}
      maskClosable={false}
      width={520}
      onCancel={leave}
    >
      <ServerFormView form={form}>
        <div className="stack gap-sm">
          <p>{move.text}</p>
          <FormFields
            id={id}
            own={{
              partner_ids: <PartnersField known={new Map(partner_ids.map((one, n) => [one, names[n] ?? '']))} />,
            }}
          />
          <FormActions save={move.label} onCancel={leave} always />
        </div>
      </ServerFormView>
    </Dialog>
  )
}

const offices = (count: number) => countText(count, 'taquilla', 'taquillas')

/** What asks before a version is halted, taken back or removed, and does it. */
export function useVersionActions(onRemoved: () => void) {
  const [ask, dialog] = useConfirm()
  const halt = useAction(updates.halt, { invalidates: [updates], success: 'El despliegue se detuvo.' })
  const withdraw = useAction(updates.withdraw, { invalidates: [updates], success: 'La versión se retiró.' })
  const remove = useAction(updates.remove, { invalidates: [updates], success: 'La versión se eliminó.' })
  const argsOf = ({ id, version }: UpdateRow) => ({ params: { id }, body: { version } })
  return {
    dialog,
    halt: (row: UpdateRow) =>
      ask({
        title: `Detener ${versionText(row)}`,
        text: updates.halt.move.text,
        effects: [{ label: 'Les toca', before: offices(row.meant), after: offices(row.installed) }],
        action: 'Detener',
        run: () => halt.run(argsOf(row)),
      }),
    withdraw: (row: UpdateRow) =>
      ask({
        title: `Retirar ${versionText(row)}`,
        text: updates.withdraw.move.text,
        effects: [{ label: 'La tienen', before: offices(row.installed), after: 'Ninguna, cuando pregunten' }],
        action: 'Retirar',
        danger: true,
        run: () => withdraw.run(argsOf(row)),
      }),
    remove: (row: UpdateRow) =>
      ask({
        title: `Eliminar ${versionText(row)}`,
        text:
          row.state === 'subiendo'
            ? 'Lo que llegó del archivo se descarta.'
            : 'Nunca se desplegó: se elimina con su archivo. No se puede deshacer.',
        action: 'Eliminar',
        danger: true,
        run: async () => {
          const done = await remove.run({ params: { id: row.id } })
          if (done) onRemoved()
          return done
        },
      }),
  }
}
