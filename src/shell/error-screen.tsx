/** Screens for what went wrong: a status, a title, a description, the way home, and a report where one helps. */
import { Button } from 'antd'
import { useState } from 'react'
import { lastFailedRequest, ProblemError } from '@providers/problem-error.ts'
import './signs.css'

export interface ErrorScreenProps {
  status: '403' | '404' | '500'
  title: string
  description: string
  home?: { to: string; text: string }
  /** Goes home without loading the page again, where the router still works. */
  onHome?: () => void
  /** Offers to copy what support needs to know. */
  report?: boolean
  cause?: unknown
}

export const serverError = {
  status: '500',
  title: 'Error del servidor',
  description:
    'El servidor tuvo un tropiezo. Tómese un descanso y vuelva a intentarlo más tarde. Si el problema continúa, repórtelo.',
  report: true,
} as const

export const notFound = {
  status: '404',
  title: 'Pantalla no encontrada',
  description: 'La pantalla que busca no existe o cambió de lugar.',
} as const

export const disabledScreen = {
  status: '403',
  title: 'Pantalla desactivada',
  description:
    'La banca tiene esta pantalla desactivada. Un administrador puede activarla en la configuración de la banca.',
} as const

/**
 * The path of the contract's first screen, spelled out: this screen is on the way to the login page, which loads no
 * contract (a test compares them).
 */
export const defaultHome = { to: '/admin/dashboards/sales', text: 'Volver al inicio' }

export function ErrorScreen({
  status,
  title,
  description,
  home = defaultHome,
  onHome,
  report,
  cause,
}: ErrorScreenProps) {
  return (
    <section className="sorteo-error middle gap-xs" aria-labelledby="sorteo-error-title">
      <title>{`${title} · Sorteo`}</title>
      <p className="strong warns" style={{ letterSpacing: '0.12em' }} aria-hidden="true">
        {status}
      </p>
      <h1 id="sorteo-error-title">{title}</h1>
      <p className="sorteo-muted">{description}</p>
      <div className="sorteo-error-actions row gap-xs">
        <Button
          type="primary"
          href={home.to}
          onClick={(event) => {
            if (!onHome) return
            event.preventDefault()
            onHome()
          }}
        >
          {home.text}
        </Button>
        {report && <ReportButton cause={cause} />}
      </div>
    </section>
  )
}

/** What support needs to find the fault. No figures and no names: a report travels by chat and mail. */
function reportText(cause: unknown, at: Date): string {
  const request = cause instanceof ProblemError ? cause.request_id : lastFailedRequest()
  const message = cause instanceof Error ? `${cause.name}: ${cause.message}` : 'sin detalle'
  return [
    'Reporte de error de Sorteo',
    `Hora: ${at.toISOString()}`,
    `Dirección: ${location.pathname}${location.search}`,
    `Solicitud: ${request ?? 'ninguna'}`,
    `Error: ${message}`,
    `Navegador: ${navigator.userAgent}`,
  ].join('\n')
}

function ReportButton({ cause }: { cause: unknown }) {
  const [copied, setCopied] = useState<'no' | 'yes' | 'failed'>('no')
  const [at] = useState(() => new Date())
  const text = reportText(cause, at)
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      setCopied('yes')
    } catch {
      // Browsers refuse the clipboard on plain http: the text itself can still be selected.
      setCopied('failed')
    }
  }
  return (
    <>
      <Button onClick={() => void copy()}>Reportar el problema</Button>
      <div role="status" className="sorteo-error-report whole sorteo-muted">
        {copied === 'yes' && 'Copiamos los datos del error. Péguelos en un mensaje para su soporte técnico.'}
        {copied === 'failed' && (
          <>
            Copie estos datos y envíelos a su soporte técnico:
            <pre className="surface">{text}</pre>
          </>
        )}
      </div>
    </>
  )
}
