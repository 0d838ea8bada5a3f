/** What holds for everybody of a filter, and one change over all of it. */
import { Button, Segmented } from 'antd'
import { NextStep } from '@/kit/page/next-step.tsx'
import { useState } from 'react'
import { rules } from '@contract/access/rules.ts'
import {
  commissionKinds,
  commissionKindLabels,
  participationKindLabels,
  participationKinds,
  rateFault,
  rateText,
  type Rate,
} from '@contract/commission-rates.ts'
import { commissions, type CommissionChange, type CommissionRow } from '@contract/commissions.ts'
import { formatCount } from '@contract/values/money.ts'
import { useCall } from '@providers/queries.ts'
import { useCan, useSession } from '@providers/session.ts'
import { Select } from '@/kit/form/select.tsx'
import { GlobalChange } from '@/kit/grid/global-change.tsx'
import { shortCurrency } from '@/kit/grid/sheet.tsx'
import type { Effect } from '@/kit/page/confirm.tsx'
import type { ColumnSpec } from '@/kit/screen/columns.tsx'
import { ListTable } from '@/kit/screen/list-table.tsx'
import { useSheetList, type ListedSheet } from '@/kit/screen/sheet-list.tsx'
import { CommissionFrame, ReadOnlyRates } from './frame.tsx'
import { commissionPaths } from './paths.ts'
import { NumberInput } from '@/kit/form/number-input.tsx'

const columns: ColumnSpec<CommissionRow>[] = [
  { key: 'partner_name', fixed: true, width: 200 },
  { key: 'partner_code', optional: true, width: 100 },
  { key: 'partner_type', width: 110 },
  { key: 'product_name', width: 160 },
  { key: 'bet_type_name', width: 140 },
  { key: 'currency', width: 120 },
  { key: 'commission_kind', width: 110 },
  { key: 'commission_percent', width: 120 },
  { key: 'participation_kind', width: 130 },
  { key: 'participation_percent', width: 130 },
  { key: 'own', width: 90 },
  { key: 'from', width: 180 },
]

export function AllCommissions() {
  const listed = useSheetList(commissions.list)
  const { partner_id } = useSession()
  const { total, state, set } = listed
  const readOnly = !useCan(rules.registryWrite)
  return (
    <CommissionFrame
      tab="all"
      subtitle={
        total !== undefined && (
          <span className="sorteo-figures" aria-live="polite">
            {total === 1 ? '1 comisión' : `${formatCount(total)} comisiones`}
          </span>
        )
      }
      actions={!readOnly && <Button onClick={() => set({ change: true }, { keep_page: true })}>Cambio global</Button>}
    >
      {readOnly && <ReadOnlyRates />}
      <ListTable
        list={commissions.list}
        columns={columns}
        rowKey={(row) => `${row.partner_id}:${row.product_id}:${row.bet_type_id}:${row.currency}`}
        rowName={({ partner_name, product_name, bet_type_name }) => `${partner_name}, ${product_name} ${bet_type_name}`}
        hrefOf={({ partner_id }) => commissionPaths.partner(partner_id)}
        storageKey="commissions"
        empty={{
          title: listed.filters['own_only'] ? 'Nadie tiene una comisión propia' : 'Aún no hay comisiones',
          text: listed.filters['own_only']
            ? 'Ninguna es de una jugada y una moneda: todos heredan. La de la banca vale para quien no tenga otra.'
            : 'Son de las jugadas de los productos activos: active antes uno.',
          action: listed.filters['own_only'] ? (
            <NextStep screen="commissions" at={String(partner_id)}>
              Ver la comisión propia
            </NextStep>
          ) : (
            <NextStep screen="products">Ver los productos</NextStep>
          ),
        }}
      />
      {!readOnly && state.change && (
        <RateGlobal onClose={() => set({ change: false }, { keep_page: true })} listed={listed} />
      )}
    </CommissionFrame>
  )
}

type Kind = CommissionChange['kind']
interface Draft {
  kind: Kind
  rate: Rate
  of: 'commission_percent' | 'participation_percent'
  points: number | null
}
const begin: Draft = {
  kind: 'set',
  rate: {
    commission_kind: 'VENTA',
    commission_percent: '',
    participation_kind: 'COMPARTIDA',
    participation_percent: '0',
  },
  of: 'commission_percent',
  points: null,
}

/** The change as the server takes it; null while it is not complete. */
function changeOf({ kind, rate, of, points }: Draft): CommissionChange | null {
  if (kind === 'inherit') return { kind }
  if (kind === 'points') return points ? { kind, of, points: String(points) } : null
  return rate.commission_percent === '' || rateFault(rate) ? null : { kind, rate }
}

const points = (value: string) => `${value.replace('-', '').replace('.', ',')} puntos`

function changeText(change: CommissionChange): string {
  if (change.kind === 'inherit') return 'quitar la tasa propia y heredar de nuevo'
  if (change.kind === 'set') return `fijar ${rateText(change.rate)}`
  const what = change.of === 'commission_percent' ? 'la comisión' : 'la participación'
  return `${change.points.startsWith('-') ? 'bajar' : 'subir'} ${points(change.points)} ${what}`
}

function effectOf(row: CommissionRow, change: CommissionChange): Effect {
  const { commission_kind, commission_percent, participation_kind, participation_percent } = row
  const held: Rate | null = commission_kind && {
    commission_kind,
    commission_percent: commission_percent ?? '0',
    participation_kind: participation_kind ?? 'COMPARTIDA',
    participation_percent: participation_percent ?? '0',
  }
  const moved = (of: Draft['of']) =>
    String(
      Math.round((Number(held?.[of] ?? 0) + Number(change.kind === 'points' ? change.points : 0)) * 10_000) / 10_000,
    )
  const after =
    change.kind === 'set'
      ? rateText(change.rate)
      : change.kind === 'inherit'
        ? row.own
          ? 'hereda'
          : 'queda igual'
        : rateText({ ...(held ?? begin.rate), [change.of]: moved(change.of) })
  return {
    label: `${row.partner_name} · ${row.product_name} · ${row.bet_type_name} · ${shortCurrency(row.currency)}`,
    before: held ? rateText(held) : 'sin comisión',
    after,
  }
}

function RateGlobal({
  onClose,
  listed: { filters, words },
}: {
  onClose: () => void
  listed: ListedSheet<typeof commissions.list>
}) {
  const [draft, setDraft] = useState(begin)
  const rows = useCall(commissions.list, { body: { ...filters, page: 1, per_page: 6 } })
  const change = changeOf(draft)
  return (
    <GlobalChange
      open
      onClose={onClose}
      title="Cambio global de comisiones"
      words={words}
      noun={['comisión', 'comisiones']}
      count={{ total: rows.isFetching ? undefined : rows.data?.total, error: rows.error, refetch: rows.refetch }}
      change={change && changeText(change)}
      sample={change ? (rows.data?.data ?? []).map((row) => effectOf(row, change)) : []}
      endpoint={commissions.global}
      touches={[commissions]}
      body={change && { filter: filters, change }}
    >
      <ChangeForm draft={draft} onChange={setDraft} />
    </GlobalChange>
  )
}

const percentInput = { decimals: 4, addonAfter: '%', style: { width: '100%' } } as const
const optionsOf = (kinds: readonly string[], labels: Readonly<Record<string, string>>) =>
  kinds.map((value) => ({ value, label: labels[value]! }))

function ChangeForm({ draft, onChange }: { draft: Draft; onChange: (draft: Draft) => void }) {
  const { rate, kind } = draft
  const set = (more: Partial<Rate>) => onChange({ ...draft, rate: { ...rate, ...more } })
  const wrong = kind === 'set' && rate.commission_percent !== '' ? rateFault(rate) : null
  return (
    <>
      <Segmented<Kind>
        aria-label="Qué se hace"
        value={kind}
        options={[
          { value: 'set', label: 'Fijar' },
          { value: 'points', label: 'Sumar puntos' },
          { value: 'inherit', label: 'Heredar de nuevo' },
        ]}
        onChange={(next) => onChange({ ...draft, kind: next })}
      />
      {kind === 'set' && (
        <>
          <label className="stack gap-xxs">
            Comisión
            <Select
              aria-label="Comisión"
              value={rate.commission_kind}
              options={optionsOf(commissionKinds, commissionKindLabels)}
              onChange={(commission_kind) => set({ commission_kind: commission_kind as Rate['commission_kind'] })}
            />
          </label>
          <label className="stack gap-xxs">
            % de comisión
            <NumberInput<string>
              {...percentInput}
              stringMode
              min="0"
              max="100"
              aria-label="% de comisión"
              value={rate.commission_percent}
              onChange={(value) => set({ commission_percent: value ?? '' })}
            />
          </label>
          <label className="stack gap-xxs">
            Participación
            <Select
              aria-label="Participación"
              value={rate.participation_kind}
              options={optionsOf(participationKinds, participationKindLabels)}
              onChange={(participation_kind) =>
                set({ participation_kind: participation_kind as Rate['participation_kind'] })
              }
            />
          </label>
          <label className="stack gap-xxs">
            % de participación
            <NumberInput<string>
              {...percentInput}
              stringMode
              min="0"
              max="100"
              aria-label="% de participación"
              value={rate.participation_percent}
              onChange={(value) => set({ participation_percent: value ?? '0' })}
            />
          </label>
          {wrong && <p className="bad">{wrong.message}</p>}
        </>
      )}
      {kind === 'points' && (
        <>
          <label className="stack gap-xxs">
            De qué
            <Select
              aria-label="De qué"
              value={draft.of}
              options={[
                { value: 'commission_percent' as const, label: '% de comisión' },
                { value: 'participation_percent' as const, label: '% de participación' },
              ]}
              onChange={(of) => onChange({ ...draft, of })}
            />
          </label>
          <label className="stack gap-xxs">
            Puntos, con su signo
            <NumberInput
              aria-label="Puntos, con su signo"
              decimals={4}
              min={-99}
              max={99}
              value={draft.points}
              onChange={(value) => onChange({ ...draft, points: value })}
            />
          </label>
        </>
      )}
      {kind === 'inherit' && (
        <p className="sorteo-muted">
          Quita lo propio de cada jugada y moneda. Lo fijado para un producto entero o para todos queda.
        </p>
      )}
    </>
  )
}
