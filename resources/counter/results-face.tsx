/** What came out today in the games that the office sells, the last first. */
import type { CounterDraw } from '@contract/counter.ts'
import { EmptyState } from '@/kit/page/empty.tsx'
import { drawTime, productById } from './draws.ts'
import type { CounterContext } from './types.ts'

/** `25 Gallina`, `A 253, B 107, C 992 Leo`. */
function resultText({ product_id, result }: CounterDraw, context: CounterContext): string {
  const symbols = productById(context, product_id)?.symbols ?? []
  return result
    .map(({ place, number, sign }) =>
      [place, number, symbols.find(({ code }) => code === number)?.name, sign].filter(Boolean).join(' '),
    )
    .join(', ')
}

export function ResultsFace({ context }: { context: CounterContext }) {
  const drawn = context.catalogue.draws.filter(({ result }) => result.length > 0).toReversed()
  const suspended = context.catalogue.draws.filter(({ state }) => state === 'suspendido')
  if (drawn.length === 0 && suspended.length === 0)
    return <EmptyState title="Aún no hay resultados de hoy" text="Cuando se publique uno aparecerá aquí solo." />
  return (
    <ul className="plain-list lined" aria-label="Resultados de hoy">
      {suspended.map((draw) => (
        <Row key={draw.id} draw={draw} context={context} text="Suspendido" />
      ))}
      {drawn.map((draw) => (
        <Row key={draw.id} draw={draw} context={context} text={resultText(draw, context)} />
      ))}
    </ul>
  )
}

function Row({ draw, context, text }: { draw: CounterDraw; context: CounterContext; text: string }) {
  return (
    <li className="sell-result row baseline gap-sm">
      <span className="sorteo-figures sorteo-muted nowrap">{drawTime(draw, context)}</span>
      <span>{productById(context, draw.product_id)?.name}</span>
      <b className="push sorteo-figures">{text}</b>
    </li>
  )
}
