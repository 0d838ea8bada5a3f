/** The chart of accounts: what each type of partner keeps, and of one partner which are open; the banca opens those written by hand. */
import { BookOutlined } from '@ant-design/icons'
import { Button, Drawer } from 'antd'
import { useState } from 'react'
import { accountEntries } from '@contract/account-entries.ts'
import { rules } from '@contract/access/rules.ts'
import type { Answer } from '@contract/endpoint.ts'
import { accountClassLabels, type AccountKind } from '@contract/ledger-accounts.ts'
import { partnerTypeLabels, partnerTypes } from '@contract/partners.ts'
import { currencies, currencyFacts, type Currency } from '@contract/values/currency.ts'
import { useAction, useCall } from '@providers/queries.ts'
import { useCan, useSession } from '@providers/session.ts'
import { ProblemView } from '@/kit/page/problem-view.tsx'
import { ListSkeleton } from '@/kit/page/skeletons.tsx'
import { Stack } from '@/kit/page/stack.tsx'
import { FigureTable, type FigureColumn } from '@/kit/table/figure-table.tsx'
import { PartnerSelect } from '@/kit/values/partner-select.tsx'

type ChartRow = Answer<typeof accountEntries.chart>['data'][number]
type HandKind = 'ajustes'

const kept: readonly FigureColumn<ChartRow>[] = [
  { title: 'Cuenta', text: true, render: ({ label }) => label },
  { title: 'Clase', text: true, render: (row) => accountClassLabels[row.class] },
  { title: 'A mano', text: true, render: ({ by_hand }) => (by_hand ? 'Sí' : 'No') },
]

const namesOf = (open: readonly Currency[]) =>
  open.length === 0 ? 'En ninguna' : open.map((one) => currencyFacts[one].clear_symbol).join(' · ')

/** The currencies in which an account may still be opened, each as a button. */
function OpenIn({ row, partner_id }: { row: ChartRow; partner_id: number }) {
  const { currencies: sold } = useSession()
  const open = useAction(accountEntries.openAccount, { invalidates: [accountEntries] })
  const missing = currencies.filter((one) => sold.includes(one) && !row.currencies?.includes(one))
  return missing.map((currency) => (
    <Button
      key={currency}
      size="small"
      type="link"
      loading={open.pending}
      onClick={() => void open.run({ body: { partner_id, account: row.account as AccountKind as HandKind, currency } })}
    >
      Abrir en {currencyFacts[currency].clear_symbol}
    </Button>
  ))
}

function Accounts({ partner_id }: { partner_id: number | undefined }) {
  const isBanca = useCan(rules.banca)
  const found = useCall(accountEntries.chart, { query: { partner_id } })
  if (found.isError) return <ProblemView error={found.error} onRetry={() => void found.refetch()} />
  if (!found.data) return <ListSkeleton rows={12} />
  const rows = found.data.data
  const open: FigureColumn<ChartRow> = {
    title: 'Abierta en',
    text: true,
    render: (row) => (
      <span className="row inline gap-xs">
        {namesOf(row.currencies ?? [])}
        {isBanca && row.by_hand && partner_id !== undefined && <OpenIn row={row} partner_id={partner_id} />}
      </span>
    ),
  }
  return partnerTypes
    .filter((type) => rows.some(({ partner_type }) => partner_type === type))
    .map((type) => (
      <FigureTable
        key={type}
        caption={partnerTypeLabels[type]}
        columns={partner_id === undefined ? kept : [...kept, open]}
        rows={rows.filter(({ partner_type }) => partner_type === type)}
        rowKey={({ account }) => account}
      />
    ))
}

export function ChartOfAccounts() {
  const [shown, setShown] = useState(false)
  const [partner_id, setPartner] = useState<number | undefined>(undefined)
  return (
    <>
      <Button icon={<BookOutlined />} onClick={() => setShown(true)}>
        Plan de cuentas
      </Button>
      <Drawer open={shown} width={640} title="Plan de cuentas" onClose={() => setShown(false)} destroyOnHidden>
        <Stack gap="lg">
          <PartnerSelect
            value={partner_id}
            onChange={setPartner}
            placeholder="Por tipo de afiliado"
            label="Cuentas de un afiliado"
          />
          <Accounts partner_id={partner_id} />
        </Stack>
      </Drawer>
    </>
  )
}
