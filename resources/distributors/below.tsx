/** What lies below the affiliate that is chosen in the tree, as a list beside it. */
import { Button, Flex, Segmented, Typography } from 'antd'
import { useMemo } from 'react'
import { Link } from 'react-router'
import { z } from 'zod'
import { partners, partnerTypeLabels, type PartnerRow } from '@contract/partners.ts'
import { currency, type Currency } from '@contract/values/currency.ts'
import { formatCount } from '@contract/values/money.ts'
import { useSession } from '@providers/session.ts'
import { useUrlState } from '@/kit/page/url-state.ts'
import { ListTable } from '@/kit/screen/list-table.tsx'
import { ActionsMenu } from '@/kit/table/actions.tsx'
import { PartnerPath } from '@/kit/values/partner-path.tsx'
import { usePartnerPath } from '@/kit/values/partner-tree.ts'
import { ActiveTag } from '@/kit/values/status-tag.tsx'
import { CurrencySwitch } from '@/kit/values/money-currency.tsx'
import { Money } from '@/kit/values/money.tsx'
import { Unbroken } from '@/kit/values/unbroken.tsx'
import { affiliateAmounts, type Affiliate, type AffiliateLinks } from './affiliate-links.ts'

const reaches = ['directos', 'todos'] as const
const schema = z.object({ reach: z.enum(reaches).default('directos'), currency: currency.optional() })

interface BelowProps {
  id: number
  /** What is known of it by now. */
  one: Affiliate | undefined
  doors: AffiliateLinks
  onChoose: (id: number | undefined) => void
}

/** Who is chosen: the way to it, what it is, sold and owes, and the doors to it. */
function Chosen({ id, one, doors, onChoose }: BelowProps) {
  const path = usePartnerPath(id)
  const href = one && doors.hrefOf(one)
  const facts = one ? [partnerTypeLabels[one.type], ...(one.code ? [one.code] : []), ...affiliateAmounts(one)] : []
  return (
    <Flex wrap align="center" style={{ columnGap: 16, minHeight: 24 }}>
      <PartnerPath path={path} onChoose={onChoose} label="Camino en el árbol" />
      <Flex align="center" gap="small">
        {one?.status && <ActiveTag status={one.status} />}
        <Typography.Text type="secondary" style={{ fontVariantNumeric: 'tabular-nums' }}>
          <Unbroken text={facts.join(' · ')} />
        </Typography.Text>
        {href && (
          <Link to={href} aria-label={`Abrir ${one.name}`}>
            Abrir
          </Link>
        )}
        {one && <ActionsMenu name={one.name} actions={doors.actionsOf(one)} />}
      </Flex>
    </Flex>
  )
}

/** One currency at a time keeps a row on one line, and its figures below one another. */
const amountIn = (of: Currency, sums: PartnerRow['debt']) => {
  const amount = sums.find((one) => one.currency === of)?.amount
  return amount === undefined ? '—' : <Money value={amount} currency={of} clear />
}

export function AffiliatesBelow(props: BelowProps) {
  const { id, one, doors, onChoose } = props
  const [{ reach, ...asked }, set] = useUrlState(schema)
  const session = useSession()
  const of = asked.currency ?? session.currency
  const fixed = useMemo(
    () => ({ partner_id: reach === 'todos' ? id : undefined, father_id: reach === 'todos' ? undefined : id }),
    [reach, id],
  )
  const columns = useMemo(
    () => [
      { key: 'name', fixed: true },
      {
        key: 'children',
        title: 'Directos',
        align: 'right' as const,
        render: ({ id: own, name, children }: PartnerRow) =>
          children > 0 && (
            <Button
              type="link"
              size="small"
              style={{ padding: 0 }}
              aria-label={`Ver lo que depende de ${name}: ${formatCount(children)}`}
              onClick={() => onChoose(own)}
            >
              {formatCount(children)}
            </Button>
          ),
      },
      'status' as const,
      {
        key: 'sold_today',
        align: 'right' as const,
        width: 152,
        render: (row: PartnerRow) => amountIn(of, row.sold_today),
      },
      { key: 'debt', align: 'right' as const, width: 168, render: (row: PartnerRow) => amountIn(of, row.debt) },
      // Those right below one another are told by their names; the room of a small window is the amounts'.
      { key: 'type', optional: reach === 'directos' },
      ...(reach === 'todos' ? ['father_name' as const] : []),
      { key: 'code', optional: true },
    ],
    [reach, of, onChoose],
  )
  return (
    <Flex vertical gap="small">
      <Flex justify="space-between" align="center" gap="small">
        <Chosen {...props} />
        <CurrencySwitch value={of} onChange={(chosen) => set({ currency: chosen })} />
      </Flex>
      <ListTable
        list={partners.list}
        columns={columns}
        fixed={fixed}
        rowName={(row) => row.name}
        storageKey="affiliates-below"
        hrefOf={(row) => doors.hrefOf(row) ?? ''}
        rowActions={doors.actionsOf}
        more={
          <Segmented<(typeof reaches)[number]>
            aria-label="Qué se lista"
            value={reach}
            options={[
              { value: 'directos', label: 'Directos' },
              { value: 'todos', label: 'Todos' },
            ]}
            onChange={(chosen) => set({ reach: chosen })}
          />
        }
        empty={{
          title: 'Nadie depende de este afiliado',
          text: 'Elija otro en el árbol, o cree uno aquí con su menú de acciones.',
          ...(one && { action: <ActionsMenu name={one.name} actions={doors.actionsOf(one)} /> }),
        }}
      />
    </Flex>
  )
}
