/** What stands between a load and its posting, in words. The server decides; here it is said beforehand. */
import { externalFieldLabels } from '@contract/external-file.ts'
import type { ExternalLoad } from '@contract/external-loads.ts'
import { formatDay } from '@contract/values/dates.ts'
import { countText } from '@contract/values/money.ts'

type Reviewed = Pick<
  ExternalLoad,
  'stale' | 'missing' | 'standings' | 'pending_total' | 'settled_weeks' | 'sums' | 'replaces' | 'totals'
>

/** Why a load cannot be posted as it stands: one sentence each, with what to do. */
export function blockersOf({ stale, missing, standings, pending_total }: Reviewed): string[] {
  if (stale) return ['El formato del sistema cambió después de leer el archivo. Léalo de nuevo.']
  if (missing.length > 0) {
    const names = missing.map((field) => externalFieldLabels[field]).join(', ')
    return [`Diga qué columna del archivo es: ${names}.`]
  }
  const texts: string[] = []
  if (standings.pendiente > 0)
    texts.push(
      `${countText(pending_total, 'nombre espera', 'nombres esperan')} que se ` +
        `asigne${pending_total === 1 ? '' : 'n'}, en ` +
        `${countText(standings.pendiente, 'fila', 'filas')}.`,
    )
  if (standings.moneda > 0)
    texts.push(`${countText(standings.moneda, 'fila es', 'filas son')} de una moneda con la que su agencia no trabaja.`)
  if (texts.length === 0 && standings.lista + standings.cerrada === 0)
    texts.push('El archivo no tiene filas que se puedan publicar.')
  return texts
}

/** What posting does, in a sentence or two. */
export function postingText({ sums, replaces, standings, settled_weeks, totals }: Reviewed): string {
  const entries = sums.reduce((count, one) => count + one.entries, 0)
  const replaced = replaces.reduce((count, one) => count + one.entries, 0)
  const weeks = [...new Set(settled_weeks.map(({ week }) => formatDay(week)))].join(', ')
  const posts = `${entries === 1 ? 'Se publica' : 'Se publican'} ${countText(entries, 'suma', 'sumas')}`
  return [
    `${posts} por día, agencia y producto, de ${countText(standings.lista + standings.cerrada, 'fila', 'filas')}.`,
    replaced > 0 &&
      `${countText(replaced, 'ocupa', 'ocupan')} el lugar de lo que otra carga publicó: lo anterior se reversa en las cuentas.`,
    standings.cerrada > 0 &&
      `${countText(standings.cerrada, 'fila es', 'filas son')} de una semana ya cerrada (del ${weeks}): ` +
        `${standings.cerrada === 1 ? 'entra' : 'entran'} como tardío en el cierre siguiente.`,
    standings.falla > 0 && `${countText(standings.falla, 'fila con falla queda', 'filas con falla quedan')} fuera.`,
    standings.ajena > 0 &&
      `${countText(standings.ajena, 'fila que no es nuestra queda', 'filas que no son nuestras quedan')} fuera.`,
    totals.differ > 0 &&
      `${countText(totals.differ, 'total que dice el archivo no es', 'totales que dice el archivo no son')} la suma de sus filas.`,
  ]
    .filter(Boolean)
    .join(' ')
}
