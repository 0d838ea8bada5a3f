/** Where the sale stands, always one of: sent, confirmed with its number, refused with its reason, or unknown and being checked. */
import { CheckCircleFilled, CloseCircleFilled, LoadingOutlined, QuestionCircleFilled } from '@ant-design/icons'
import { Button } from 'antd'
import type { Arguments } from '@contract/endpoint.ts'
import type { polla, PollaRound } from '@contract/polla.ts'
import type { ProblemBody } from '@contract/problems.ts'
import { formatDay } from '@contract/values/dates.ts'
import { Status } from '@/kit/counter/status.tsx'
import type { CounterOperation } from '@/kit/counter/operation.ts'

type PollaSale = Arguments<typeof polla.sell>

/** `Polla del día 22/11/2026: 5, 12, 36`. */
function saleText({ body }: PollaSale, rounds: readonly PollaRound[]): string {
  const round = rounds.find((one) => one.id === body.round_id)
  return `${round ? `${round.product_name} ${formatDay(round.day)}` : 'Polla'}: ${body.symbols.join(', ')}`
}

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
export function standsText({ current }: CounterOperation<typeof polla.sell>): string {
  switch (current.state) {
    case 'ninguna':
      return ''
    case 'enviado':
      return 'Enviado…'
    case 'confirmado':
      return `Vendido nº ${current.answer.serial}`
    case 'rechazado':
      return `Rechazado: ${current.problem.title}`
    case 'desconocido':
      return 'Sin respuesta: verificando'
  }
}

/** The live region is always there, so that every change is announced. */
export function SaleStatus({
  operation,
  rounds,
}: {
  operation: CounterOperation<typeof polla.sell>
  rounds: readonly PollaRound[]
}) {
  return (
    <div role="status" aria-label="Estado de la venta" className="polla-stands">
      <CurrentStatus operation={operation} rounds={rounds} />
    </div>
  )
}

function CurrentStatus({
  operation: { current, verify, dismiss },
  rounds,
}: {
  operation: CounterOperation<typeof polla.sell>
  rounds: readonly PollaRound[]
}) {
  switch (current.state) {
    case 'ninguna':
      return <p className="polla-idle middle sorteo-muted">Listo para vender</p>
    case 'enviado':
      return (
        <Status tone="sent" icon={<LoadingOutlined />} title="Enviado">
          <p>Esperando la respuesta del servidor. {saleText(current.args, rounds)}</p>
        </Status>
      )
    case 'confirmado':
      return (
        <Status
          tone="good"
          icon={<CheckCircleFilled />}
          title={`Confirmado nº ${current.answer.serial}`}
          actions={
            <Button type="text" onClick={dismiss}>
              Cerrar
            </Button>
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
          <p>{saleText(current.args, rounds)}</p>
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
