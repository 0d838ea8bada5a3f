/** A result as it is read: the animal with its picture, columns with their letter, prizes with their order. */
import type { ResultRow } from '@contract/draw-detail.ts'
import { SymbolImage } from '@/kit/values/symbol-image.tsx'

const prizeNames: Record<string, string> = { 1: '1.º', 2: '2.º', 3: '3.º' }

export function ResultNumbers({ numbers, size = 20 }: { numbers: ResultRow['numbers']; size?: number }) {
  return (
    <span className="result-numbers row inline gap-sm">
      {numbers.map((one) =>
        one.symbol_name === null ? (
          <span key={one.place} className="line inline gap-xs">
            {one.place && <span className="note">{prizeNames[one.place] ?? one.place}</span>}
            <span className="strong sorteo-figures">{one.number}</span>
            {one.sign && <span className="cell small">{one.sign}</span>}
          </span>
        ) : (
          <span key={one.place} className="line inline gap-xs">
            <SymbolImage code={one.number} name={one.symbol_name} image_url={one.image_url} size={size} />
            <span className="strong sorteo-figures">{one.number}</span>
            <span>{one.symbol_name}</span>
          </span>
        ),
      )}
    </span>
  )
}
