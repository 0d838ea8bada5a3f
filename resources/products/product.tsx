/** One product, with its tabs. */
import { ArrowLeftOutlined, DownOutlined } from '@ant-design/icons'
import { Alert, Button, Dropdown, Skeleton, Tabs } from 'antd'
import { useMemo } from 'react'
import { Link, Navigate, Outlet, useLocation, useNavigate, useOutletContext, useParams } from 'react-router'
import { byId } from '@contract/endpoint.ts'
import { product as productSchema, productKindLabels, products, type Product } from '@contract/products.ts'
import { useRecord } from '@providers/queries.ts'
import { usePhone } from '@/kit/table/phone.ts'
import { Page } from '@/kit/page/page.tsx'
import { ProblemView } from '@/kit/page/problem-view.tsx'
import { ActiveTag } from '@/kit/values/status-tag.tsx'
import { useProductActions } from './actions.tsx'
import { ProductBets } from './bets.tsx'
import { ProductGeneral } from './general.tsx'
import { productPaths, productTabs, type ProductTab } from './paths.ts'
import { ProductSchedule } from './schedule.tsx'
import { ProductSymbols } from './symbols.tsx'

const tabLabels: Record<ProductTab, string> = {
  general: 'General',
  schedule: 'Horario',
  bets: 'Jugadas y multiplicadores',
  symbols: 'Símbolos',
}

/** The frame of the tabs. An id that is no number is no product's. */
export function ProductScreen() {
  const parsed = byId.safeParse(useParams())
  return parsed.success ? (
    <OneProduct key={parsed.data.id} productId={parsed.data.id} />
  ) : (
    <Navigate to={productPaths.list} replace />
  )
}

function OneProduct({ productId }: { productId: number }) {
  const navigate = useNavigate()
  const result = useRecord(products, productId)
  const row = useMemo(() => (result.data ? productSchema.parse(result.data) : null), [result.data])
  if (row) return <LoadedProduct row={row} />
  if (result.isError) {
    return (
      <Page title="Producto" subtitle={<Back />}>
        <ProblemView
          error={result.error}
          onRetry={() => void result.refetch()}
          action={<Button onClick={() => void navigate(productPaths.list)}>Ir a la lista de productos</Button>}
        />
      </Page>
    )
  }
  return (
    <Page title="Producto" subtitle={<Back />}>
      <div className="product-panel">
        <Skeleton active title={false} paragraph={{ rows: 8 }} />
      </div>
    </Page>
  )
}

function Back() {
  return (
    <Link to={productPaths.list} className="product-back">
      <ArrowLeftOutlined aria-hidden="true" /> Productos
    </Link>
  )
}

function LoadedProduct({ row }: { row: Product }) {
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const phone = usePhone()
  const actions = useProductActions(() => void navigate(productPaths.list))
  const tab = productTabs.find((one) => pathname.endsWith(`/${one}`)) ?? 'general'
  const items = actions.actionsOf(row).filter((action) => action.key !== 'update')
  return (
    <Page
      title={row.name}
      subtitle={
        <span className="product-subtitle">
          <Back />
          <span>{row.code}</span>
          <ActiveTag status={row.status} />
          <span>{productKindLabels[row.kind]}</span>
        </span>
      }
      actions={
        <Dropdown
          trigger={['click']}
          menu={{
            items: items.map(({ key, label, icon, danger }) => ({ key, label, icon, danger: danger ?? false })),
            onClick: ({ key }) => items.find((one) => one.key === key)?.onSelect(),
          }}
        >
          <Button>
            Acciones <DownOutlined aria-hidden="true" />
          </Button>
        </Dropdown>
      }
      tabs={
        <Tabs
          tabBarGutter={phone ? 16 : 32}
          activeKey={tab}
          onChange={(key) => void navigate(productPaths.tab(row.id, key as ProductTab))}
          items={productTabs.map((key) => ({ key, label: phone && key === 'bets' ? 'Jugadas' : tabLabels[key] }))}
        />
      }
    >
      <MissingNotice row={row} />
      <Outlet context={row satisfies Product} />
      {actions.dialog}
    </Page>
  )
}

/** What an inactive product still lacks, so that nobody wonders why it does not sell. */
function MissingNotice({ row }: { row: Product }) {
  const missing = [
    ...(row.kind !== 'polla' && row.schedules.length + row.exceptions.filter((one) => one.kind === 'extra').length === 0
      ? ['schedule']
      : []),
    ...(row.bet_types === 0 ? ['bets'] : []),
    ...((row.kind === 'animalitos' || row.kind === 'polla') && row.symbols === 0 ? ['símbolos'] : []),
    ...(row.kind === 'polla' && !row.settings.polla ? ['precio y reparto'] : []),
  ]
  if (missing.length > 0)
    return <Alert type="warning" showIcon message={`Para venderse le falta: ${missing.join(', ')}.`} />
  if (row.status === 'inactivo')
    return (
      <Alert type="info" showIcon message="Está inactivo: no se vende ni se crean sorteos. Actívelo en Acciones." />
    )
  return null
}

export function GeneralTab() {
  return <ProductGeneral row={useOutletContext<Product>()} />
}

export function ScheduleTab() {
  return <ProductSchedule row={useOutletContext<Product>()} />
}

export function BetsTab() {
  return <ProductBets row={useOutletContext<Product>()} />
}

export function SymbolsTab() {
  return <ProductSymbols row={useOutletContext<Product>()} />
}
