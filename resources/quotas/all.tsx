/** The quotas of many affiliates at once, as a sheet by pages: edits outlive the page and are saved once. */
import { NextStep } from '@/kit/page/next-step.tsx'
import { Button } from 'antd'
import { useMemo } from 'react'
import { Link } from 'react-router'
import { rules } from '@contract/access/rules.ts'
import { partnerTypeLabels } from '@contract/partners.ts'
import { quotas, type QuotaKey, type QuotaRow } from '@contract/quotas.ts'
import { formatCount } from '@contract/values/money.ts'
import { useCan, useSession } from '@providers/session.ts'
import { useCall } from '@providers/queries.ts'
import { cutMiddle } from '@/kit/chart/names.ts'
import { AmountGlobal } from '@/kit/grid/amount-global.tsx'
import type { GridColumn } from '@/kit/grid/columns.ts'
import { shortCurrency, SheetFrame, useSheet } from '@/kit/grid/sheet.tsx'
import { textOfValue } from '@/kit/form/money-reading.ts'
import { SheetList, useSheetList, type ListedSheet } from '@/kit/screen/sheet-list.tsx'
import { usePhone } from '@/kit/table/phone.ts'
import { Money } from '@/kit/values/money.tsx'
import { QuotaFrame, ReadOnlyQuotas } from './frame.tsx'
import { quotaPaths } from './paths.ts'
import { manyQuotas, offerColumn } from './sheet.tsx'

function allColumns(phone: boolean): GridColumn<QuotaRow, QuotaKey>[] {
  return [
    {
      key: 'partner',
      title: 'Afiliado',
      width: phone ? 150 : 210,
      header: true,
      text: (row) => row.partner_name,
      render: (row) => (
        <span className="grid-name">
          <Link to={quotaPaths.partner(row.partner_id)} tabIndex={-1} title={row.partner_name}>
            {cutMiddle(row.partner_name, phone ? 30 : 46)}
          </Link>
          <span>{partnerTypeLabels[row.partner_type]}</span>
        </span>
      ),
    },
    offerColumn(phone ? 140 : 200, (row) => row),
    {
      key: 'currency',
      title: 'Moneda',
      width: 120,
      text: (row) => row.currency,
      render: (row) => shortCurrency(row.currency),
    },
    { key: 'quota', title: 'Cupo', width: phone ? 140 : 190, cell: manyQuotas.cellOf },
    {
      key: 'top',
      title: 'Cupo máximo',
      width: 130,
      align: 'right',
      text: (row) => textOfValue(row.top),
      render: (row) => <Money value={row.top} currency={row.currency} clear />,
    },
  ]
}

export function AllQuotas() {
  const listed = useSheetList(quotas.list)
  const { partner_id } = useSession()
  const { total, state, set } = listed
  const readOnly = !useCan(rules.registryWrite)
  const phone = usePhone()
  const columns = useMemo(() => allColumns(phone), [phone])
  const sheet = useSheet(manyQuotas, 'quotas:all', readOnly)
  return (
    <QuotaFrame
      tab="all"
      subtitle={
        total !== undefined && (
          <span className="sorteo-figures" aria-live="polite">
            {total === 1 ? '1 cupo' : `${formatCount(total)} cupos`}
          </span>
        )
      }
      actions={
        !readOnly && (
          <Button
            disabled={sheet.edited}
            title={sheet.edited ? 'Guarde o descarte antes los cambios de la hoja' : undefined}
            onClick={() => set({ change: true }, { keep_page: true })}
          >
            Cambio global
          </Button>
        )
      }
    >
      {readOnly && <ReadOnlyQuotas />}
      <SheetFrame sheet={sheet}>
        <SheetList
          list={listed}
          sheet={sheet}
          label="Cupos del filtro"
          columns={columns}
          rowKey={manyQuotas.pathOf}
          nothing={{
            title: listed.filters['own_only'] ? 'Nadie tiene un cupo propio' : 'Aún no hay cupos',
            text: listed.filters['own_only']
              ? 'Todos heredan. El que ponga la banca vale para quien no tenga otro.'
              : 'Son de las jugadas de los productos activos: active antes uno.',
            action: listed.filters['own_only'] ? (
              <NextStep screen="quotas" at={String(partner_id)}>
                Ver el cupo propio
              </NextStep>
            ) : (
              <NextStep screen="products">Ver los productos</NextStep>
            ),
          }}
        />
      </SheetFrame>
      {!readOnly && (
        <QuotaGlobal open={state.change} onClose={() => set({ change: false }, { keep_page: true })} listed={listed} />
      )}
    </QuotaFrame>
  )
}

interface QuotaGlobalProps {
  open: boolean
  onClose: () => void
  listed: ListedSheet<typeof quotas.list>
}

/** One change over every quota of the list's filter. Those with a value of their own show first what it makes of them. */
function QuotaGlobal({ open, onClose, listed: { filters, words } }: QuotaGlobalProps) {
  const first = { page: 1, per_page: 6 }
  const rows = useCall(quotas.list, { body: { ...filters, ...first } }, { enabled: open })
  const owned = useCall(quotas.list, { body: { ...filters, ...first, own_only: true } }, { enabled: open })
  const shown = [...(owned.data?.data ?? []), ...(rows.data?.data ?? [])].map(manyQuotas.cellOf)
  return (
    <AmountGlobal
      open={open}
      onClose={onClose}
      title="Cambio global de cupos"
      noun={manyQuotas.noun}
      words={words}
      count={{ total: rows.isFetching ? undefined : rows.data?.total, error: rows.error, refetch: rows.refetch }}
      endpoint={quotas.global}
      touches={[quotas]}
      filter={filters}
      cells={[...new Map(shown.map((cell) => [cell.path, cell])).values()]}
      lift="quitar el valor propio y heredar de nuevo"
      liftLabel="Heredar de nuevo"
      percentNote="Lo que se hereda pasa a ser propio, con el monto nuevo."
    />
  )
}
