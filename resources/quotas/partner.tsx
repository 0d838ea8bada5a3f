/** One affiliate's quotas: own values, inherited ones and whose, edited as a sheet and saved once. */
import { DownOutlined } from '@ant-design/icons'
import { Alert, Button, Dropdown, Skeleton } from 'antd'
import { useMemo } from 'react'
import { Navigate, useNavigate, useParams } from 'react-router'
import { isBancaRole, rules } from '@contract/access/rules.ts'
import { byId, type Answer } from '@contract/endpoint.ts'
import { partners, partnerTypeLabels } from '@contract/partners.ts'
import { quotas } from '@contract/quotas.ts'
import type { Currency } from '@contract/values/currency.ts'
import { useCall, useRecord } from '@providers/queries.ts'
import { useCan, useSession } from '@providers/session.ts'
import { EmptyState } from '@/kit/page/empty.tsx'
import type { GridColumn } from '@/kit/grid/columns.ts'
import { useGridEditing } from '@/kit/grid/editing.ts'
import { GridNotices } from '@/kit/grid/notices.tsx'
import { useGridSaving } from '@/kit/grid/saving.ts'
import { Grid } from '@/kit/grid/grid.tsx'
import { usePhone } from '@/kit/table/phone.ts'
import { PartnerPath } from '@/kit/values/partner-path.tsx'
import { PartnerSelect } from '@/kit/values/partner-select.tsx'
import { usePartnerPath } from '@/kit/values/partner-tree.ts'
import { ProblemView } from '@/kit/page/problem-view.tsx'
import { SaveBar } from '@/kit/grid/save-bar.tsx'
import {
  currenciesOf,
  mostSaved,
  offersOf,
  pathOf,
  savedRows,
  savedText,
  shortCurrency,
  type Offer,
  type QuotaKey,
} from './cells.ts'
import { changesOf } from './changes.ts'
import { QuotaFrame } from './frame.tsx'
import { quotaPaths } from './paths.ts'

type Sheet = Answer<typeof quotas.show>

/** `:id`, or the user's own partner. An id that is no number is nobody's. */
export function PartnerQuotas() {
  const { partner_id } = useSession()
  const { id } = useParams()
  const parsed = byId.safeParse({ id: id ?? partner_id })
  return parsed.success ? (
    <OnePartner key={parsed.data.id} partnerId={parsed.data.id} />
  ) : (
    <Navigate to={quotaPaths.own} replace />
  )
}

function OnePartner({ partnerId }: { partnerId: number }) {
  const navigate = useNavigate()
  const { partner_id } = useSession()
  const sheet = useRecord(quotas, partnerId)
  const path = usePartnerPath(partnerId)
  const open = (id: number | undefined) =>
    void navigate(id === undefined || id === partner_id ? quotaPaths.own : quotaPaths.partner(id))
  return (
    <QuotaFrame
      tab="partner"
      subtitle={path.length > 1 && <PartnerPath path={path} onChoose={open} />}
      filters={
        <>
          <PartnerSelect value={sheet.isError ? undefined : partnerId} onChange={open} placeholder="Elegir afiliado" />
          <Dependents partnerId={partnerId} onChoose={open} />
        </>
      }
    >
      {sheet.data && <PartnerSheet key={partnerId} sheet={sheet.data} />}
      {!sheet.data && sheet.isError && (
        <ProblemView
          error={sheet.error}
          onRetry={() => void sheet.refetch()}
          action={<Button onClick={() => open(undefined)}>Ir a mis cupos</Button>}
        />
      )}
      {!sheet.data && !sheet.isError && (
        <div className="quota-skeleton">
          <Skeleton active title={false} paragraph={{ rows: 12 }} />
        </div>
      )}
    </QuotaFrame>
  )
}

/** One step down the tree. */
function Dependents({ partnerId, onChoose }: { partnerId: number; onChoose: (id: number) => void }) {
  const { data } = useCall(partners.directs, { query: { partner_id: partnerId } })
  const rows = data?.data ?? []
  if (rows.length === 0) return null
  const items = rows.map((row) => ({
    key: String(row.id),
    label: (
      <>
        {row.name} <span className="sorteo-muted">{partnerTypeLabels[row.type]}</span>
      </>
    ),
  }))
  return (
    <Dropdown
      trigger={['click']}
      menu={{ items, className: 'quota-dependents', onClick: ({ key }) => onChoose(Number(key)) }}
    >
      <Button>
        {rows.length === 1 ? '1 dependiente' : `${rows.length} dependientes`} <DownOutlined aria-hidden="true" />
      </Button>
    </Dropdown>
  )
}

function sheetColumns(currencies: readonly Currency[], phone: boolean): GridColumn<Offer, QuotaKey>[] {
  return [
    {
      key: 'offer',
      title: 'Producto y jugada',
      width: phone ? 132 : 220,
      header: true,
      render: (offer) => (
        <span className="grid-name">
          <span>{offer.bet_type_name}</span>
          <span>{offer.product_name}</span>
        </span>
      ),
      text: (offer) => `${offer.product_name} · ${offer.bet_type_name}`,
    },
    ...currencies.map(
      (currency): GridColumn<Offer, QuotaKey> => ({
        key: currency,
        title: shortCurrency(currency),
        width: phone ? 150 : 190,
        cell: (offer) => offer.cells[currency] ?? null,
      }),
    ),
  ]
}

function PartnerSheet({ sheet }: { sheet: Sheet }) {
  const user = useSession()
  const readOnly = !useCan(rules.registryWrite)
  const phone = usePhone()
  const editing = useGridEditing<QuotaKey>(`quotas:${sheet.partner_id}`)
  const saving = useGridSaving({
    editing,
    endpoint: quotas.save,
    most: mostSaved,
    pathOf,
    invalidates: [quotas],
    success: savedText,
    args: (rows) => ({ body: savedRows(rows) }),
  })
  const offers = useMemo(() => offersOf(sheet.rows), [sheet.rows])
  const columns = useMemo(() => sheetColumns(currenciesOf(sheet.rows), phone), [sheet.rows, phone])
  if (offers.length === 0)
    return (
      <EmptyState
        title="No hay nada que limitar"
        text={`${sheet.partner_name} no vende en ninguna moneda, o no hay productos activos.`}
      />
    )
  const granted = !readOnly && !isBancaRole(user.role) && sheet.partner_id === user.partner_id
  return (
    <>
      {readOnly && <Alert type="info" showIcon message="Su usuario puede ver los cupos, no cambiarlos." />}
      {granted && (
        <Alert
          type="info"
          showIcon
          message="Estos cupos se los fija quien está por encima de usted: puede bajarlos, no subirlos ni quitarlos."
        />
      )}
      <GridNotices editing={editing} saving={saving} />
      <Grid
        label={`Cupos de ${sheet.partner_name}`}
        rows={offers}
        columns={columns}
        rowKey={(offer) => `${offer.product_id}:${offer.bet_type_id}`}
        edits={editing.edits}
        faults={saving.faults}
        readOnly={readOnly}
        onEdit={editing.apply}
        onUndo={editing.undo}
        onRedo={editing.redo}
      />
      {!readOnly && (
        <SaveBar
          changes={changesOf(editing.edits)}
          pending={saving.pending}
          blocked={saving.blocked ?? saving.faults.size > 0}
          onSave={saving.save}
          onDiscard={saving.discard}
        />
      )}
      {editing.unsaved.dialog}
    </>
  )
}
