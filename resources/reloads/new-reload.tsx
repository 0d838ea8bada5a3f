/** A new reload: from which fund, to whom and how much. */
import { PlusOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useMemo, useState } from 'react'
import { cashFunds } from '@contract/cash-funds.ts'
import { reloads } from '@contract/reloads.ts'
import { useSession } from '@providers/session.ts'
import { FormActions } from '@/kit/form/fields.tsx'
import { ServerFormView, useServerForm } from '@/kit/form/form.tsx'
import { Dialog } from '@/kit/page/dialog.tsx'
import { Stack } from '@/kit/page/stack.tsx'
import { FormFields } from '@/kit/screen/form-fields.tsx'

export function NewReload() {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button type="primary" icon={<PlusOutlined />} onClick={() => setOpen(true)}>
        Nueva recarga
      </Button>
      {open && <NewReloadDialog onClose={() => setOpen(false)} />}
    </>
  )
}

function NewReloadDialog({ onClose }: { onClose: () => void }) {
  const { currency } = useSession()
  const start = useMemo(() => ({ values: { currency } }), [currency])
  const form = useServerForm({
    schema: reloads.create.body!,
    start,
    draft: 'reloads:new',
    endpoint: reloads.create,
    args: (body) => ({ body }),
    invalidates: [reloads, cashFunds],
    onSaved: onClose,
  })
  const close = () => form.unsaved.leave(onClose)
  return (
    <Dialog open title="Nueva recarga" footer={null} maskClosable={false} width={520} onCancel={close}>
      <Stack>
        <p className="note">Sale del fondo ahora. Entra en la caja, y se debe, cuando la taquilla la acepta.</p>
        <ServerFormView form={form}>
          <FormFields />
          <FormActions save="Recargar" onCancel={close} />
        </ServerFormView>
      </Stack>
    </Dialog>
  )
}
