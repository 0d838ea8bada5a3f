/** One affiliate's rates: own, inherited and whose, edited as a sheet, with its last week worked through before they are saved. */
import { HistoryOutlined } from '@ant-design/icons'
import { Alert, Button, Radio, Segmented, Skeleton } from 'antd'
import { useMemo, useState } from 'react'
import { Navigate, useNavigate, useParams } from 'react-router'
import { isBancaRole, rules } from '@contract/access/rules.ts'
import { commissions, type CommissionSheetRow, type RateKey } from '@contract/commissions.ts'
import type { RatePart } from '@contract/commission-rates.ts'
import { byId, type Answer } from '@contract/endpoint.ts'
import { currencyFacts, type Currency } from '@contract/values/currency.ts'
import { addDays, formatInstant, dayStart } from '@contract/values/dates.ts'
import { countText } from '@contract/values/money.ts'
import { useRecord } from '@providers/queries.ts'
import { useCan, useSession } from '@providers/session.ts'
import { isUnread } from '@/kit/form/money-reading.ts'
import type { GridColumn } from '@/kit/grid/columns.ts'
import { SheetFrame, SheetGrid, shortCurrency, useOpenSheet } from '@/kit/grid/sheet.tsx'
import { Panel } from '@/kit/page/panel.tsx'
import { ProblemView } from '@/kit/page/problem-view.tsx'
import { usePhone } from '@/kit/table/phone.ts'
import { DayPicker } from '@/kit/values/day-picker.tsx'
import { PartnerPath } from '@/kit/values/partner-path.tsx'
import { PartnerSelect } from '@/kit/values/partner-select.tsx'
import { usePartnerPath } from '@/kit/values/partner-tree.ts'
import { useToday } from '@/kit/values/period.ts'
import { rateCell, editsOf, fieldTitle, rateKey, ownRates, ratePathAt, rateFields } from './cells.ts'
import { CommissionFrame, ReadOnlyRates } from './frame.tsx'
import { RateHistory } from './history.tsx'
import { commissionPaths } from './paths.ts'
import { WeekPreview } from './preview.tsx'

type Sheet = Answer<typeof commissions.show>

/** `:id`, or the user's own partner. An id that is no number is nobody's. */
export function PartnerCommissions() {
  const { partner_id } = useSession()
  const { id } = useParams()
  const parsed = byId.safeParse({ id: id ?? partner_id })
  return parsed.success ? (
    <OnePartner key={parsed.data.id} partnerId={parsed.data.id} />
  ) : (
    <Navigate to={commissionPaths.own} replace />
  )
}

function OnePartner({ partnerId }: { partnerId: number }) {
  const navigate = useNavigate()
  const { partner_id } = useSession()
  const readOnly = !useCan(rules.registryWrite)
  const sheet = useRecord(commissions, partnerId)
  const path = usePartnerPath(partnerId)
  const [history, setHistory] = useState(false)
  const open = (id: number | undefined) =>
    void navigate(id === undefined || id === partner_id ? commissionPaths.own : commissionPaths.partner(id))
  return (
    <CommissionFrame
      tab="partner"
      subtitle={path.length > 1 && <PartnerPath path={path} onChoose={open} />}
      filters={
        <PartnerSelect value={sheet.isError ? undefined : partnerId} onChange={open} placeholder="Elegir afiliado" />
      }
      actions={
        <Button icon={<HistoryOutlined />} disabled={!sheet.data} onClick={() => setHistory(true)}>
          Desde cuándo
        </Button>
      }
    >
      {sheet.data && <PartnerSheet key={partnerId} sheet={sheet.data} readOnly={readOnly} />}
      {!sheet.data && sheet.isError && (
        <ProblemView
          error={sheet.error}
          onRetry={() => void sheet.refetch()}
          action={<Button onClick={() => open(undefined)}>Ir a mis comisiones</Button>}
        />
      )}
      {!sheet.data && !sheet.isError && (
        <Panel label={undefined}>
          <Skeleton active title={false} paragraph={{ rows: 12 }} />
        </Panel>
      )}
      {history && sheet.data && (
        <RateHistory
          partnerId={partnerId}
          name={sheet.data.partner_name}
          readOnly={readOnly}
          onClose={() => setHistory(false)}
        />
      )}
    </CommissionFrame>
  )
}

function columnsFor(phone: boolean, zone: string): GridColumn<CommissionSheetRow, CommissionSheetRow>[] {
  return [
    {
      key: 'of',
      title: 'Producto y jugada',
      width: phone ? 164 : 230,
      header: true,
      text: ({ product_name, bet_type_name }) =>
        [product_name ?? 'Todos los productos', bet_type_name].filter(Boolean).join(' · '),
      render: ({ product_name, bet_type_name }) =>
        bet_type_name ? (
          <span className="grid-name">
            <span>{bet_type_name}</span>
            <span>{product_name}</span>
          </span>
        ) : (
          <strong>{product_name ?? 'Todos los productos'}</strong>
        ),
    },
    ...rateFields.map((field) => ({
      key: field,
      title: fieldTitle(field),
      width: phone ? 120 : 170,
      cell: (row: CommissionSheetRow) => rateCell(row, field, zone),
    })),
  ]
}

/** From when what is saved holds: a moment after it, or the beginning of a day. */
function useStart() {
  const { zone } = useSession()
  const today = useToday()
  const [day, setDay] = useState<string | null>(null)
  const control = (
    <div className="row gap-sm" role="group" aria-label="Rigen desde">
      <span>Rigen</span>
      <Radio.Group
        value={day === null ? 'now' : 'day'}
        options={[
          { value: 'now', label: 'al guardar' },
          { value: 'day', label: 'desde un día' },
        ]}
        onChange={({ target }) => setDay(target.value === 'now' ? null : addDays(today, 1))}
      />
      {day !== null && (
        <DayPicker
          label="Día desde el que rigen"
          value={day}
          first={addDays(today, 1)}
          last={addDays(today, 365)}
          allowClear={false}
          onChange={(chosen) => setDay(chosen ?? addDays(today, 1))}
        />
      )}
    </div>
  )
  return { control, starts_at: day === null ? undefined : dayStart(day, zone) }
}

export function PartnerSheet({ sheet, readOnly }: { sheet: Sheet; readOnly: boolean }) {
  const user = useSession()
  const { zone } = user
  const phone = usePhone()
  const [currency, setCurrency] = useState<Currency | null>(null)
  const start = useStart()
  const granted = !readOnly && !isBancaRole(user.role) && sheet.partner_id === user.partner_id
  const open = useOpenSheet<CommissionSheetRow, typeof commissions.save>({
    draft: `commissions:${sheet.partner_id}`,
    readOnly: readOnly || granted,
    endpoint: commissions.save,
    most: 2_000,
    invalidates: [commissions],
    args: (edits) => ({
      body: { commissions: editsOf(edits, zone), ...(start.starts_at && { starts_at: start.starts_at }) },
    }),
    pathAt: (place, sent) => ratePathAt(place, sent, zone),
    moved: ({ rows }) => ownRates(Array.isArray(rows) ? (rows as (RateKey & { own: RatePart | null })[]) : []),
    success: ({ saved, starts_at }) =>
      saved === 0
        ? 'No cambió ninguna comisión.'
        : `${countText(saved, 'comisión guardada', 'comisiones guardadas')}: ` +
          `${saved === 1 ? 'rige' : 'rigen'} desde el ${formatInstant(starts_at!, zone)}.`,
  })
  const columns = useMemo(() => columnsFor(phone, zone), [phone, zone])
  const rows = useMemo(() => sheet.rows.filter((row) => row.currency === currency), [sheet.rows, currency])
  const { edits } = open.editing
  const clear = [...edits.values()].every(({ value }) => !isUnread(value))
  return (
    <>
      {readOnly && <ReadOnlyRates />}
      {granted && (
        <Alert type="info" showIcon message="Sus propias comisiones las fija quien está por encima de usted." />
      )}
      <div>
        <Segmented<string>
          aria-label="Moneda"
          value={currency ?? 'all'}
          options={[
            { value: 'all', label: phone ? 'Todas' : 'Todas las monedas' },
            ...sheet.currencies.map((one) => ({
              value: one,
              label: phone ? currencyFacts[one].clear_symbol : shortCurrency(one),
            })),
          ]}
          onChange={(chosen) => setCurrency(chosen === 'all' ? null : (chosen as Currency))}
        />
      </div>
      <SheetFrame
        sheet={open}
        effect={
          <>
            {start.control}
            {clear && edits.size > 0 && (
              <WeekPreview partnerId={sheet.partner_id} name={sheet.partner_name} edits={editsOf(edits, zone)} />
            )}
          </>
        }
      >
        <SheetGrid
          sheet={open}
          label={`Comisiones de ${sheet.partner_name}`}
          rows={rows}
          columns={columns}
          rowKey={rateKey}
          nothing={{ title: 'No hay nada que comisionar', text: 'No hay productos activos.' }}
        />
      </SheetFrame>
    </>
  )
}
