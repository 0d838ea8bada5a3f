/** Where the sale stands, always one of: sent, confirmed with its number, refused with its reason, or unknown and being checked. */
import { CheckCircleFilled, CloseCircleFilled, LoadingOutlined, QuestionCircleFilled } from '@ant-design/icons'
import { Button } from 'antd'
import type { ReactNode } from 'react'
import type { z } from 'zod'
import type { Answer, Arguments, Endpoint } from '@contract/endpoint.ts'
import type { ProblemBody } from '@contract/problems.ts'
import type { CounterOperation } from './operation.ts'
import { Status } from './status.tsx'

/** A call that sells and answers the ticket. */
export type SaleEndpoint = Endpoint<z.ZodType, z.ZodType, z.ZodType, z.ZodType<{ serial: string }>>

export interface SaleStatusProps<E extends SaleEndpoint> {
  operation: CounterOperation<E>
  /** What was sent, in words. */
  textOf: (args: Arguments<E>) => string
  /** Beside a sale that is confirmed. */
  actions?: ReactNode
  /** Why none can be made; null or nothing where one can. */
  shut?: string | null
}

const serialOf = <E extends SaleEndpoint>(answer: Answer<E>) => (answer as { serial: string }).serial

/** The sentence of a refusal, and under it what each symbol or field has against it. */
function Reasons({ problem }: { problem: ProblemBody }) {
  const faults = [...new Set((problem.errors ?? []).map((fault) => fault.message))].filter(
    (text) => text !== problem.detail,
  )
  return (
    <>
      <p>{problem.detail}</p>
      {faults.length > 0 && (
        <ul>
          {faults.map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      )}
    </>
  )
}

/** The same in a word, for where the hands are. */
export function standsText<E extends SaleEndpoint>({ current }: CounterOperation<E>): string {
  switch (current.state) {
    case 'ninguna':
      return ''
    case 'enviado':
      return 'Enviado…'
    case 'confirmado':
      return `Vendido nº ${serialOf(current.answer)}`
    case 'rechazado':
      return `Rechazado: ${current.problem.title}`
    case 'desconocido':
      return 'Sin respuesta: verificando'
  }
}

/** The live region is always there, so that every change is announced. */
export function SaleStatus<E extends SaleEndpoint>(props: SaleStatusProps<E>) {
  return (
    <div role="status" aria-label="Estado de la venta" className="counter-stands">
      <CurrentStatus {...props} />
    </div>
  )
}

function CurrentStatus<E extends SaleEndpoint>({
  operation: { current, verify, dismiss },
  textOf,
  actions,
  shut = null,
}: SaleStatusProps<E>) {
  switch (current.state) {
    case 'ninguna':
      return (
        <p className={`counter-idle middle ${shut === null ? 'sorteo-muted' : 'warns'}`}>
          {shut ?? 'Listo para vender'}
        </p>
      )
    case 'enviado':
      return (
        <Status tone="sent" icon={<LoadingOutlined />} title="Enviado">
          <p>Esperando la respuesta del servidor. {textOf(current.args)}</p>
        </Status>
      )
    case 'confirmado':
      return (
        <Status
          tone="good"
          icon={<CheckCircleFilled />}
          title={`Confirmado nº ${serialOf(current.answer)}`}
          actions={
            <>
              {actions}
              <Button type="text" onClick={dismiss}>
                Cerrar
              </Button>
            </>
          }
        />
      )
    case 'rechazado':
      return (
        <Status
          tone="bad"
          icon={<CloseCircleFilled />}
          title={`Rechazado: ${current.problem.title}`}
          actions={
            <Button type="text" onClick={dismiss}>
              Cerrar
            </Button>
          }
        >
          <Reasons problem={current.problem} />
        </Status>
      )
    case 'desconocido':
      return (
        <Status
          tone="unknown"
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
          <p>{textOf(current.args)}</p>
          <p>
            {current.old
              ? 'Se envió hace más de 10 minutos y no se sabe si se vendió. Busque el ticket en la ' +
                'lista: si está, descarte este aviso. Si verifica y no había llegado, se vende ahora.'
              : 'No llegó la respuesta. Se pregunta con la misma clave: no puede venderse dos veces. No la venda de nuevo.'}
          </p>
        </Status>
      )
  }
}
