/** The picture that a payment was refused with: asked for by whoever may see the ticket, and under no address of its own. */
import { Button } from 'antd'
import { ticketManagement } from '@contract/ticket-management.ts'
import { useCall } from '@providers/queries.ts'
import { useBlobUrl } from '@/kit/values/blob-url.ts'

export function RefusalPicture({ id }: { id: number }) {
  const { data, error, refetch } = useCall(ticketManagement.refusalPicture, { params: { id } })
  const url = useBlobUrl(data)
  if (error)
    return (
      <p className="row gap-xs" role="alert">
        La imagen no se pudo mostrar: {error.body.detail}
        <Button size="small" onClick={() => void refetch()}>
          Reintentar
        </Button>
      </p>
    )
  // Its place is kept: what stands below does not jump.
  return <div className="refusal-picture">{url && <img src={url} alt="Imagen del rechazo" decoding="async" />}</div>
}
