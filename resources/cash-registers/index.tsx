/** The register of a drawer: today's opened, counted and sent at the counter, one that came back counted again, past ones read. */
import { Button } from 'antd'
import { useCallback, type ReactNode } from 'react'
import { useNavigate } from 'react-router'
import {
  cashRegisters,
  registerMovesSeconds,
  type CurrentRegister,
  type RegisterDetail,
} from '@contract/cash-registers.ts'
import { screenLink } from '@contract/links.ts'
import type { Currency } from '@contract/values/currency.ts'
import { formatDay, formatInstant } from '@contract/values/dates.ts'
import { useToasts } from '@providers/notifications.ts'
import { useCall, useEndpointCache } from '@providers/queries.ts'
import { useSession } from '@providers/session.ts'
import { useCounterOperation } from '@/kit/counter/operation.ts'
import { EmptyState } from '@/kit/page/empty.tsx'
import { NextStep } from '@/kit/page/next-step.tsx'
import { Page } from '@/kit/page/page.tsx'
import { Panel } from '@/kit/page/panel.tsx'
import { ProblemNote } from '@/kit/page/problem-note.tsx'
import { ProblemView } from '@/kit/page/problem-view.tsx'
import { ListSkeleton } from '@/kit/page/skeletons.tsx'
import { useUrlState } from '@/kit/page/url-state.ts'
import { StateTag } from '@/kit/values/status-tag.tsx'
import { Closed } from './closed.tsx'
import { drawerCurrencies } from './counting.ts'
import { OneCurrency } from './currency.tsx'
import { OfficeSelect, useActingOffice } from './office.tsx'
import { NewRegister } from './opening.tsx'
import { PastRegisters } from './past.tsx'
import { ReturnedRegisters } from './returned.tsx'
import { registerView } from './views.ts'
import { CountRegister } from './work.tsx'

const title = 'Cuadre de caja'
const refreshMs = registerMovesSeconds * 1_000

export default function CashRegister() {
  const [view, set] = useUrlState(registerView)
  const acting = useActingOffice(view.office)
  const { office_id } = acting
  const select = acting.several && (
    <OfficeSelect value={view.office} onChange={(office) => set({ office, register: undefined })} />
  )
  if (office_id !== undefined) return <OfficeRegister key={office_id} office_id={office_id} select={select} />
  return (
    <Page title={title} filters={select}>
      <Panel label={title}>
        {acting.error ? (
          <ProblemView error={acting.error} />
        ) : acting.pending ? (
          <ListSkeleton rows={8} />
        ) : (
          <NoOffice none={acting.none} />
        )}
      </Panel>
    </Page>
  )
}

function NoOffice({ none }: { none: boolean }) {
  if (!none) return <EmptyState title="Elija la taquilla" text="Cada taquilla tiene su gaveta y su caja de cada día." />
  return (
    <EmptyState
      title="No hay taquillas activas"
      text="Una caja es de una taquilla: cuando la agencia tenga una, aquí se cuenta su gaveta."
      action={<NextStep screen="ticket-offices">Ver las taquillas</NextStep>}
    />
  )
}

/** Opening and sending happen once, whatever becomes of their answers. */
function useOperations(office_id: number) {
  const { invalidate } = useEndpointCache()
  const toasts = useToasts()
  const told = (text: string) => {
    toasts.success(text)
    void invalidate(cashRegisters)
  }
  return {
    open: useCounterOperation(cashRegisters.open, `caja-abrir:${office_id}`, () => told('Caja abierta')),
    send: useCounterOperation(cashRegisters.send, `caja-enviar:${office_id}`, ({ state }) =>
      told(state === 'aprobada' ? 'Caja enviada y aprobada' : 'Caja enviada'),
    ),
  }
}

function OfficeRegister({ office_id, select }: { office_id: number; select: ReactNode }) {
  const session = useSession()
  const [view, set] = useUrlState(registerView)
  const operations = useOperations(office_id)
  const current = useCall(cashRegisters.current, { query: { office_id } }, { refetchInterval: refreshMs })
  const chosen = view.register
  const other = useCall(cashRegisters.show, { params: { id: chosen ?? 0 } }, { enabled: chosen !== undefined })
  // One of another office is not shown over this one's.
  const isOwn = chosen !== undefined && other.data?.office_id !== undefined && other.data.office_id === office_id
  const register = isOwn ? other.data : chosen !== undefined && other.isPending ? undefined : current.data?.register
  const failed = current.error ?? (chosen === undefined ? null : other.error)
  const own = current.data ? drawerCurrencies(current.data.currencies, register?.sums ?? []) : []
  const currency = own.find((one) => one === view.currency) ?? own.find((one) => one === session.currency) ?? own[0]
  const setCurrency = useCallback(
    (next: Currency) => set({ currency: next }, { replace: true, keep_page: true }),
    [set],
  )
  const open = useCallback((id: number | undefined) => set({ register: id }, { keep_page: true }), [set])
  const shared = { currency: currency ?? session.currency, onCurrency: setCurrency }
  const counts = register === null ? current.data?.is_first : register?.actions.includes('send')
  return (
    <Page
      title={title}
      filters={
        <>
          {select}
          {counts && <OneCurrency currencies={own} value={shared.currency} onChange={setCurrency} />}
        </>
      }
      {...(register && { subtitle: <Whose register={register} /> })}
      actions={chosen !== undefined && <Button onClick={() => open(undefined)}>Ir a la caja de hoy</Button>}
    >
      <ReturnedRegisters
        office_id={office_id}
        action={({ id }) =>
          id === register?.id ? (
            <WrittenIn office_id={office_id} register_id={id} />
          ) : (
            <Button onClick={() => open(id)}>Contarla de nuevo</Button>
          )
        }
      />
      {current.data && register && <DayOver register={register} today={current.data.today} />}
      {failed ? (
        <Panel label={title}>
          <ProblemView error={failed} onRetry={() => void current.refetch()} />
        </Panel>
      ) : current.data === undefined || register === undefined ? (
        <Panel label={title}>
          <ListSkeleton rows={8} />
        </Panel>
      ) : (
        <Shown current={current.data} register={register} operations={operations} {...shared} />
      )}
      <PastRegisters office_id={office_id} onOpen={open} />
    </Page>
  )
}

interface ShownProps {
  current: CurrentRegister
  register: RegisterDetail | null
  operations: ReturnType<typeof useOperations>
  currency: Currency
  onCurrency: (currency: Currency) => void
}

function Shown({ current, register, operations, ...shared }: ShownProps) {
  if (register === null) return <NewRegister current={current} operation={operations.open} {...shared} />
  if (register.actions.includes('send'))
    return (
      <CountRegister key={register.id} current={current} register={register} operation={operations.send} {...shared} />
    )
  return <Closed register={register} />
}

/** Of which day, how it stands, and who opened it when. */
function Whose({ register }: { register: RegisterDetail }) {
  const { zone } = useSession()
  const { office_name, day, state, opened_by, opened_at } = register
  return (
    <span className="row gap-sm">
      <span>
        {office_name}, {formatDay(day)}
      </span>
      <StateTag of={cashRegisters.show.response.shape.state} state={state} />
      <span>
        {opened_by === null ? 'Se abrió' : `La abrió ${opened_by}`}, {formatInstant(opened_at, zone)}
      </span>
    </span>
  )
}

/** Of one that came back what was written in it is mended where it was written. */
function WrittenIn({ office_id, register_id }: { office_id: number; register_id: number }) {
  const navigate = useNavigate()
  const to = (screen: 'office-incomes' | 'office-outcomes') =>
    void navigate(screenLink(screen, { office: office_id, register: register_id }))
  return (
    <span className="row gap-xs">
      <Button onClick={() => to('office-incomes')}>Corregir ingresos</Button>
      <Button onClick={() => to('office-outcomes')}>Corregir egresos</Button>
    </span>
  )
}

/** One that was left open over midnight: what is sold goes on entering it. */
function DayOver({ register: { day, state }, today }: { register: RegisterDetail; today: string }) {
  if (state !== 'abierta' || day >= today) return null
  const title = `La caja del ${formatDay(day)} sigue abierta`
  const detail = 'Su día terminó: cuéntela y envíela. Lo que se venda hasta entonces entra en ella, aparte.'
  return <ProblemNote problem={{ title, detail }} />
}
