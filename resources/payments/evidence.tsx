/** What decides on a payment: its amount, what is owed without it and with it, and the pictures that came with it. */
import { ArrowRightOutlined } from '@ant-design/icons'
import type { ReactNode } from 'react'
import { payments, type PaymentRow } from '@contract/payments.ts'
import { wordOf } from '@contract/field.ts'
import { useCall } from '@providers/queries.ts'
import { Facts } from '@/kit/page/facts.tsx'
import { useBlobUrl } from '@/kit/values/blob-url.ts'
import { Money } from '@/kit/values/money.tsx'
import { StateTag } from '@/kit/values/status-tag.tsx'

const { shape } = payments.list.list.row

export function Evidence({ row }: { row: PaymentRow }) {
  const { data } = useCall(payments.debt, { params: { id: row.id } })
  const money = (value: string) => <Money value={value} currency={row.currency} clear />
  const isOpen = row.state === 'pendiente'
  return (
    <div className="stack gap-sm">
      <Facts
        layout="pair"
        facts={[
          { label: wordOf(shape.direction, row.direction), value: <strong>{money(row.amount)}</strong> },
          { label: 'Con quién', value: row.counterpart_name },
          ...(row.worth === null
            ? []
            : [{ label: 'En bolívares, a su tasa', value: <Money value={row.worth} currency="BS" clear /> }]),
          // Of a debtor that is out of reach by now nobody says what it owes.
          ...(data?.debt === null
            ? []
            : [
                {
                  label: isOpen ? 'Lo que debe: ahora y con este pago' : 'Lo que debe hoy',
                  value: data && <Owed {...data} isOpen={isOpen} money={money} />,
                },
              ]),
          { label: 'Estado', value: <StateTag of={shape.state} state={row.state} /> },
        ]}
      />
      {row.receipt_url !== null && <PaymentPicture id={row.id} which="receipt" title="Comprobante" />}
      {row.has_refusal && <PaymentPicture id={row.id} which="refusal" title="Imagen del rechazo" />}
    </div>
  )
}

interface OwedProps {
  debt: string | null
  after: string | null
  isOpen: boolean
  money: (value: string) => ReactNode
}

function Owed({ debt, after, isOpen, money }: OwedProps) {
  return (
    <span className="row gap-xs">
      {debt !== null && money(debt)}
      {isOpen && after !== null && (
        <>
          <ArrowRightOutlined className="note" aria-label="después" />
          <strong>{money(after)}</strong>
        </>
      )}
    </span>
  )
}

/** Asked for by whoever may see the payment, and under no address of its own. Its place is kept: nothing below jumps. */
function PaymentPicture({ id, which, title }: { id: number; which: 'receipt' | 'refusal'; title: string }) {
  const { data, error } = useCall(payments.picture, { params: { id }, query: { which } })
  const url = useBlobUrl(data)
  if (error) return <p role="alert">La imagen no se pudo mostrar: {error.body.detail}</p>
  return (
    <div className="stack gap-xs" style={{ minHeight: 160 }}>
      <span className="note">{title}</span>
      {url && <img src={url} alt={title} decoding="async" style={{ maxWidth: '100%', maxHeight: 320 }} />}
    </div>
  )
}
