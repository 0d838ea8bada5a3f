/** Tab *bets* of an agency: what it may sell and within which limits, own or inherited, as three sheets that are saved once. */
import { Alert } from 'antd'
import { useMemo, useState } from 'react'
import { agencies } from '@contract/agencies.ts'
import { betsConfigurations, type BetsConfiguration } from '@contract/bets-configurations.ts'
import { currencyFacts } from '@contract/values/currency.ts'
import { countText } from '@contract/values/money.ts'
import { useCall } from '@providers/queries.ts'
import type { GridColumn } from '@/kit/grid/columns.ts'
import { effectiveValue, type Edits } from '@/kit/grid/edits.ts'
import { SheetFrame, SheetGrid, useOpenSheet, type OpenSheet } from '@/kit/grid/sheet.tsx'
import { ProblemView } from '@/kit/page/problem-view.tsx'
import { ListSkeleton } from '@/kit/page/skeletons.tsx'
import { usePhone } from '@/kit/table/phone.ts'
import {
  configurationBody,
  enabledCell,
  limitCell,
  limitKeys,
  limitTitle,
  multiplierCell,
  ownBets,
  rateTypeCell,
  rateTypeTitle,
  betsPathAt,
  ruleCell,
  ruleKeys,
  ruleTitle,
  type BetsLimit,
  type BetsProduct,
} from './bets-cells.ts'

export interface AgencyBetsProps {
  agencyId: number
  readOnly: boolean
}

export function AgencyBets({ agencyId, readOnly }: AgencyBetsProps) {
  const result = useCall(betsConfigurations.show, { params: { agencyId } })
  if (result.data) return <BetsSheets key={agencyId} loaded={result.data} readOnly={readOnly} />
  if (result.isError) return <ProblemView error={result.error} onRetry={() => void result.refetch()} />
  return <ListSkeleton rows={12} />
}

/** The configuration that the edits stand on, which every save replaces whole, and its open sheet. */
function useBets(loaded: BetsConfiguration, readOnly: boolean): { base: BetsConfiguration; sheet: OpenSheet<null> } {
  const [taken, setTaken] = useState<BetsConfiguration | null>(null)
  // Of one version, what was read last: what is inherited may have changed above.
  const base = taken && taken.version > loaded.version ? taken : loaded
  const sheet = useOpenSheet({
    draft: `agency-bets:${loaded.agency_id}`,
    readOnly,
    endpoint: betsConfigurations.save,
    invalidates: [betsConfigurations, agencies],
    args: (edits: Edits<null>) => ({ body: configurationBody(base, edits) }),
    pathAt: (place) => betsPathAt(base, place),
    moved: ({ current }) => {
      setTaken(current as BetsConfiguration)
      return ownBets(current as BetsConfiguration)
    },
    success: (answer, { size }) => {
      setTaken(answer)
      return `Se ${size === 1 ? 'guardó' : 'guardaron'} ${countText(size, 'cambio', 'cambios')}.`
    },
  })
  // What was read again, or a draft that comes back over what was saved since.
  if (!sheet.saving.pending && loaded.version > (taken?.version ?? -1)) {
    setTaken(loaded)
    sheet.saving.meet(ownBets(loaded))
  }
  return { base, sheet }
}

const ruleColumns: GridColumn<BetsConfiguration, null>[] = ruleKeys.map((key) => ({
  key,
  title: ruleTitle(key),
  width: 190,
  cell: (all) => ruleCell(all, key),
}))
const rateTypeColumn: GridColumn<BetsConfiguration, null> = {
  key: 'rate_type_id',
  title: rateTypeTitle,
  width: 190,
  cell: rateTypeCell,
}

const limitColumns = (phone: boolean): GridColumn<BetsLimit, null>[] => [
  {
    key: 'currency',
    title: 'Moneda',
    width: phone ? 110 : 170,
    header: true,
    text: ({ currency }) => currencyFacts[currency].name,
    render: ({ currency }) => <strong>{currencyFacts[currency].name}</strong>,
  },
  ...limitKeys.map((key) => ({
    key,
    title: limitTitle(key),
    width: 150,
    cell: (row: BetsLimit) => limitCell(row, key),
  })),
]

/** A column for each prize of each kind of bet among the products, in their order. */
function productColumns(
  products: readonly BetsProduct[],
  edits: Edits<null>,
  phone: boolean,
): GridColumn<BetsProduct, null>[] {
  const types = new Map(
    products.flatMap(({ bet_types }) =>
      bet_types.map((one) => [[one.bet_type_id, one.place].filter(Boolean).join('.'), one] as const),
    ),
  )
  return [
    {
      key: 'name',
      title: 'Producto',
      width: phone ? 150 : 170,
      header: true,
      text: ({ name }) => name,
      render: (product) => (
        <span className="grid-name">
          <span>{product.name}</span>
          {effectiveValue(enabledCell(product), edits) === '0' && <span>No se vende</span>}
        </span>
      ),
    },
    { key: 'enabled', title: 'Se vende', width: 90, cell: enabledCell },
    ...[...types].map(([key, { name, bet_type_id, place }]) => ({
      key,
      title: name,
      width: name.length > 12 ? 130 : 100,
      cell: (product: BetsProduct) => multiplierCell(product, bet_type_id, place),
    })),
  ]
}

function BetsSheets({ loaded, readOnly }: { loaded: BetsConfiguration; readOnly: boolean }) {
  const { base, sheet } = useBets(loaded, readOnly)
  const phone = usePhone()
  const { edits } = sheet.editing
  const limits = useMemo(() => limitColumns(phone), [phone])
  const products = useMemo(() => productColumns(base.products, edits, phone), [base, edits, phone])
  return (
    <>
      {readOnly && <Alert type="info" showIcon message="Su usuario puede ver esta configuración, no cambiarla." />}
      <SheetFrame sheet={sheet}>
        <SheetGrid
          sheet={sheet}
          titled
          label="Reglas de venta y pago"
          rows={[base]}
          columns={[...ruleColumns, rateTypeColumn]}
          rowKey={() => 'rules'}
        />
        <SheetGrid
          sheet={sheet}
          titled
          label="Límites por moneda"
          rows={base.limits}
          columns={limits}
          rowKey={({ currency }) => currency}
          nothing={{ title: 'No vende en ninguna moneda' }}
        />
        <SheetGrid
          sheet={sheet}
          titled
          label="Productos y multiplicadores"
          rows={base.products}
          columns={products}
          rowKey={({ product_id }) => String(product_id)}
          nothing={{ title: 'No hay productos activos', text: 'Active uno en Productos para fijar qué se vende aquí.' }}
        />
        <p className="sorteo-muted">
          Un producto apagado no se vende aquí. El multiplicador queda fijo en el ticket al venderlo: cambiarlo no toca
          lo vendido.
        </p>
      </SheetFrame>
    </>
  )
}
