/** What a printed page says of itself: whose figures, of which days, under which filters, printed by whom and when. */
import type { z } from 'zod'
import { looksOf, titleOf } from '@contract/field.ts'
import type { ListFacts } from '@contract/endpoint.ts'
import { formatInstant, type Period } from '@contract/values/dates.ts'
import { serverNow, useSession } from '@providers/session.ts'
import { usePartnerPath } from '../values/partner-tree.ts'
import { daysText, zoneTitle } from '../values/period-days.ts'
import type { FilterValues } from './filters.tsx'
import { FilterWords } from './filter-words.tsx'
import './print.css'

interface PrintedHeaderProps {
  title: string
  facts: ListFacts
  values: FilterValues
  days: Period
}

export function PrintedHeader({ title, facts, values, days }: PrintedHeaderProps) {
  const { banca_name, banca_logo, name, zone } = useSession()
  const now = serverNow().toISOString()
  const filters = Object.entries(facts.filters) as [string, z.ZodType][]
  const of = (control: string) => filters.find(([, schema]) => looksOf(schema).control === control)?.[0]
  const [partner, currency] = [of('partner'), of('currency')]
  const path = usePartnerPath(partner === undefined ? undefined : (values[partner] as number | undefined))
  return (
    <div className="printed-header" aria-hidden="true">
      {banca_logo && <img src={banca_logo} alt="" style={{ maxHeight: 48 }} />}
      <strong>
        {banca_name} · {facts.title === title ? title : `${title} · ${facts.title}`}
      </strong>
      <span>
        {facts.period ? daysText(days) : `Al ${formatInstant(now, zone)}`}, hora de {zoneTitle(zone)}
      </span>
      <span>
        {path.map((step) => step.name).join(' › ')}
        {filters
          .filter(([one]) => one !== partner && values[one] !== undefined)
          .map(([one, schema]) => (
            <span key={one}>
              {' · '}
              {titleOf(schema)}: <FilterWords schema={schema} value={values[one]} values={values} />
            </span>
          ))}
        {currency !== undefined && values[currency] === undefined && ' · Todas las monedas, por separado'}
      </span>
      <span>
        Impreso por {name} el {formatInstant(now, zone)}
      </span>
    </div>
  )
}
