/** The types of rates: the banca makes them, and marks those that each office sets for itself. */
import { EditOutlined, PlusOutlined, SettingOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useMemo, useState } from 'react'
import { rules } from '@contract/access/rules.ts'
import { rates, rateTypeForm, type RateType } from '@contract/rates.ts'
import { useCall } from '@providers/queries.ts'
import { useCan } from '@providers/session.ts'
import { FormActions } from '@/kit/form/fields.tsx'
import { ServerFormView, useServerForm } from '@/kit/form/form.tsx'
import { Busy } from '@/kit/page/busy.tsx'
import { Dialog } from '@/kit/page/dialog.tsx'
import { ProblemView } from '@/kit/page/problem-view.tsx'
import { FormFields } from '@/kit/screen/form-fields.tsx'
import { FigureTable } from '@/kit/table/figure-table.tsx'

export function RateTypes() {
  const can = useCan(rules.bancaRates)
  const [open, setOpen] = useState(false)
  return (
    can && (
      <>
        <Button icon={<SettingOutlined />} onClick={() => setOpen(true)}>
          Tipos de tasa
        </Button>
        {open && <TypesDialog onClose={() => setOpen(false)} />}
      </>
    )
  )
}

function TypesDialog({ onClose }: { onClose: () => void }) {
  const types = useCall(rates.types, {})
  const [edited, setEdited] = useState<RateType | 'new' | null>(null)
  const close = () => setEdited(null)
  return (
    <Dialog open title="Tipos de tasa" footer={null} maskClosable={false} width={600} onCancel={onClose}>
      {edited !== null ? (
        <TypeForm key={edited === 'new' ? 'new' : edited.id} type={edited} onDone={close} />
      ) : types.isError ? (
        <ProblemView error={types.error} onRetry={() => void types.refetch()} />
      ) : !types.data ? (
        <Busy />
      ) : (
        <div className="stack gap-sm">
          <FigureTable
            caption="Los que hay"
            rows={types.data.data}
            rowKey={({ id }) => id}
            columns={[
              { title: 'Código', text: true, render: ({ codigo }) => codigo },
              { title: 'Nombre', text: true, render: ({ nombre }) => nombre },
              { title: 'La fija', text: true, render: ({ by_offices }) => (by_offices ? 'Cada taquilla' : 'La banca') },
              {
                title: '',
                render: (type) => (
                  <Button
                    size="small"
                    type="text"
                    icon={<EditOutlined />}
                    aria-label={`Editar ${type.nombre}`}
                    onClick={() => setEdited(type)}
                  />
                ),
              },
            ]}
          />
          <div>
            <Button icon={<PlusOutlined />} onClick={() => setEdited('new')}>
              Nuevo tipo
            </Button>
          </div>
        </div>
      )}
    </Dialog>
  )
}

function TypeForm({ type, onDone }: { type: RateType | 'new'; onDone: () => void }) {
  const isNew = type === 'new'
  const start = useMemo(
    () => (isNew ? { values: { by_offices: false } } : { values: { ...type }, version: type.version }),
    [type, isNew],
  )
  const form = useServerForm({
    schema: rateTypeForm,
    start,
    draft: isNew ? 'rate-types:new' : `rate-types:${type.id}`,
    endpoint: (isNew ? rates.createType : rates.updateType) as typeof rates.updateType,
    args: (values, version) =>
      (isNew ? { body: values } : { params: { id: type.id }, body: { ...values, version: version! } }) as never,
    invalidates: [rates],
    onSaved: onDone,
  })
  return (
    <ServerFormView form={form}>
      <FormFields />
      <FormActions save={isNew ? 'Crear tipo' : 'Guardar'} onCancel={() => form.unsaved.leave(onDone)} />
    </ServerFormView>
  )
}
