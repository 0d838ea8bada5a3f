/** One affiliate's quotas: own values, inherited ones and whose, edited as a sheet and saved once. */
import { DownOutlined } from '@ant-design/icons'
import { Alert, Button, Dropdown, Skeleton } from 'antd'
import { useMemo } from 'react'
import { Navigate, useNavigate, useParams } from 'react-router'
import { isBancaRole, rules } from '@contract/access/rules.ts'
import { byId, type Answer } from '@contract/endpoint.ts'
import { partners, partnerTypeLabels } from '@contract/partners.ts'
import { quotas, type QuotaKey, type QuotaRow } from '@contract/quotas.ts'
import { useCall, useRecord } from '@providers/queries.ts'
import { useCan, useSession } from '@providers/session.ts'
import {
  currenciesOf,
  currencyColumns,
  currencyLines,
  SheetFrame,
  SheetGrid,
  useSheet,
  type CurrencyLine,
} from '@/kit/grid/sheet.tsx'
import { usePhone } from '@/kit/table/phone.ts'
import { PartnerPath } from '@/kit/values/partner-path.tsx'
import { PartnerSelect } from '@/kit/values/partner-select.tsx'
import { usePartnerPath } from '@/kit/values/partner-tree.ts'
import { Panel } from '@/kit/page/panel.tsx'
import { ProblemView } from '@/kit/page/problem-view.tsx'
import { QuotaFrame, ReadOnlyQuotas } from './frame.tsx'
import { quotaPaths } from './paths.ts'
import { offerColumn, offerKey, quotaSheet } from './sheet.tsx'

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
        <Panel label={undefined}>
          <Skeleton active title={false} paragraph={{ rows: 12 }} />
        </Panel>
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
      menu={{
        items,
        className: 'scrolls',
        style: { maxHeight: 'calc(round(down, 60vh, 32px) + 8px)' },
        onClick: ({ key }) => onChoose(Number(key)),
      }}
    >
      <Button>
        {rows.length === 1 ? '1 dependiente' : `${rows.length} dependientes`} <DownOutlined aria-hidden="true" />
      </Button>
    </Dropdown>
  )
}

function PartnerSheet({ sheet }: { sheet: Sheet }) {
  const user = useSession()
  const readOnly = !useCan(rules.registryWrite)
  const phone = usePhone()
  const open = useSheet(quotaSheet, `quotas:${sheet.partner_id}`, readOnly)
  const lines = useMemo(() => currencyLines(sheet.rows, offerKey), [sheet.rows])
  const columns = useMemo(
    () => [
      { ...offerColumn<CurrencyLine<QuotaRow>, QuotaKey>(phone ? 132 : 220, ({ of }) => of), header: true as const },
      ...currencyColumns(quotaSheet, currenciesOf(sheet.rows), phone ? 150 : 190),
    ],
    [sheet.rows, phone],
  )
  const granted = !readOnly && !isBancaRole(user.role) && sheet.partner_id === user.partner_id
  return (
    <>
      {readOnly && <ReadOnlyQuotas />}
      {granted && (
        <Alert
          type="info"
          showIcon
          message="Estos cupos se los fija quien está por encima de usted: puede bajarlos, no subirlos ni quitarlos."
        />
      )}
      <SheetFrame sheet={open}>
        <SheetGrid
          sheet={open}
          label={`Cupos de ${sheet.partner_name}`}
          rows={lines}
          columns={columns}
          rowKey={({ key }) => key}
          nothing={{
            title: 'No hay nada que limitar',
            text: `${sheet.partner_name} no vende en ninguna moneda, o no hay productos activos.`,
          }}
        />
      </SheetFrame>
    </>
  )
}
