/** The page around the views of commissions: one affiliate's sheet, and all of a filter. What each kind means is in reach on both. */
import { QuestionCircleOutlined } from '@ant-design/icons'
import { Alert, Button, Drawer, Tabs } from 'antd'
import { useState, type ReactNode } from 'react'
import { useNavigate } from 'react-router'
import {
  commissionKinds,
  commissionKindLabels,
  commissionKindTexts,
  participationKindLabels,
  participationKinds,
  participationKindTexts,
} from '@contract/commission-rates.ts'
import { Page } from '@/kit/page/page.tsx'
import { Stack } from '@/kit/page/stack.tsx'
import { usePhone } from '@/kit/table/phone.ts'
import { commissionPaths } from './paths.ts'

type Tab = 'partner' | 'all'
const tabs: { key: Tab; label: string; path: string }[] = [
  { key: 'partner', label: 'Por afiliado', path: commissionPaths.own },
  { key: 'all', label: 'Todas', path: commissionPaths.all },
]

const meaning = 'Qué significa cada clase'

export function ReadOnlyRates() {
  return <Alert type="info" showIcon message="Su usuario puede ver las comisiones, no cambiarlas." />
}

interface Explained {
  name: string
  text: string
  formula: string
}

function Kinds({ title, kinds }: { title: string; kinds: readonly Explained[] }) {
  return (
    <section>
      <h2 className="strong">{title}</h2>
      <dl>
        {kinds.map(({ name, text, formula }) => (
          <div key={name}>
            <dt className="strong">{name}</dt>
            <dd>
              {text}
              <p className="sorteo-muted">{formula}</p>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

function Explanation({ onClose }: { onClose: () => void }) {
  return (
    <Drawer open width={520} title={meaning} onClose={onClose}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it holds words alone: without the focus no key scrolls it */}
      <div tabIndex={0} role="group" aria-label={meaning}>
        <Stack>
          <Kinds
            title="Comisión"
            kinds={commissionKinds.map((kind) => ({ name: commissionKindLabels[kind], ...commissionKindTexts[kind] }))}
          />
          <Kinds
            title="Participación"
            kinds={participationKinds.map((kind) => ({
              name: participationKindLabels[kind],
              ...participationKindTexts[kind],
            }))}
          />
          <p>
            Se liquida por semana, de lunes a domingo: cada agencia, producto y moneda por separado. Rige una sola tasa
            para cada jugada: la del afiliado más cercano que la fije, y de las suyas la más específica. Lo vendido
            antes de un cambio conserva la tasa con que se vendió.
          </p>
        </Stack>
      </div>
    </Drawer>
  )
}

export interface CommissionFrameProps {
  tab: Tab
  subtitle?: ReactNode
  filters?: ReactNode
  actions?: ReactNode
  children: ReactNode
}

export function CommissionFrame({ tab, subtitle, filters, actions, children }: CommissionFrameProps) {
  const navigate = useNavigate()
  const phone = usePhone()
  const [explained, setExplained] = useState(false)
  return (
    <Page
      title="Comisiones"
      subtitle={subtitle}
      filters={filters}
      actions={
        <>
          <Button
            icon={<QuestionCircleOutlined />}
            aria-label={meaning}
            title={meaning}
            onClick={() => setExplained(true)}
          >
            {!phone && meaning}
          </Button>
          {actions}
        </>
      }
      tabs={
        <Tabs
          activeKey={tab}
          items={tabs.map(({ key, label }) => ({ key, label }))}
          onChange={(key) => void navigate(tabs.find((one) => one.key === key)?.path ?? commissionPaths.own)}
        />
      }
    >
      {children}
      {explained && <Explanation onClose={() => setExplained(false)} />}
    </Page>
  )
}
