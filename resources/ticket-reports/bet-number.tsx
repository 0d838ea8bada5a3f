/** A bet's number with the symbol it is. It is text: `0` and `00` are two animals. */
export function BetNumber({ number, symbol }: { number: string; symbol: string | null }) {
  return (
    <span className="sorteo-figures">
      <strong>{number}</strong>
      {symbol !== null && ` ${symbol}`}
    </span>
  )
}
