/** Bets configuration of many affiliates: the rules of each and whose they are, and one change over all of them. */
import { NextStep } from '@/kit/page/next-step.tsx'
import { Button } from 'antd'
import { useNavigate } from 'react-router'
import { z } from 'zod'
import { rules } from '@contract/access/rules.ts'
import { betsConfigurations, type BetsConfigurationRow } from '@contract/bets-configurations.ts'
import { flag } from '@contract/endpoint.ts'
import { partnerTypeLabels, type PartnerType } from '@contract/partners.ts'
import { formatCount } from '@contract/values/money.ts'
import { useCan } from '@providers/session.ts'
import { useUrlState } from '@/kit/page/url-state.ts'
import { useFilters } from '@/kit/screen/filters.tsx'
import { activeFilters } from '@/kit/screen/filter-words.tsx'
import { ListTable } from '@/kit/screen/list-table.tsx'
import { BetsGlobal } from './bets-global.tsx'
import { QuotaFrame } from './frame.tsx'
import { quotaPaths } from './paths.ts'

type Held = BetsConfigurationRow['annul_minutes' | 'pays_other_agencies' | 'rate_type']

/** The value in force; muted, with its origin, where it is inherited. */
function HeldValue({ value: { own, inherited, from } }: { value: Held }) {
  const shown = own ?? inherited
  const text =
    shown === null
      ? '—'
      : typeof shown === 'boolean'
        ? shown
          ? 'Sí'
          : 'No'
        : typeof shown === 'string'
          ? shown
          : formatCount(shown)
  if (own !== null) return <strong>{text}</strong>
  return (
    <span className="sorteo-muted" title={from === null ? undefined : `Heredado de ${from}`}>
      {text}
      <span className="sorteo-unseen">{shown === null ? ', sin valor' : `, heredado de ${from ?? 'arriba'}`}</span>
    </span>
  )
}

const held = (key: 'annul_minutes' | 'prize_days' | 'max_lines' | 'pays_other_agencies' | 'rate_type') => ({
  key,
  align: 'right' as const,
  render: (row: BetsConfigurationRow) => <HeldValue value={row[key]} />,
})

const hrefOf = (row: BetsConfigurationRow) => quotaPaths.partnerBets(row.partner_id)
const opened = z.object({ change: flag.default(false) })
const facts = betsConfigurations.list.list

export function BetsOfMany() {
  const navigate = useNavigate()
  const [{ change }, set] = useUrlState(opened)
  const writes = useCan(rules.registryWrite)
  const filters = useFilters(facts)
  const { type, partner_id } = filters.values as { type: PartnerType; partner_id?: number }
  return (
    <QuotaFrame
      tab="bets"
      actions={writes && <Button onClick={() => set({ change: true }, { keep_page: true })}>Cambio global</Button>}
    >
      <ListTable
        list={betsConfigurations.list}
        columns={[
          { key: 'partner_name', fixed: true },
          held('annul_minutes'),
          held('prize_days'),
          held('max_lines'),
          held('pays_other_agencies'),
          { ...held('rate_type'), align: 'left' as const, optional: true as const },
          'own_limits',
          'own_products',
          'own_multipliers',
        ]}
        rowKey={(row) => row.partner_id}
        rowName={(row) => row.partner_name}
        storageKey="bets-of-many"
        hrefOf={hrefOf}
        onRowClick={(row) => void navigate(hrefOf(row))}
        empty={{
          title: 'No hay afiliados de este tipo',
          text: 'Elija otro tipo, o registre el primero en Afiliados o Agencias.',
          action: (
            <NextStep screen={type === 'taquilla' ? 'ticket-offices' : type === 'agencia' ? 'agencies' : 'affiliates'}>
              Registrar el primero
            </NextStep>
          ),
        }}
      />
      {writes && (
        <BetsGlobal
          open={change}
          onClose={() => set({ change: false }, { keep_page: true })}
          filter={{ type, ...(partner_id !== undefined && { partner_id }) }}
          words={[{ label: 'Tipo', value: partnerTypeLabels[type] }, ...activeFilters(facts, filters, ['type'])]}
        />
      )}
    </QuotaFrame>
  )
}
