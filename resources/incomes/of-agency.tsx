/** Incomes and outcomes of all offices of an agency: the list, one of them with its facts, and the form that registers another. */
import { MinusOutlined, PlusOutlined, PrinterOutlined } from '@ant-design/icons'
import { Button, Drawer } from 'antd'
import { useEffect, useState } from 'react'
import { z } from 'zod'
import { cashRegisters } from '@contract/cash-registers.ts'
import { id } from '@contract/endpoint.ts'
import type { incomes, IncomeRow } from '@contract/incomes.ts'
import type { outcomes, OutcomeRow } from '@contract/outcomes.ts'
import type { Currency } from '@contract/values/currency.ts'
import { formatMoney } from '@contract/values/money.ts'
import { useAction, useCall } from '@providers/queries.ts'
import { useSession } from '@providers/session.ts'
import { CounterKeys } from '@/kit/counter/keys.tsx'
import { useCounterOperation } from '@/kit/counter/operation.ts'
import { useUnsaved } from '@/kit/form/unsaved.tsx'
import { useConfirm } from '@/kit/page/confirm.tsx'
import { NextStep } from '@/kit/page/next-step.tsx'
import { Page } from '@/kit/page/page.tsx'
import { ProblemView } from '@/kit/page/problem-view.tsx'
import { ListSkeleton } from '@/kit/page/skeletons.tsx'
import { useUrlState } from '@/kit/page/url-state.ts'
import type { ColumnSpec } from '@/kit/screen/columns.tsx'
import { ListTable } from '@/kit/screen/list-table.tsx'
import { RowFacts } from '@/kit/screen/record-facts.tsx'
import { RowDrawer } from '@/kit/screen/row-drawer.tsx'
import { useRowWalk } from '@/kit/table/shown-rows.ts'
import { DateRange } from '@/kit/values/date-range.tsx'
import { usePeriod } from '@/kit/values/period.ts'
import { OfficeSelect } from '../cash-registers/office.tsx'
import { isBusy, Stands } from '../cash-registers/stands.tsx'
import { NoDrawer, useDrawer, type OpenDrawer } from './drawer.tsx'
import { movementOf } from './drafts.ts'
import { MovementEntry, useClientKey } from './entry.tsx'
import { receiptName, printMovement } from './paper.tsx'
import { TakeOrRefuse } from './take-or-refuse.tsx'
import { amountOf, DoneNote, InDrawer, otherKeys, refusedOf, useWriting } from './writing.tsx'

type Row = IncomeRow | OutcomeRow

/** What the address holds: the one that is open. */
const listView = z.object({ movement: id.optional() })

const columns: ColumnSpec<IncomeRow & OutcomeRow>[] = [
  { key: 'office_name', fixed: true, width: 190 },
  { key: 'created_at', width: 150 },
  { key: 'type_name', width: 160 },
  { key: 'amount', width: 140 },
  { key: 'state', width: 140 },
  { key: 'moved', width: 140 },
  { key: 'pair_name', width: 160 },
  { key: 'method_name', width: 130 },
  { key: 'concept', width: 200 },
  { key: 'created_by', width: 150 },
  { key: 'id', optional: true, width: 100 },
  { key: 'kind', optional: true, width: 130 },
  { key: 'reference', optional: true, width: 140 },
  { key: 'client', optional: true, width: 180 },
  { key: 'register_day', optional: true, width: 120 },
  { key: 'decided_by', optional: true, width: 150 },
  { key: 'decided_at', optional: true, width: 150 },
  { key: 'observation', optional: true, width: 200 },
]
const facts = [
  'office_name',
  'kind',
  'state',
  'type_name',
  'pair_name',
  'amount',
  'moved',
  'method_name',
  'reference',
  'client',
  'concept',
  'register_day',
  'created_by',
  'created_at',
  'decided_by',
  'decided_at',
  'observation',
] as const

interface MovementsSaid {
  entity: typeof incomes | typeof outcomes
  title: string
  /** `ingreso`. */
  one: 'ingreso' | 'egreso'
  comesIn: boolean
}

/** Gives the component of the screen. */
export function movementsScreen(said: MovementsSaid) {
  const { title, one } = said
  // Both lists have the rows of a movement.
  const entity = said.entity as typeof incomes
  return function Movements() {
    const period = usePeriod(entity.list.list.period?.preset)
    const [view, set] = useUrlState(listView)
    const [isNew, setIsNew] = useState(false)
    const open = (movement: number | undefined) => set({ movement }, { keep_page: true })
    const create = (
      <Button type="primary" icon={<PlusOutlined aria-hidden="true" />} onClick={() => setIsNew(true)}>
        Nuevo {one}
      </Button>
    )
    return (
      <Page title={title} period={<DateRange control={period} />} actions={create}>
        <ListTable
          list={entity.list}
          columns={columns as never}
          rowName={(row) => `${one} ${row.id} de ${row.office_name}`}
          storageKey={`agency-${one}s`}
          onRowClick={(row) => open(row.id)}
          onOpen={(row) => open(row.id)}
          empty={{
            title: `Aún no hay ${one}s`,
            text: 'Los escribe cada taquilla en su caja abierta, o usted por una de ellas.',
            action: (
              <>
                {create}
                <NextStep screen="agency-cash-register">Ver las cajas</NextStep>
              </>
            ),
          }}
        />
        {view.movement !== undefined && (
          <OneMovement said={said} id={view.movement} onOpen={open} onClose={() => open(undefined)} />
        )}
        {isNew && <NewMovement said={said} onClose={() => setIsNew(false)} />}
      </Page>
    )
  }
}

interface OneMovementProps {
  said: MovementsSaid
  id: number
  onOpen: (id: number) => void
  onClose: () => void
}

function OneMovement({ said, id: shown, onOpen, onClose }: OneMovementProps) {
  const { comesIn, one } = said
  const entity = said.entity as typeof incomes
  const { banca_name, partner_name, zone } = useSession()
  const { data: row, error, refetch } = useCall(entity.show, { params: { id: shown } })
  const walk = useRowWalk({
    list: entity.list,
    idOf: (each) => (each as IncomeRow).id,
    id: shown,
    open: (each) => onOpen((each as IncomeRow).id),
  })
  const [ask, dialog] = useConfirm()
  const removal = useAction(entity.remove, { invalidates: [said.entity, cashRegisters], success: 'Se eliminó' })
  const remove = (of: Row) =>
    ask({
      title: of.kind === 'transferencia' ? 'Retirar la entrega' : `Eliminar el ${one} ${of.id}`,
      text: 'La caja queda como si no estuviera.',
      action: of.kind === 'transferencia' ? 'Retirar' : 'Eliminar',
      danger: true,
      run: () => removal.run({ params: { id: of.id } }),
    })
  return (
    <RowDrawer
      open
      shows={shown}
      walk={walk}
      width={640}
      title={row ? `${receiptName(row, comesIn)}, ${formatMoney(row.amount, row.currency, true)}` : said.title}
      onClose={onClose}
    >
      {row ? (
        <div className="stack gap-md">
          {row.actions.includes('accept') && <TakeOrRefuse row={row} />}
          <RowFacts list={entity.list} row={row} names={facts} />
          <div className="row gap-xs">
            <Button
              icon={<PrinterOutlined aria-hidden="true" />}
              onClick={() => printMovement({ row, comesIn, banca_name, agency_name: partner_name, zone })}
            >
              Imprimir recibo
            </Button>
            {row.actions.includes('remove') && (
              <Button danger onClick={() => remove(row)}>
                {row.kind === 'transferencia' ? 'Retirar' : 'Eliminar'}
              </Button>
            )}
          </div>
        </div>
      ) : error ? (
        <ProblemView error={error} onRetry={() => void refetch()} />
      ) : (
        <ListSkeleton rows={6} />
      )}
      {dialog}
    </RowDrawer>
  )
}

/** The form of the counter, for whichever office is chosen. */
function NewMovement({ said, onClose }: { said: MovementsSaid; onClose: () => void }) {
  const [office, setOffice] = useState<number | undefined>(undefined)
  const [currency, setCurrency] = useState<Currency | undefined>(undefined)
  const found = useDrawer({ office, currency })
  const { acting, drawer } = found
  const [dirty, setDirty] = useState(false)
  const unsaved = useUnsaved(dirty, () => setDirty(false))
  const leave = () => unsaved.leave(onClose)
  return (
    <Drawer open width={640} title={`Nuevo ${said.one}`} maskClosable={false} onClose={leave}>
      {unsaved.dialog}
      <div className="stack gap-md">
        {acting.several && (
          <OfficeSelect
            value={office}
            onChange={(next) => {
              setDirty(false)
              setOffice(next)
            }}
          />
        )}
        {drawer ? (
          <NewForm
            key={drawer.register.id}
            said={said}
            drawer={{ ...drawer, onCurrency: setCurrency }}
            onDirty={setDirty}
          />
        ) : (
          <NoDrawer found={found} what={`${said.one}s`} chosen={office} />
        )}
      </div>
    </Drawer>
  )
}

interface NewFormProps {
  said: MovementsSaid
  drawer: OpenDrawer
  /** An amount was written that is registered nowhere. */
  onDirty: (dirty: boolean) => void
}

function NewForm({ said: { entity, one, comesIn }, drawer, onDirty }: NewFormProps) {
  const { office_id, currency } = drawer
  const writing = useWriting(entity, drawer, comesIn)
  // The same call of either direction: both write a movement and answer its row.
  const operation = useCounterOperation((entity as typeof incomes).create, `${one}:${office_id}`, (row) =>
    writing.finish(row, row.state === 'por_aprobar' ? 'Espera a que lo aprueben.' : 'Registrado en la caja.'),
  )
  const isDirty = writing.draft.amount !== null
  useEffect(() => onDirty(isDirty), [isDirty, onDirty])
  const register = () => {
    if (!writing.isWhole(one)) return
    writing.forget()
    operation.send({ body: { ...movementOf(writing.draft, currency), office_id } })
  }
  const onClient = useClientKey(writing.draft, writing.change)
  return (
    <div className="stack gap-sm">
      <DoneNote writing={writing} comesIn={comesIn} />
      <Stands operation={operation} what={`el ${one}`} />
      <InDrawer drawer={drawer} />
      <MovementEntry
        written={one}
        drawer={drawer}
        draft={writing.draft}
        onChange={writing.change}
        fault={writing.fault}
        refused={refusedOf(operation)}
        amount={writing.amount}
      />
      <CounterKeys
        label={`Teclas del ${one}`}
        keys={otherKeys({ drawer, writing, onClient, last: writing.done?.row ?? null })}
      />
      <CounterKeys
        sticky
        label="Registrar"
        keys={[
          {
            key: 'F9',
            label: `Registrar ${one}`,
            icon: comesIn ? <PlusOutlined /> : <MinusOutlined />,
            main: true,
            amount: amountOf(writing.draft, drawer),
            pending: isBusy(operation),
            onPress: register,
          },
        ]}
      />
    </div>
  )
}
