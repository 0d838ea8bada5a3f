/** What there is to do with the draw that is open: wait, enter its result, confirm it, or correct what it has. */
import { clockOf } from '@contract/values/dates.ts'
import { DeleteOutlined, EditOutlined, LoadingOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useState } from 'react'
import { draws, type DrawRow } from '@contract/draws.ts'
import { sumsText } from '@contract/values/sums.ts'
import { manageDraws } from '@contract/manage-draws.ts'
import type { Answer } from '@contract/endpoint.ts'
import { useAction } from '@providers/queries.ts'
import { useSession } from '@providers/session.ts'
import { useConfirm } from '@/kit/page/confirm.tsx'
import { EmptyState } from '@/kit/page/empty.tsx'
import { AwardConfirm } from './confirm.tsx'
import { AwardEntry } from './entry.tsx'
import { awaitsResult, stateAt } from './draws.ts'
import type { TypedNumbers } from './numbers.ts'
import type { Awards } from './sending.ts'

export type ManagedDraw = Answer<typeof manageDraws.detail>

export interface AwardWorkProps {
  detail: ManagedDraw
  /** Server milliseconds. */
  now: number
  awards: Awards
  /** What was typed of each draw and has not awarded it. */
  drafts: Map<number, TypedNumbers>
  /** Its entry is written down, or its confirmation on its way: on to the next one. */
  onSent: () => void
  onNext: (() => void) | undefined
}

/** What is typed stays when a colleague's first entry arrives meanwhile: it is then the second one. */
export function AwardWork({ detail, now, awards, drafts, onSent, onNext }: AwardWorkProps) {
  const { draw, symbols } = detail
  const [typed, setTyped] = useState<TypedNumbers>(() => drafts.get(draw.id) ?? {})
  const [correcting, setCorrecting] = useState(false)
  const write = (next: TypedNumbers) => {
    setTyped(next)
    drafts.set(draw.id, next)
    awards.forget(draw.id)
  }
  const shared = { draw, symbols, typed, onTyped: write }
  const settle = () => {
    setTyped({})
    drafts.delete(draw.id)
    setCorrecting(false)
  }
  if (awards.sent.has(draw.id)) return <Sent draw={draw} />
  const { entry } = draw
  if (entry) {
    return (
      <AwardConfirm
        key={entry.id}
        {...shared}
        entry={entry}
        refused={awards.refused.find((one) => one.draw.id === draw.id)?.problem}
        onNext={onNext}
        onAward={(award) => {
          awards.send({ ...award, draw, entry })
          onSent()
        }}
      />
    )
  }
  if (awaitsResult(draw, now)) {
    const entered = (confirms: boolean) => {
      settle()
      if (!confirms) onSent()
    }
    return <AwardEntry {...shared} onEntered={entered} />
  }
  if (draw.state === 'premiado' && correcting) {
    return <AwardEntry {...shared} onEntered={settle} onCancel={settle} />
  }
  if (draw.state === 'premiado') return <Awarded draw={draw} onCorrect={() => setCorrecting(true)} />
  return <NotYet draw={draw} now={now} />
}

function Sent({ draw }: { draw: DrawRow }) {
  return (
    <p className="row gap-sm" role="status">
      <LoadingOutlined aria-hidden="true" /> Premiando {draw.product_name}…
    </p>
  )
}

function Awarded({ draw, onCorrect }: { draw: DrawRow; onCorrect: () => void }) {
  const [ask, dialog] = useConfirm()
  const withdraw = useAction(manageDraws.withdraw, {
    invalidates: [draws, manageDraws],
    success: 'El resultado se retiró. El sorteo espera otro.',
  })
  const resultId = draw.result_id
  const withdrawResult = () =>
    resultId !== null &&
    ask({
      title: `Retirar el resultado de ${draw.product_name}`,
      text:
        'Los tickets dejan de tener premio por este sorteo y vuelven a esperar su resultado. ' +
        'Si alguno ya se pagó, no se puede retirar: corríjalo.',
      effects: [
        { label: 'Resultado', before: draw.result, after: 'Sin resultado' },
        { label: 'Premios', before: sumsText(draw.prizes), after: 'nada' },
      ],
      action: 'Retirar resultado',
      danger: true,
      reason: true,
      run: (reason) => withdraw.run({ params: { id: resultId }, query: { reason } }),
    })
  const settled = draw.parts.length === 0 || draw.product_kind === 'polla'
  return (
    <div className="row baseline between gap-sm">
      <p className="row baseline gap-sm">
        <span className="sorteo-muted">Resultado</span>
        <strong className="figure">{draw.result}</strong>
      </p>
      {!settled && (
        <div className="row stretch gap-xs">
          <Button icon={<EditOutlined aria-hidden="true" />} onClick={onCorrect}>
            Corregir
          </Button>
          <Button
            icon={<DeleteOutlined aria-hidden="true" />}
            danger
            disabled={resultId === null}
            onClick={withdrawResult}
          >
            Retirar
          </Button>
        </div>
      )}
      {dialog}
    </div>
  )
}

/** Why there is nothing to enter yet. */
function NotYet({ draw, now }: { draw: DrawRow; now: number }) {
  const { zone } = useSession()
  const state = stateAt(draw, now)
  if (state === 'suspendido')
    return <EmptyState title="Sorteo suspendido" text="No recibe resultado mientras la suspensión siga en pie." />
  if (draw.product_kind === 'polla')
    return (
      <EmptyState
        title="Se liquida sola"
        text="La polla no lleva resultado propio: se liquida cuando los sorteos que cuenta están premiados o suspendidos."
      />
    )
  if (state === 'cerrado')
    return (
      <EmptyState
        title="Aún no es la hora del sorteo"
        text={`Ya no recibe jugadas. Se premia desde las ${clockOf(draw.scheduled_at, zone)}.`}
      />
    )
  return (
    <EmptyState
      title="Aún recibe jugadas"
      text={`Cierra a las ${clockOf(draw.closes_at, zone)}; se premia desde las ${clockOf(draw.scheduled_at, zone)}.`}
    />
  )
}
