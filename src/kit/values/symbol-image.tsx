/** The picture of a symbol: the product's own, our drawing of a zodiac sign, or a tidy tile with the code. */
import { useState } from 'react'
import { signs } from '@contract/values/bet-numbers.ts'
import './values.css'

export interface SymbolImageProps {
  /** `00`, `LEO`: what the tile shows where there is no picture. */
  code: string
  name: string
  /** `/symbols/…` or `/images/…`; null where the symbol has none. */
  image_url?: string | null
  /** Side in pixels; 24 by default. */
  size?: number
  /** It stands without its name beside it, so it must say it. */
  alone?: boolean
}

/** The zodiac's drawings need no record: every product shares them. */
function pictureOf(code: string, image_url: string | null | undefined): string | null {
  if (image_url) return image_url
  return (signs as readonly string[]).includes(code) ? `/symbols/${code.toLowerCase()}.svg` : null
}

export function SymbolImage({ code, name, image_url, size = 24, alone = false }: SymbolImageProps) {
  const picture = pictureOf(code, image_url)
  const [broken, setBroken] = useState<string | null>(null)
  const said = alone ? `${code} ${name}`.trim() : ''
  if (picture && broken !== picture) {
    return (
      <img
        className="symbol-image"
        src={picture}
        alt={said}
        width={size}
        height={size}
        loading="lazy"
        decoding="async"
        onError={() => setBroken(picture)}
      />
    )
  }
  return (
    <span
      className="symbol-image symbol-tile middle sorteo-muted strong sorteo-figures"
      style={{ width: size, height: size, fontSize: Math.max(9, Math.round(size * 0.42)) }}
      {...(alone ? { role: 'img', 'aria-label': said } : { 'aria-hidden': true })}
    >
      {code}
    </span>
  )
}
