/** What goes out of a drawer beside its tickets: an outcome, or what is given to another drawer or a fund. */
import { MinusOutlined, SendOutlined, SwapOutlined } from '@ant-design/icons'
import { Button, Segmented } from 'antd'
import { useState } from 'react'
import { outcomes, type OutcomeRow } from '@contract/outcomes.ts'
import { cashRegisters } from '@contract/cash-registers.ts'
import { useAction, useCall } from '@providers/queries.ts'
import { CounterKeys, type CounterKey } from '@/kit/counter/keys.tsx'
import { useCounterOperation } from '@/kit/counter/operation.ts'
import { Panel } from '@/kit/page/panel.tsx'
import { useUrlState } from '@/kit/page/url-state.ts'
import { isBusy, Stands } from '../cash-registers/stands.tsx'
import { draftOfRow, emptyDraft, givenOf, movementOf, type DraftKind } from '../incomes/drafts.ts'
import { DrawerPage, Returned, type OpenDrawer } from '../incomes/drawer.tsx'
import { MovementEntry, useClientKey } from '../incomes/entry.tsx'
import { movementsPage, DrawerMovements } from '../incomes/today.tsx'
import { drawerView } from '../incomes/views.ts'
import { amountOf, DoneNote, InDrawer, otherKeys, refusedOf, useWriting } from '../incomes/writing.tsx'

export default function Outcomes() {
  return (
    <DrawerPage title="Egresos" what="egresos">
      {(drawer) => <OutcomeCounter key={drawer.register.id} drawer={drawer} />}
    </DrawerPage>
  )
}

type Face = Exclude<DraftKind, 'ingreso'>
const faces = { egreso: 'Egreso', entrega: 'Entregar' } as const satisfies Record<Face, string>
const titles = { egreso: 'Nuevo egreso', entrega: 'Entregar a otra taquilla o a un fondo' } as const satisfies Record<
  Face,
  string
>

const registered = ({ state }: OutcomeRow) =>
  state === 'por_aprobar' ? 'Ya salió de la caja, y espera a que lo aprueben.' : 'Registrado en la caja.'

function useOutcome(drawer: OpenDrawer, face: Face) {
  const { office_id, currency, onCurrency } = drawer
  const writing = useWriting(outcomes, drawer, false)
  const [corrected, setCorrected] = useState<OutcomeRow | null>(null)
  const creating = useCounterOperation(outcomes.create, `egreso:${office_id}`, (row) =>
    writing.finish(row, registered(row)),
  )
  const correcting = useCounterOperation(outcomes.update, `egreso-corregir:${office_id}`, (row) => {
    setCorrected(null)
    writing.finish(row, 'Corregido: lo de antes se reversó.')
  })
  const giving = useCounterOperation(outcomes.transfer, `entrega:${office_id}`, (row) =>
    writing.finish(row, 'Ya salió de la caja, y espera a que lo acepten.'),
  )
  const removal = useAction(outcomes.remove, { invalidates: [outcomes, cashRegisters], success: 'Egreso eliminado' })
  return {
    writing,
    corrected,
    creating,
    correcting,
    giving,
    refused: face === 'egreso' ? [...refusedOf(creating), ...refusedOf(correcting)] : refusedOf(giving),
    pending: isBusy(creating) || isBusy(correcting) || isBusy(giving),
    correct: (row: OutcomeRow) => {
      setCorrected(row)
      onCurrency(row.currency)
      writing.forget()
      writing.start(draftOfRow(row))
    },
    leave: () => {
      setCorrected(null)
      writing.start(emptyDraft)
    },
    remove: async (row: OutcomeRow) => {
      const gone = (await removal.run({ params: { id: row.id } })) !== undefined
      if (gone && writing.done?.row.id === row.id) writing.forget()
      return gone
    },
    register: () => {
      if (!writing.isWhole(face)) return
      writing.forget()
      const body = face === 'egreso' ? movementOf(writing.draft, currency) : null
      if (body && corrected)
        correcting.send({ params: { id: corrected.id }, body: { ...body, version: corrected.version } })
      else if (body) creating.send({ body: { ...body, office_id } })
      else giving.send({ body: { ...givenOf(writing.draft, currency), office_id } })
    },
  }
}

function OutcomeCounter({ drawer }: { drawer: OpenDrawer }) {
  const [view, set] = useUrlState(drawerView)
  const face = view.hace
  const outcome = useOutcome(drawer, face)
  const { writing, corrected } = outcome
  const isReturned = drawer.register.state === 'devuelta'
  const list = useCall(
    outcomes.list,
    { query: { register_id: drawer.register.id, page: view.page, per_page: movementsPage, sort: '-created_at' } },
    { keepPrevious: true, refetchInterval: 20_000 },
  )
  const turn = (next: Face) => {
    set({ hace: next }, { replace: true, keep_page: true })
    writing.start({ ...emptyDraft, amount: writing.draft.amount })
  }
  const onClient = useClientKey(writing.draft, writing.change)
  const last = writing.done?.row ?? list.data?.data[0] ?? null
  const usual = otherKeys({ drawer, writing, onClient, last })
  const keys: CounterKey[] = [
    {
      key: 'F4',
      label: face === 'egreso' ? 'Entregar' : 'Egreso',
      icon: <SwapOutlined />,
      onPress: () => turn(face === 'egreso' ? 'entrega' : 'egreso'),
    },
    ...(face === 'egreso' ? usual : usual.filter(({ key }) => key !== 'F7')),
  ]
  const title = corrected ? `Corregir el egreso ${corrected.id}` : titles[face]
  const ends = corrected ? 'Guardar' : face === 'egreso' ? 'Registrar egreso' : 'Entregar'
  return (
    <div className="row stretch gap-md" style={{ rowGap: 16, alignItems: 'start' }}>
      <div style={{ flex: '1 1 480px', minWidth: 0 }}>
        {isReturned && !corrected ? (
          <Returned drawer={drawer} />
        ) : (
          <Panel
            title={title}
            className="stack gap-sm"
            actions={
              corrected ? (
                <Button onClick={outcome.leave}>Dejarlo como estaba</Button>
              ) : (
                <Segmented<Face>
                  aria-label="Qué sale de la caja"
                  options={(Object.keys(faces) as Face[]).map((value) => ({ value, label: faces[value] }))}
                  value={face}
                  onChange={turn}
                />
              )
            }
          >
            <DoneNote writing={writing} comesIn={false} />
            <Stands operation={outcome.creating} what="el egreso" />
            <Stands operation={outcome.correcting} what="la corrección" />
            <Stands operation={outcome.giving} what="la entrega" />
            <InDrawer drawer={drawer} />
            <MovementEntry
              key={face}
              written={face}
              drawer={drawer}
              draft={writing.draft}
              onChange={writing.change}
              fault={writing.fault}
              refused={outcome.refused}
              amount={writing.amount}
            />
            <CounterKeys label="Teclas del egreso" keys={corrected ? usual : keys} />
            <CounterKeys
              sticky
              label="Registrar"
              keys={[
                {
                  key: 'F9',
                  label: ends,
                  icon: face === 'egreso' ? <MinusOutlined /> : <SendOutlined />,
                  main: true,
                  amount: amountOf(writing.draft, drawer),
                  pending: outcome.pending,
                  onPress: outcome.register,
                },
              ]}
            />
          </Panel>
        )}
      </div>
      <div style={{ flex: '1 1 380px', minWidth: 0 }}>
        <WrittenOutcomes
          outcome={outcome}
          list={list}
          page={view.page}
          onPage={(page) => set({ page }, { keep_page: true })}
          onCorrect={(row) => {
            turn('egreso')
            outcome.correct(row)
          }}
        />
      </div>
    </div>
  )
}

interface WrittenOutcomesProps {
  outcome: Pick<ReturnType<typeof useOutcome>, 'writing' | 'remove'>
  list: Pick<ReturnType<typeof useCall<typeof outcomes.list>>, 'data' | 'error' | 'refetch'>
  page: number
  onPage: (page: number) => void
  onCorrect: (row: OutcomeRow) => void
}

function WrittenOutcomes({ outcome: { writing, remove }, list, ...rest }: WrittenOutcomesProps) {
  return (
    <DrawerMovements
      {...rest}
      title="Egresos de la caja"
      comesIn={false}
      empty="Escriba el monto y presione F9: el primero aparecerá aquí."
      answer={list.data}
      error={list.error}
      onRetry={() => void list.refetch()}
      onPrint={writing.print}
      onRemove={remove}
    />
  )
}
