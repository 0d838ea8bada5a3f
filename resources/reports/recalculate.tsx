/** Rebuilding a period's totals from its tickets: the server does it; this starts it, shows it and finds it again. */
import { CalculatorOutlined, LoadingOutlined } from '@ant-design/icons'
import { Button, Modal, Progress } from 'antd'
import { useEffect, useState } from 'react'
import { kpis } from '@contract/kpis.ts'
import { reports, type Recalculation } from '@contract/reports.ts'
import { daysBetween, formatInstant, type Period } from '@contract/values/dates.ts'
import { formatCount } from '@contract/values/money.ts'
import { goingPercent } from '@contract/values/progress.ts'
import { useAction, useCall, useEndpointCache } from '@providers/queries.ts'
import { useSession } from '@providers/session.ts'
import { daysText } from '@/kit/values/period-days.ts'

/** The server refuses more in one go. */
const longest = 31
const lookEveryMs = 1_500
const daysOf = (days: number) => `${formatCount(days)} ${days === 1 ? 'día' : 'días'}`

/** `12 filas corregidas de 340 revisadas en 7 días.` */
export function recalculatedText({ days_done, rows, corrected }: Recalculation): string {
  const checked = `${formatCount(rows)} ${rows === 1 ? 'revisada' : 'revisadas'} en ${daysOf(days_done)}`
  if (corrected === 0) return `Ninguna fila necesitó corrección: ${checked}.`
  return `${formatCount(corrected)} ${corrected === 1 ? 'fila corregida' : 'filas corregidas'} de ${checked}.`
}

const endings = {
  en_curso: '',
  terminado: '',
  detenido: 'Detenido antes de terminar. ',
  fallido: 'No se pudo terminar. ',
}

export function Recalculate({ period }: { period: Period }) {
  const [open, setOpen] = useState(false)
  const [going, setGoing] = useState(false)
  const { invalidate } = useEndpointCache()
  const { data } = useCall(reports.generalRecalculation, {}, { refetchInterval: open || going ? lookEveryMs : false })
  const options = { invalidates: [reports], success: false } as const
  const start = useAction(reports.generalRecalculate, options)
  const stop = useAction(reports.generalRecalculateStop, options)
  const run = data?.run
  const isGoing = run?.state === 'en_curso'
  useEffect(() => {
    // What it corrected is on screen.
    if (going && !isGoing) void Promise.all([reports, kpis].map(invalidate))
    setGoing(isGoing)
  }, [going, isGoing, invalidate])
  const days = daysBetween(period.from, period.to)
  const close = () => setOpen(false)
  return (
    <>
      <Button
        icon={isGoing ? <LoadingOutlined /> : <CalculatorOutlined />}
        {...(!isGoing && { 'aria-label': 'Recalcular' })}
        title="Recalcular los totales desde los tickets"
        onClick={() => setOpen(true)}
      >
        {isGoing && `Recalculando ${run.days_done} de ${run.days}`}
      </Button>
      <Modal
        open={open}
        title="Recalcular totales"
        width={460}
        destroyOnHidden
        onCancel={close}
        footer={[
          <Button key="close" onClick={close}>
            Cerrar
          </Button>,
          isGoing && run.own && (
            <Button key="stop" loading={stop.pending} onClick={() => void stop.run({})}>
              Detener
            </Button>
          ),
          !isGoing && (
            <Button
              key="start"
              type="primary"
              disabled={days > longest}
              loading={start.pending}
              onClick={() => void start.run({ body: period })}
            >
              Recalcular {daysOf(days)}
            </Button>
          ),
        ]}
      >
        {isGoing ? <Going run={run} /> : <Asking period={period} days={days} last={run} />}
      </Modal>
    </>
  )
}

function Going({ run }: { run: Recalculation }) {
  const { zone } = useSession()
  return (
    <div role="status">
      <Progress percent={goingPercent(run.days_done, run.days)} status="active" aria-label="Avance" />
      <p>
        {formatCount(run.days_done)} de {daysOf(run.days)}, {formatCount(run.corrected)} filas corregidas.
      </p>
      <p className="sorteo-muted">
        {run.own ? 'Lo empezó usted' : `Lo empezó ${run.by ?? 'otra persona'}`} el {formatInstant(run.started_at, zone)}
        . Sigue aunque cierre esta ventana.
      </p>
    </div>
  )
}

function Asking({ period, days, last }: { period: Period; days: number; last: Recalculation | null | undefined }) {
  return (
    <>
      <p>
        {days > longest
          ? `Elija un período de ${longest} días o menos.`
          : `Se reconstruyen desde los tickets los totales de ${daysText(period)}, de los afiliados a su alcance. Los tickets no cambian.`}
      </p>
      {last && (
        <p role="status" className="sorteo-muted">
          El último, de {daysText(last)}: {endings[last.state]}
          {recalculatedText(last)}
        </p>
      )}
    </>
  )
}
