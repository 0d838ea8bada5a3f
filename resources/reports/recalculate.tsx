/**
 * Rebuilding a period's totals from its tickets. It goes day by day, each a transaction of its own, so
 * that it shows how far it is and can be stopped between two days without losing what is done.
 */
import { ReloadOutlined } from '@ant-design/icons'
import { Button, Modal, Progress } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { reports } from '@contract/reports.ts'
import { kpis } from '@contract/kpis.ts'
import { addDays, daysBetween, type Period } from '@contract/values/dates.ts'
import { formatCount } from '@contract/values/money.ts'
import { useNotice } from '@providers/notifications.ts'
import { useEndpointCache, useSend } from '@providers/queries.ts'
import { daysText } from '@/kit/values/period-days.ts'

/** The server refuses more in one go. */
const longestRecalculation = 31

export interface Recalculated {
  days: number
  rows: number
  corrected: number
}

/** `12 filas corregidas de 340 revisadas en 7 días.` */
export function recalculatedText({ days, rows, corrected }: Recalculated): string {
  const checked = `${formatCount(rows)} ${rows === 1 ? 'revisada' : 'revisadas'} en ${formatCount(days)} ${days === 1 ? 'día' : 'días'}`
  if (corrected === 0) return `Ninguna fila necesitó corrección: ${checked}.`
  return `${formatCount(corrected)} ${corrected === 1 ? 'fila corregida' : 'filas corregidas'} de ${checked}.`
}

/** Recalculates each day of `period` through `one`, until `stopped` says so. */
export async function recalculateDays(
  period: Period,
  one: (day: string) => Promise<Recalculated>,
  stopped: () => boolean,
  onDay: (done: Recalculated) => void,
): Promise<Recalculated> {
  let done: Recalculated = { days: 0, rows: 0, corrected: 0 }
  for (let day = period.from; day <= period.to && !stopped(); day = addDays(day, 1)) {
    const answer = await one(day)
    done = {
      days: done.days + answer.days,
      rows: done.rows + answer.rows,
      corrected: done.corrected + answer.corrected,
    }
    onDay(done)
  }
  return done
}

type Stage =
  | { at: 'closed' }
  | { at: 'asking' }
  | { at: 'working'; done: Recalculated }
  | { at: 'done'; done: Recalculated; stopped: boolean }

function useRecalculation(period: Period) {
  const [stage, setStage] = useState<Stage>({ at: 'closed' })
  const stop = useRef(false)
  const notice = useNotice()
  const { invalidate } = useEndpointCache()
  const recalculate = useSend(reports.generalRecalculate)
  useEffect(
    () => () => {
      stop.current = true
    },
    [],
  )
  const run = async () => {
    stop.current = false
    setStage({ at: 'working', done: { days: 0, rows: 0, corrected: 0 } })
    try {
      const one = (day: string) => recalculate({ body: { from: day, to: day } })
      const done = await recalculateDays(
        period,
        one,
        () => stop.current,
        (soFar) => setStage({ at: 'working', done: soFar }),
      )
      setStage({ at: 'done', done, stopped: done.days < daysBetween(period.from, period.to) })
      notice.success(recalculatedText(done))
    } catch (error) {
      setStage({ at: 'closed' })
      notice.error(error)
    }
    await Promise.all([invalidate(reports), invalidate(kpis)])
  }
  return {
    stage,
    setStage,
    run,
    halt: () => {
      stop.current = true
    },
  }
}

export function Recalculate({ period }: { period: Period }) {
  const { stage, setStage, run, halt } = useRecalculation(period)
  const days = daysBetween(period.from, period.to)
  const tooLong = days > longestRecalculation
  const close = () => setStage({ at: 'closed' })
  return (
    <>
      <Button
        icon={<ReloadOutlined />}
        disabled={tooLong}
        title={
          tooLong
            ? `Elija un período de ${longestRecalculation} días o menos`
            : 'Reconstruir los totales del período desde los tickets'
        }
        onClick={() => setStage({ at: 'asking' })}
      >
        Recalcular
      </Button>
      <Modal
        open={stage.at !== 'closed'}
        title={stage.at === 'done' ? 'Totales recalculados' : 'Recalcular totales'}
        width={460}
        destroyOnHidden
        closable={stage.at !== 'working'}
        maskClosable={false}
        keyboard={stage.at !== 'working'}
        onCancel={close}
        footer={
          <>
            {stage.at === 'asking' && (
              <Button autoFocus onClick={close}>
                Cancelar
              </Button>
            )}
            {stage.at === 'asking' && (
              <Button type="primary" onClick={() => void run()}>
                Recalcular {days === 1 ? '1 día' : `${days} días`}
              </Button>
            )}
            {stage.at === 'working' && <Button onClick={halt}>Detener</Button>}
            {stage.at === 'done' && (
              <Button type="primary" autoFocus onClick={close}>
                Cerrar
              </Button>
            )}
          </>
        }
      >
        <RecalculateBody stage={stage} period={period} days={days} />
      </Modal>
    </>
  )
}

function RecalculateBody({ stage, period, days }: { stage: Stage; period: Period; days: number }) {
  if (stage.at === 'working') {
    return (
      <div role="status">
        <Progress percent={Math.floor((stage.done.days / days) * 100)} status="active" aria-label="Avance" />
        <p>
          {formatCount(stage.done.days)} de {formatCount(days)} {days === 1 ? 'día' : 'días'},{' '}
          {formatCount(stage.done.corrected)} filas corregidas.
        </p>
        <p className="sorteo-muted">Si lo detiene, los días ya recalculados quedan así.</p>
      </div>
    )
  }
  if (stage.at === 'done') {
    return (
      <p role="status">
        {stage.stopped && 'Detenido antes de terminar. '}
        {recalculatedText(stage.done)}
      </p>
    )
  }
  return (
    <>
      <p>
        Se reconstruyen los totales de <strong>{daysText(period)}</strong> desde los tickets, para todos los socios a su
        alcance.
      </p>
      <p className="sorteo-muted">
        Los tickets no cambian. Solo se corrigen los totales que no coincidan con ellos, y al terminar se dice cuántos
        fueron.
      </p>
    </>
  )
}
