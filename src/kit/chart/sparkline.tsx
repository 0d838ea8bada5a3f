/**
 * The course of a figure in a line the height of a word. Drawn as SVG: seven canvases for seven
 * cards would cost more than the whole chart below them.
 */
import { sparkPath } from './series.ts'

const width = 120
const height = 28

export function Sparkline({
  values,
  before,
}: {
  values: readonly (string | null)[]
  before?: readonly (string | null)[]
}) {
  const path = sparkPath(values, width, height)
  const beforePath = before ? sparkPath(before, width, height) : ''
  return (
    <svg className="sparkline" viewBox={`0 -2 ${width} ${height + 4}`} preserveAspectRatio="none" aria-hidden="true">
      {beforePath !== '' && <path className="sparkline-before" d={beforePath} />}
      {path !== '' && <path d={path} />}
    </svg>
  )
}
