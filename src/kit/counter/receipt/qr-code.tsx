/** A QR code as one drawn path: black on white in any theme, sharp at any size on paper. */
import { useMemo } from 'react'
import { encode } from 'uqr'

/** Quiet modules around it, as scanners ask for. */
const quiet = 4

interface Drawing {
  size: number
  path: string
}

/** The dark modules of each row, joined into runs. */
function drawingOf(text: string): Drawing {
  const { data, size } = encode(text, { ecc: 'M', border: quiet })
  let path = ''
  data.forEach((row, y) => {
    for (let x = 0; x < row.length; x++) {
      if (!row[x]) continue
      const from = x
      while (row[x + 1]) x++
      path += `M${from} ${y}h${x - from + 1}v1h-${x - from + 1}z`
    }
  })
  return { size, path }
}

export function QrCode({ text, label }: { text: string; label: string }) {
  const { size, path } = useMemo(() => drawingOf(text), [text])
  return (
    <svg
      className="receipt-qr"
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  )
}
