/** Waiting, in the shape of what is coming. */
import './busy.css'

/**
 * The place of a screen whose code is on its way: its title at once; nothing else for the first moment, so that a fast
 * one does not blink.
 */
export function ScreenSkeleton({ title }: { title: string }) {
  return (
    <div className="stack gap-md">
      <h1>{title}</h1>
      <div className="sorteo-busy stack gap-md" role="status" aria-label="Cargando la pantalla">
        <div className="skeleton" style={{ height: 40 }} />
        <div className="skeleton" style={{ height: '55vh' }} />
      </div>
    </div>
  )
}

/** A small wheel for the middle of an empty page. */
export function Busy({ label = 'Cargando' }: { label?: string }) {
  return (
    <div className="sorteo-busy sorteo-busy-page middle" role="status">
      <span className="sorteo-busy-wheel" aria-hidden="true" />
      <span className="sorteo-muted">{label}</span>
    </div>
  )
}
