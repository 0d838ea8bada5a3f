/** Bets configuration of many affiliates: the rules of each and whose they are, and one change over all of them. */
import { Button, Select } from 'antd'
import { Link, useNavigate } from 'react-router'
import { rules } from '@contract/access/rules.ts'
import { betsConfigurations } from '@contract/bets-configurations.ts'
import type { Answer } from '@contract/endpoint.ts'
import { partnerTypeLabels, partnerTypes } from '@contract/partners.ts'
import { formatCount } from '@contract/values/money.ts'
import { useCan } from '@providers/session.ts'
import type { Column } from '@/kit/table/columns.ts'
import { Filter } from '@/kit/table/toolbar.tsx'
import { DataTable } from '@/kit/table/data-table.tsx'
import { EmptyState } from '@/kit/page/empty.tsx'
import { PartnerSelect } from '@/kit/values/partner-select.tsx'
import { usePartnerPath } from '@/kit/values/partner-tree.ts'
import { useUrlState } from '@/kit/page/url-state.ts'
import { BetsGlobal } from './bets-global.tsx'
import { QuotaFrame } from './frame.tsx'
import { betsFilters, quotaPaths } from './paths.ts'

type Row = Answer<typeof betsConfigurations.list>['data'][number]

interface Held {
  own: number | boolean | null
  inherited: number | boolean | null
  from: string | null
}

/** The value in force; muted, with its origin, where it is inherited. */
function HeldValue({ value: { own, inherited, from } }: { value: Held }) {
  const shown = own ?? inherited
  const text = shown === null ? '—' : typeof shown === 'boolean' ? (shown ? 'Sí' : 'No') : formatCount(shown)
  if (own !== null) return <strong>{text}</strong>
  return (
    <span className="sorteo-muted" title={from === null ? undefined : `Heredado de ${from}`}>
      {text}
      <span className="sorteo-unseen">{shown === null ? ', sin valor' : `, heredado de ${from ?? 'arriba'}`}</span>
    </span>
  )
}

const columns: Column<Row>[] = [
  {
    key: 'partner_name',
    sortable: true,
    fixed: true,
    pinned: 'left',
    render: (row) => <Link to={quotaPaths.partnerBets(row.partner_id)}>{row.partner_name}</Link>,
  },
  { key: 'annul_minutes', align: 'right', render: (row) => <HeldValue value={row.annul_minutes} /> },
  { key: 'prize_days', align: 'right', render: (row) => <HeldValue value={row.prize_days} /> },
  { key: 'max_lines', align: 'right', render: (row) => <HeldValue value={row.max_lines} /> },
  { key: 'pays_other_agencies', align: 'right', render: (row) => <HeldValue value={row.pays_other_agencies} /> },
  { key: 'own_limits', title: 'Límites propios', align: 'right', render: (row) => formatCount(row.own_limits) },
  { key: 'own_products', title: 'Productos propios', align: 'right', render: (row) => formatCount(row.own_products) },
  {
    key: 'own_multipliers',
    title: 'Multiplicadores propios',
    align: 'right',
    render: (row) => formatCount(row.own_multipliers),
  },
]

export function BetsOfMany() {
  const navigate = useNavigate()
  const [state, set] = useUrlState(betsFilters)
  const writes = useCan(rules.registryWrite)
  const path = usePartnerPath(state.partner_id)
  const filter = { type: state.type, ...(state.partner_id !== undefined && { partner_id: state.partner_id }) }
  const words = [
    { label: 'Tipo', value: partnerTypeLabels[state.type] },
    ...(state.partner_id === undefined
      ? []
      : [{ label: 'Afiliado', value: `${path.at(-1)?.name ?? '…'} y lo que depende de él` }]),
  ]
  return (
    <QuotaFrame
      tab="bets"
      actions={writes && <Button onClick={() => set({ change: true }, { keep_page: true })}>Cambio global</Button>}
    >
      <DataTable
        endpoint={betsConfigurations.list}
        filters={filter}
        columns={columns}
        rowKey={(row) => row.partner_id}
        rowName={(row) => row.partner_name}
        caption="Configuración de jugadas por afiliado"
        storageKey="bets-of-many"
        defaultSort="partner_name"
        searchPlaceholder="Buscar por nombre, código o documento"
        onRowClick={(row) => void navigate(quotaPaths.partnerBets(row.partner_id))}
        toolbar={
          <>
            <Filter label="Tipo de afiliado">
              <Select
                className="quota-filter"
                aria-label="Tipo de afiliado"
                value={state.type}
                options={partnerTypes.map((value) => ({ value, label: partnerTypeLabels[value] }))}
                onChange={(type) => set({ type })}
              />
            </Filter>
            <Filter label="Afiliado y todo lo que depende de él">
              <PartnerSelect
                value={state.partner_id}
                onChange={(partner_id) => set({ partner_id })}
                placeholder="Todos los afiliados"
              />
            </Filter>
          </>
        }
        activeFilters={
          state.partner_id === undefined
            ? []
            : [{ key: 'partner_id', label: words[1]?.value ?? '', onClear: () => set({ partner_id: undefined }) }]
        }
        onClearFilters={() => set({ partner_id: undefined })}
        empty={
          <EmptyState
            title="No hay afiliados de este tipo"
            text="Elija otro tipo, o registre el primero en Afiliados o Agencias."
          />
        }
      />
      {writes && (
        <BetsGlobal
          open={state.change}
          onClose={() => set({ change: false }, { keep_page: true })}
          filter={{ type: state.type, partner_id: state.partner_id }}
          words={words}
        />
      )}
    </QuotaFrame>
  )
}
