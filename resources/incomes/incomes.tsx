/** What comes into a drawer beside its tickets: a new income, and beside it what waits to be accepted and those of the day. */
import { PlusOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useState } from 'react'
import { incomes, type IncomeRow } from '@contract/incomes.ts'
import { useAction, useCall } from '@providers/queries.ts'
import { CounterKeys } from '@/kit/counter/keys.tsx'
import { useCounterOperation } from '@/kit/counter/operation.ts'
import { Panel } from '@/kit/page/panel.tsx'
import { useUrlState } from '@/kit/page/url-state.ts'
import { cashRegisters } from '@contract/cash-registers.ts'
import { isBusy, Stands } from '../cash-registers/stands.tsx'
import { draftOfRow, emptyDraft, movementOf } from './drafts.ts'
import { DrawerPage, Returned, type OpenDrawer } from './drawer.tsx'
import { MovementEntry, useClientKey } from './entry.tsx'
import { movementsPage, DrawerMovements } from './today.tsx'
import { drawerView } from './views.ts'
import { Waiting, WaitingCount } from './waiting.tsx'
import { amountOf, DoneNote, InDrawer, otherKeys, refusedOf, useWriting } from './writing.tsx'

export default function Incomes() {
  return (
    <DrawerPage title="Ingresos" what="ingresos">
      {(drawer) => <IncomeCounter key={drawer.register.id} drawer={drawer} />}
    </DrawerPage>
  )
}

const registered = ({ state }: IncomeRow) =>
  state === 'por_aprobar' ? 'Ya está en la caja, y espera a que lo aprueben.' : 'Registrado en la caja.'

function useIncome(drawer: OpenDrawer) {
  const { office_id, currency, onCurrency } = drawer
  const writing = useWriting(incomes, drawer, true)
  const [corrected, setCorrected] = useState<IncomeRow | null>(null)
  const creating = useCounterOperation(incomes.create, `ingreso:${office_id}`, (row) =>
    writing.finish(row, registered(row)),
  )
  const correcting = useCounterOperation(incomes.update, `ingreso-corregir:${office_id}`, (row) => {
    setCorrected(null)
    writing.finish(row, 'Corregido: lo de antes se reversó.')
  })
  const removal = useAction(incomes.remove, { invalidates: [incomes, cashRegisters], success: 'Ingreso eliminado' })
  return {
    writing,
    corrected,
    creating,
    correcting,
    refused: [...refusedOf(creating), ...refusedOf(correcting)],
    pending: isBusy(creating) || isBusy(correcting),
    correct: (row: IncomeRow) => {
      setCorrected(row)
      onCurrency(row.currency)
      writing.forget()
      writing.start(draftOfRow(row))
    },
    leave: () => {
      setCorrected(null)
      writing.start(emptyDraft)
    },
    remove: async (row: IncomeRow) => {
      const gone = (await removal.run({ params: { id: row.id } })) !== undefined
      if (gone && writing.done?.row.id === row.id) writing.forget()
      return gone
    },
    register: () => {
      if (!writing.isWhole('ingreso')) return
      writing.forget()
      const body = movementOf(writing.draft, currency)
      if (corrected) correcting.send({ params: { id: corrected.id }, body: { ...body, version: corrected.version } })
      else creating.send({ body: { ...body, office_id } })
    },
  }
}

function IncomeCounter({ drawer }: { drawer: OpenDrawer }) {
  const [view, set] = useUrlState(drawerView)
  const income = useIncome(drawer)
  const { writing, corrected } = income
  const { register } = drawer
  const isReturned = register.state === 'devuelta'
  const list = useCall(
    incomes.list,
    { query: { register_id: register.id, page: view.page, per_page: movementsPage, sort: '-created_at' } },
    { keepPrevious: true, refetchInterval: 20_000 },
  )
  const onClient = useClientKey(writing.draft, writing.change)
  const last = writing.done?.row ?? list.data?.data[0] ?? null
  return (
    <div className="row stretch gap-md" style={{ rowGap: 16, alignItems: 'start' }}>
      <div style={{ flex: '1 1 480px', minWidth: 0 }}>
        {isReturned && !corrected ? (
          <Returned drawer={drawer} />
        ) : (
          <Panel
            title={corrected ? `Corregir el ingreso ${corrected.id}` : 'Nuevo ingreso'}
            className="stack gap-sm"
            actions={
              corrected ? (
                <Button onClick={income.leave}>Dejarlo como estaba</Button>
              ) : (
                <WaitingCount office_id={drawer.office_id} />
              )
            }
          >
            <DoneNote writing={writing} comesIn />
            <Stands operation={income.creating} what="el ingreso" />
            <Stands operation={income.correcting} what="la corrección" />
            <InDrawer drawer={drawer} />
            <MovementEntry
              written="ingreso"
              drawer={drawer}
              draft={writing.draft}
              onChange={writing.change}
              fault={writing.fault}
              refused={income.refused}
              amount={writing.amount}
            />
            <CounterKeys label="Teclas del ingreso" keys={otherKeys({ drawer, writing, onClient, last })} />
            <CounterKeys
              sticky
              label="Registrar"
              keys={[
                {
                  key: 'F9',
                  label: corrected ? 'Guardar' : 'Registrar ingreso',
                  icon: <PlusOutlined />,
                  main: true,
                  amount: amountOf(writing.draft, drawer),
                  pending: income.pending,
                  onPress: income.register,
                },
              ]}
            />
          </Panel>
        )}
      </div>
      <div className="stack gap-md" style={{ flex: '1 1 380px', minWidth: 0 }}>
        {!isReturned && <Waiting drawer={drawer} writing={writing} />}
        <DrawerMovements
          title="Ingresos de la caja"
          comesIn
          empty="Escriba el monto y presione F9: el primero aparecerá aquí."
          answer={list.data}
          error={list.error}
          onRetry={() => void list.refetch()}
          page={view.page}
          onPage={(page) => set({ page }, { keep_page: true })}
          onPrint={writing.print}
          onCorrect={income.correct}
          onRemove={income.remove}
        />
      </div>
    </div>
  )
}
