/** The frame of a counter that writes into a drawer: for which office, and only while its register is open. */
import { Button } from 'antd'
import type { ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { cashRegisters, type CurrentRegister, type RegisterDetail } from '@contract/cash-registers.ts'
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
import { counterView } from './views.ts'

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

interface DrawerPageProps {
  title: string
  /** What may not be written without an open register: `ingresos`. */
  what: string
  children: (drawer: OpenDrawer) => ReactNode
}

export function DrawerPage({ title, what, children }: DrawerPageProps) {
  const session = useSession()
  const [view, set] = useUrlState(counterView)
  const { office_id, several, none, pending, error } = useActingOffice(view.office)
  const current = useCall(
    cashRegisters.current,
    { query: office_id === undefined ? {} : { office_id } },
    { enabled: office_id !== undefined, refetchInterval: refreshMs },
  )
  const { data } = current
  const register = data?.register
  const own = data?.currencies ?? []
  const currency = own.find((one) => one === view.currency) ?? own.find((one) => one === session.currency) ?? own[0]
  const failed = error ?? current.error
  return (
    <Page
      title={title}
      {...(data && { subtitle: `${data.office_name}, caja del ${formatDay(register?.day ?? data.today)}` })}
      filters={several && <OfficeSelect value={view.office} onChange={(office) => set({ office })} />}
    >
      {register?.state === 'abierta' && office_id !== undefined && currency !== undefined ? (
        children({
          office_id,
          register,
          currencies: own,
          currency,
          onCurrency: (next) => set({ currency: next }, { replace: true, keep_page: true }),
        })
      ) : (
        <Panel label={title}>
          {failed ? (
            <ProblemView error={failed} onRetry={() => void current.refetch()} />
          ) : data ? (
            <NotOpen current={data} what={what} chosen={view.office} />
          ) : pending || office_id !== undefined ? (
            <ListSkeleton rows={8} />
          ) : none ? (
            <EmptyState
              title="La agencia aún no tiene taquillas"
              text={`Los ${what} son de la gaveta de una taquilla.`}
              action={<NextStep screen="ticket-offices">Ver las taquillas</NextStep>}
            />
          ) : (
            <EmptyState title="Elija la taquilla" text="Arriba: cada taquilla tiene su gaveta y su caja de cada día." />
          )}
        </Panel>
      )}
    </Page>
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
