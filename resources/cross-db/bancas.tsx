/** The figures of today of each banca that the person works in, side by side. Two currencies are never added, nor two bancas. */
import { Button } from 'antd'
import { useNavigate } from 'react-router'
import { connectionState, crossDb, type BancaFigures } from '@contract/cross-db.ts'
import { screenLink } from '@contract/links.ts'
import { measures } from '@contract/measures.ts'
import { titleOf } from '@contract/field.ts'
import { clockOf, formatDay } from '@contract/values/dates.ts'
import { formatCount, formatDecimal } from '@contract/values/money.ts'
import { currencyFacts } from '@contract/values/currency.ts'
import { zoneName } from '@contract/values/zones.ts'
import { useCall } from '@providers/queries.ts'
import { useSession } from '@providers/session.ts'
import { EmptyState } from '@/kit/page/empty.tsx'
import { useGoToBanca } from '@/kit/page/go-to-banca.ts'
import { openOtherBancas } from '@/kit/page/other-bancas.ts'
import { Page } from '@/kit/page/page.tsx'
import { Panel } from '@/kit/page/panel.tsx'
import { ProblemView } from '@/kit/page/problem-view.tsx'
import { RefreshControl } from '@/kit/page/refresh.tsx'
import { ListSkeleton } from '@/kit/page/skeletons.tsx'
import { FigureTable, type FigureColumn } from '@/kit/table/figure-table.tsx'
import { Money } from '@/kit/values/money.tsx'
import { StateTag } from '@/kit/values/status-tag.tsx'

export default function Bancas() {
  const call = useCall(crossDb.figures, {})
  return (
    <Page
      title="Bancas"
      subtitle="Hoy, cada una en su día y su zona"
      actions={
        <>
          <RefreshControl queries={[call]} storageKey="bancas" />
          <Button onClick={() => openOtherBancas('list')}>Bancas registradas</Button>
        </>
      }
    >
      <Figures call={call} />
    </Page>
  )
}

function Figures({ call }: { call: ReturnType<typeof useCall<typeof crossDb.figures>> }) {
  const bancas = call.data?.data
  if (!bancas) {
    if (call.isError) return <ProblemView error={call.error} onRetry={() => void call.refetch()} />
    return <ListSkeleton rows={6} />
  }
  return (
    <>
      <div
        className="tiles gap-md"
        style={{ ['--tile' as string]: '400px', alignItems: 'start' }}
        aria-busy={call.isFetching}
      >
        {bancas.map((one) => (
          <Banca key={one.database} one={one} />
        ))}
      </div>
      {bancas.length === 1 && <Alone />}
    </>
  )
}

function Alone() {
  const { cross_db } = useSession()
  return (
    <EmptyState
      title="No tiene otra banca registrada"
      text="Registre su usuario de otra banca de este servidor y verá sus cifras de hoy junto a estas."
      action={<Button onClick={() => openOtherBancas(cross_db ? 'register' : 'list')}>Registrar otra banca</Button>}
    />
  )
}

function Banca({ one }: { one: BancaFigures }) {
  const { banca_name: name, database, state, current } = one
  const navigate = useNavigate()
  const go = useGoToBanca()
  const to = screenLink('sales-dashboard')
  return (
    <Panel
      title={name}
      padding="tight"
      actions={
        current ? (
          <Button aria-label={`Abrir el tablero de ${name}`} onClick={() => void navigate(to)}>
            Abrir su tablero
          </Button>
        ) : (
          state === 'disponible' && (
            <Button aria-label={`Pasar al tablero de ${name}`} onClick={() => go({ database, name, address: to })}>
              Pasar a su tablero
            </Button>
          )
        )
      }
    >
      {one.day !== null && one.zone !== null ? <Today one={one} day={one.day} zone={one.zone} /> : <Away one={one} />}
    </Panel>
  )
}

function Away({ one: { state } }: { one: BancaFigures }) {
  return (
    <div className="stack gap-xs" role="status">
      <StateTag of={connectionState} state={state} />
      <p className="sorteo-muted">
        {state === 'no_responde'
          ? 'Ahora no responde: faltan sus cifras; las de las demás no cambian.'
          : 'No se puede entrar así a esa banca: revise su registro en «Bancas registradas».'}
      </p>
    </div>
  )
}

type Row = (of: BancaFigures['currencies'][number]) => React.ReactNode
const money = (name: 'sold' | 'prizes' | 'commission' | 'profit'): [title: string, Row] => [
  titleOf(measures[name])!,
  (of) => <Money value={of[name]} currency={of.currency} signed={name === 'profit'} clear />,
]
const rows: readonly [title: string, Row][] = [
  money('sold'),
  money('prizes'),
  money('commission'),
  money('profit'),
  [titleOf(measures.tickets)!, ({ tickets }) => formatCount(tickets)],
  [
    titleOf(measures.payout_percent)!,
    ({ payout_percent }) => (payout_percent === null ? '—' : `${formatDecimal(payout_percent)} %`),
  ],
]

function Today({ one: { currencies, read_at }, day, zone }: { one: BancaFigures; day: string; zone: string }) {
  const when = `Hoy, ${formatDay(day)}, hora de ${zoneName(zone)}${read_at ? `. Leído a las ${clockOf(read_at, zone)}` : ''}`
  const columns: FigureColumn<(typeof rows)[number]>[] = [
    { title: 'Cifra', text: true, render: ([title]) => title },
    ...currencies.map((of) => ({
      title: currencyFacts[of.currency].name,
      render: ([, value]: (typeof rows)[number]) => value(of),
    })),
  ]
  return <FigureTable caption={when} columns={columns} rows={rows} rowKey={([title]) => title} whole />
}
