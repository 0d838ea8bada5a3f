/** What a printed page says of itself: whose figures, of which days, under which filters, printed by whom and when. */
import { general } from '@contract/general.ts'
import { generalLevelLabels } from '@contract/reports.ts'
import { currencyFacts } from '@contract/values/currency.ts'
import { formatInstant, type Period } from '@contract/values/dates.ts'
import { useCall } from '@providers/queries.ts'
import { serverNow, useSession } from '@providers/session.ts'
import type { PathStep } from '@/kit/values/partner-tree.ts'
import { daysText, zoneName } from '@/kit/values/period-days.ts'
import type { GeneralState } from './general-filters.ts'

export function PrintedHeader({ days, state, path }: { days: Period; state: GeneralState; path: readonly PathStep[] }) {
  const { banca_name, name, zone } = useSession()
  const products = useCall(general.products)
  const product = products.data?.data.find((one) => one.id === state.product_id)
  return (
    <div className="printed-header" aria-hidden="true">
      <strong>{banca_name} · Ventas generales</strong>
      <span>
        {daysText(days)}, hora de {zoneName(zone)}
      </span>
      <span>
        {[
          path.map((step) => step.name).join(' › '),
          `Nivel: ${generalLevelLabels[state.level]}`,
          state.currency === undefined ? 'Todas las monedas, por separado' : currencyFacts[state.currency].name,
          product && `Producto: ${product.name}`,
        ]
          .filter(Boolean)
          .join(' · ')}
      </span>
      <span>
        Impreso por {name} el {formatInstant(serverNow().toISOString(), zone)}
      </span>
    </div>
  )
}
