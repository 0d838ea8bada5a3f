/** Where what was sent to the server stands: on its way, refused with its reason, or unknown and being asked for. */
import { CloseCircleFilled, LoadingOutlined, QuestionCircleFilled } from '@ant-design/icons'
import { Button } from 'antd'
import type { Endpoint } from '@contract/endpoint.ts'
import type { CounterOperation } from '@/kit/counter/operation.ts'
import { Status } from '@/kit/counter/status.tsx'

interface StandsProps<E extends Endpoint> {
  operation: CounterOperation<E>
  /** `la apertura`, `el envío`: what it is called. */
  what: string
}

export function Stands<E extends Endpoint>({ operation, what }: StandsProps<E>) {
  const { current, verify, dismiss } = operation
  if (current.state === 'enviado')
    return <Status tone="sent" role="status" icon={<LoadingOutlined />} title={`Enviando ${what}…`} />
  if (current.state === 'rechazado') {
    const faults = [...new Set((current.problem.errors ?? []).map(({ message }) => message))]
    const more = faults.filter((text) => text !== current.problem.detail)
    return (
      <Status
        tone="bad"
        role="alert"
        icon={<CloseCircleFilled />}
        title={current.problem.title}
        actions={<Button onClick={dismiss}>Cerrar aviso</Button>}
      >
        <p>{[current.problem.detail, ...more].join(' ')}</p>
      </Status>
    )
  }
  if (current.state !== 'desconocido') return null
  return (
    <Status
      tone="unknown"
      role="status"
      icon={current.asking ? <LoadingOutlined /> : <QuestionCircleFilled />}
      title="Desconocido – verificando"
      actions={
        <>
          <Button loading={current.asking} onClick={verify}>
            Verificar ahora
          </Button>
          {current.old && <Button onClick={dismiss}>Descartar</Button>}
        </>
      }
    >
      <p>No llegó la respuesta de {what}. Se pregunta con la misma clave: no puede hacerse dos veces.</p>
    </Status>
  )
}

/** Nothing else is sent before its end is known. */
export const isBusy = <E extends Endpoint>({ current }: CounterOperation<E>): boolean =>
  current.state === 'enviado' || current.state === 'desconocido'
