/** Why nothing at all can be sold from here now, whatever is typed: said before anybody types. */
import { atMoment } from '@contract/values/dates.ts'
import { openDraws } from './draws.ts'
import type { CounterContext } from './types.ts'

/** Null where something can be sold. */
export function closedShop(context: CounterContext): string | null {
  const { catalogue, zone, now } = context
  if (catalogue.products.length === 0)
    return 'Esta taquilla no tiene productos a la venta: los activa quien administra su agencia.'
  if (catalogue.limits.length === 0)
    return 'Esta taquilla no tiene moneda: la asigna quien administra su agencia, en la ficha de la taquilla.'
  if (catalogue.products.some(({ id }) => openDraws(context, id).length > 0)) return null
  const [next] = catalogue.draws
    .filter(({ state, opens_at }) => state !== 'suspendido' && Date.parse(opens_at) > now)
    .map(({ opens_at }) => opens_at)
    .sort((one, other) => Date.parse(one) - Date.parse(other))
  return next === undefined
    ? 'No hay sorteos abiertos: los de hoy ya cerraron.'
    : `No hay sorteos abiertos: el próximo abre ${atMoment(next, zone, catalogue.today)}.`
}
