/** The frame of a counter that writes into a drawer: for which office, and only while its register is open. */
import { Button } from 'antd'
import type { ReactNode } from 'react'
import { useNavigate } from 'react-router'
import {
  cashRegisters,
  type CurrentRegister,
  type RegisterDetail,
  type RegisterState,
} from '@contract/cash-registers.ts'
import { screenLink } from '@contract/links.ts'
import type { Currency } from '@contract/values/currency.ts'
import { formatDay } from '@contract/values/dates.ts'
import { useCall } from '@providers/queries.ts'
import { useSession } from '@providers/session.ts'
import { EmptyState } from '@/kit/page/empty.tsx'
import { NextStep } from '@/kit/page/next-step.tsx'
import { Page } from '@/kit/page/page.tsx'
import { Panel } from '@/kit/page/panel.tsx'
import { ProblemView } from '@/kit/page/problem-view.tsx'
import { ListSkeleton } from '@/kit/page/skeletons.tsx'
import { useUrlState } from '@/kit/page/url-state.ts'
import { OfficeSelect, useActingOffice } from '../cash-registers/office.tsx'
import { ReturnedRegisters } from '../cash-registers/returned.tsx'
import { drawerView } from './views.ts'

/** An open drawer, and the currency that is being written. */
export interface OpenDrawer {
  office_id: number
  register: RegisterDetail
  currencies: readonly Currency[]
  currency: Currency
  onCurrency: (currency: Currency) => void
}

/** Others may write into the same drawer. */
const refreshMs = 15_000

interface Chosen {
  office?: number | undefined
  currency?: Currency | undefined
  /** One that came back: of another day than today's. */
  register?: number | undefined
}

/** The register that was chosen, while it is that office's and stands returned. */
function useReturned(office_id: number | undefined, chosen: number | undefined): RegisterDetail | undefined {
  const enabled = office_id !== undefined && chosen !== undefined
  const { data } = useCall(cashRegisters.show, { params: { id: chosen ?? 0 } }, { enabled })
  return enabled && data?.office_id === office_id && data.state === 'devuelta' ? data : undefined
}

/** The drawer of whoever is at the counter, or of the office that was chosen, and why there is none. */
export function useDrawer(chosen: Chosen) {
  const session = useSession()
  const acting = useActingOffice(chosen.office)
  const { office_id } = acting
  const current = useCall(
    cashRegisters.current,
    { query: office_id === undefined ? {} : { office_id } },
    { enabled: office_id !== undefined, refetchInterval: refreshMs },
  )
  const { register: today, currencies = [] } = current.data ?? {}
  const register = useReturned(office_id, chosen.register) ?? today
  const currency =
    currencies.find((one) => one === chosen.currency) ??
    currencies.find((one) => one === session.currency) ??
    currencies[0]
  const known = register && office_id !== undefined && currency !== undefined
  const drawer = known ? { office_id, register, currencies, currency } : null
  const inState = (state: RegisterState) => (register?.state === state ? drawer : null)
  return { acting, current, drawer: inState('abierta'), returned: inState('devuelta') }
}

interface DrawerPageProps {
  title: string
  /** What may not be written without an open register: `ingresos`. */
  what: string
  children: (drawer: OpenDrawer) => ReactNode
}

export function DrawerPage({ title, what, children }: DrawerPageProps) {
  const [view, set] = useUrlState(drawerView)
  const found = useDrawer(view)
  const { acting } = found
  const { data } = found.current
  // Of one that came back what was written may change, and nothing new is.
  const drawer = found.drawer ?? found.returned
  const open = (register: number | undefined) => set({ register })
  return (
    <Page
      title={title}
      {...(data && { subtitle: subtitleOf(data, drawer?.register ?? data.register, acting.several) })}
      filters={
        acting.several && (
          <OfficeSelect value={view.office} onChange={(office) => set({ office, register: undefined })} />
        )
      }
      actions={view.register !== undefined && <Button onClick={() => open(undefined)}>Ir a la caja de hoy</Button>}
    >
      {acting.office_id !== undefined && (
        <ReturnedRegisters
          office_id={acting.office_id}
          action={({ id }) =>
            id !== drawer?.register.id && <Button onClick={() => open(id)}>Corregir sus {what}</Button>
          }
        />
      )}
      {drawer ? (
        children({ ...drawer, onCurrency: (next) => set({ currency: next }, { replace: true, keep_page: true }) })
      ) : (
        <Panel label={title}>
          <NoDrawer found={found} what={what} chosen={view.office} />
        </Panel>
      )}
    </Page>
  )
}

/** In the place of the form while the register stands returned and nothing of it is being corrected. */
export function Returned({ drawer: { office_id, register } }: { drawer: OpenDrawer }) {
  const navigate = useNavigate()
  return (
    <Panel title="La caja se devolvió" className="stack gap-sm">
      <p>Corrija o elimine lo que haga falta, cuéntela y envíela otra vez. Su corte no cambia.</p>
      <Button
        onClick={() => void navigate(screenLink('office-cash-register', { office: office_id, register: register.id }))}
      >
        Ver la caja
      </Button>
    </Panel>
  )
}

/** Whose drawer, unless it is said beside it, and of which day. */
function subtitleOf(
  { office_name, today }: Pick<CurrentRegister, 'office_name' | 'today'>,
  register: RegisterDetail | null,
  isChosen: boolean,
): string {
  const of = `aja del ${formatDay(register?.day ?? today)}`
  return isChosen ? `C${of}` : `${office_name}, c${of}`
}

interface NoDrawerProps {
  found: ReturnType<typeof useDrawer>
  what: string
  chosen: number | undefined
}

/** What stands where nothing can be written yet. */
export function NoDrawer({ found: { acting, current }, what, chosen }: NoDrawerProps) {
  const failed = acting.error ?? current.error
  if (failed) return <ProblemView error={failed} onRetry={() => void current.refetch()} />
  if (current.data) return <NotOpen current={current.data} what={what} chosen={chosen} />
  if (acting.pending || acting.office_id !== undefined) return <ListSkeleton rows={8} />
  if (!acting.none)
    return <EmptyState title="Elija la taquilla" text="Arriba: cada taquilla tiene su gaveta y su caja de cada día." />
  return (
    <EmptyState
      title="La agencia aún no tiene taquillas"
      text={`Los ${what} son de la gaveta de una taquilla.`}
      action={<NextStep screen="ticket-offices">Ver las taquillas</NextStep>}
    />
  )
}

/** Why nothing can be written, and the way to what opens it. */
function NotOpen({
  current: { office_name, register, today },
  what,
  chosen,
}: {
  current: CurrentRegister
  what: string
  chosen: number | undefined
}) {
  const navigate = useNavigate()
  const sent = register !== null && register.day === today
  return (
    <EmptyState
      title={sent ? `La caja de hoy de ${office_name} ya se envió` : `La caja de ${office_name} no está abierta`}
      text={
        sent
          ? `Los ${what} se escriben en una caja abierta: la próxima se abre mañana.`
          : `Los ${what} se escriben en una caja abierta. Abra la de hoy y vuelva.`
      }
      action={
        <Button
          type="primary"
          onClick={() =>
            void navigate(screenLink('office-cash-register', chosen === undefined ? {} : { office: chosen }))
          }
        >
          {sent ? 'Ver la caja' : 'Abrir la caja'}
        </Button>
      }
    />
  )
}
