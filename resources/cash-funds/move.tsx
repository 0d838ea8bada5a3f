/** Moving money of one's own in and out of a fund. */
import { useMemo } from 'react'
import { accounts } from '@contract/accounts.ts'
import { cashFunds, fundMoveForm, type FundRow } from '@contract/cash-funds.ts'
import { currencies } from '@contract/values/currency.ts'
import { compare, formatMoney } from '@contract/values/money.ts'
import { useSession } from '@providers/session.ts'
import { FormActions } from '@/kit/form/fields.tsx'
import { ServerFormView, useServerForm } from '@/kit/form/form.tsx'
import { Dialog } from '@/kit/page/dialog.tsx'
import { Stack } from '@/kit/page/stack.tsx'
import { FormFields } from '@/kit/screen/form-fields.tsx'

const asked = fundMoveForm.omit({ fund_id: true })

export function MoveDialog({ row, onClose }: { row: FundRow; onClose: () => void }) {
  const { id, name } = row
  const { currency } = useSession()
  const start = useMemo(
    () => ({ values: { direction: 'entra' as const, against: 'cuenta' as const, currency } }),
    [currency],
  )
  const form = useServerForm({
    schema: asked,
    start,
    draft: `cashFunds:${id}:move`,
    endpoint: cashFunds.write,
    args: (values) => ({ body: { action: 'mover' as const, fund_id: id, ...values } }),
    invalidates: [cashFunds, accounts],
    onSaved: onClose,
  })
  const close = () => form.unsaved.leave(onClose)
  const held = currencies
    .map((of) => [of, row[`held_${of.toLowerCase() as 'bs' | 'usd' | 'cop'}`]] as const)
    .filter(([, amount]) => compare(amount, '0') !== 0)
    .map(([of, amount]) => formatMoney(amount, of, true))
  return (
    <Dialog open title={`Mover dinero de ${name}`} footer={null} maskClosable={false} width={560} onCancel={close}>
      <Stack>
        <p className="note">{held.length > 0 ? `Tiene ${held.join(', ')}.` : 'Está vacío.'}</p>
        <ServerFormView form={form}>
          <FormFields id={id} />
          <FormActions save="Mover dinero" onCancel={close} />
        </ServerFormView>
      </Stack>
    </Dialog>
  )
}
