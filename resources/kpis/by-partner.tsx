/** Sales of a partner's direct dependants. Choosing one narrows the whole dashboard to it. */
import type { Currency } from '@contract/values/currency.ts'
import { partnerTypeLabels } from '@contract/partners.ts'
import { distinctNames } from '@/kit/chart/names.ts'
import { EmptyState } from '@/kit/page/empty.tsx'
import { PartnerPath } from '@/kit/values/partner-path.tsx'
import type { PathStep } from '@/kit/values/partner-tree.ts'
import { SoldBy } from './by-product.tsx'
import type { DashboardCalls } from './dashboard-calls.ts'

export interface ByPartnerProps {
  call: DashboardCalls['partners']
  path: readonly PathStep[]
  /** The partner on screen. A ticket office has no dependants: it stands in its own list. */
  chosen: number | undefined
  currency: Currency
  previousName: string | null
  onChoose: (id: number | undefined) => void
  rowsOf: (partnerId: number, hasChildren: boolean) => string | undefined
}

export function ByPartner({ call, path, chosen, currency, previousName, onChoose, rowsOf }: ByPartnerProps) {
  const partners = new Map(call.data?.data.map((row) => [row.partner_id, row]))
  const ids = [...partners.keys()]
  const short = distinctNames([...partners.values()].map((row) => row.name))
  return (
    <SoldBy
      title="Por afiliado"
      what="Afiliado"
      note={<PartnerPath label="Jerarquía del desglose" path={path} onChoose={onChoose} />}
      call={call}
      rows={[...partners.values()].map((row) => ({ ...row, id: row.partner_id }))}
      currency={currency}
      previousName={previousName}
      chosen={chosen}
      onChoose={onChoose}
      rowsOf={(id) => rowsOf(id, partners.get(id)?.has_children ?? false)}
      empty={
        <EmptyState
          title="Sin dependientes con ventas"
          text="Este afiliado no tiene dependientes que hayan vendido en el período."
        />
      }
      nameOf={({ id, name }) => {
        const type = partners.get(id)?.type
        if (id === chosen || !type) return name
        return (
          <button
            type="button"
            className="quiet-link"
            onClick={() => onChoose(id)}
            aria-label={name}
            title={`Ver solo ${name} (${partnerTypeLabels[type]})`}
          >
            {short[ids.indexOf(id)]}
          </button>
        )
      }}
    />
  )
}
