/** Which banca the console shows, and the way to the others of whoever has several. */
import { DatabaseOutlined, DownOutlined } from '@ant-design/icons'
import { Dropdown, Tag, Tooltip, type MenuProps } from 'antd'
import { allows } from '@contract/access/rules.ts'
import { crossDb } from '@contract/cross-db.ts'
import { useSession } from '@providers/session.ts'
import { useGoToBanca } from '@/kit/page/go-to-banca.ts'
import { openOtherBancas } from '@/kit/page/other-bancas.ts'
import { useBancas, type Banca } from './bancas.ts'

export function BancaSwitcher() {
  const user = useSession()
  const { bancas = [], refetch } = useBancas()
  if (!user.home && (!user.cross_db || bancas.length < 2 || !allows(crossDb.change.access, user))) return <BancaName />
  return <Switcher bancas={bancas} onOpen={refetch} />
}

function BancaName() {
  const { banca_name, database } = useSession()
  return (
    <Tooltip title={`Base de datos: ${database}`}>
      <span className="sorteo-header-banca line gap-xs sorteo-muted">
        <DatabaseOutlined aria-hidden="true" />
        <span className="cut">{banca_name}</span>
      </span>
    </Tooltip>
  )
}

function Switcher({ bancas, onOpen }: { bancas: readonly Banca[]; onOpen: () => void }) {
  const { banca_name, database, home } = useSession()
  const go = useGoToBanca()
  const items: MenuProps['items'] = [
    {
      type: 'group',
      key: 'bancas',
      label: 'Trabajar en',
      children: bancas.map((one) => ({
        key: one.database,
        label: <Choice {...one} />,
        disabled: one.reason !== null && one.database !== database,
      })),
    },
    { type: 'divider' },
    { key: ':register', label: 'Registrar otra banca…' },
    { key: ':list', label: 'Bancas registradas…' },
  ]
  const choose = (key: string) => {
    const chosen = bancas.find((one) => one.database === key)
    if (!chosen) openOtherBancas(key === ':register' ? 'register' : 'list')
    else if (chosen.database !== database) go(chosen)
  }
  return (
    <Dropdown
      trigger={['click']}
      // Opened by a key, the arrows go on from there.
      autoFocus
      placement="bottomLeft"
      getPopupContainer={(trigger) => trigger.parentElement ?? document.body}
      onOpenChange={(open) => open && onOpen()}
      menu={{ items, selectable: true, selectedKeys: [database], onClick: ({ key }) => choose(key) }}
    >
      <button
        type="button"
        className="sorteo-switcher plain-button hovers line gap-xs"
        aria-haspopup="menu"
        aria-label={`Banca: ${banca_name}${home ? `, desde ${home.banca_name}` : ''}. Cambiar de banca`}
      >
        <DatabaseOutlined aria-hidden="true" />
        <span className={home ? 'cut strong' : 'cut'}>{banca_name}</span>
        {home && (
          <Tag color="warning" className="cut">
            desde {home.banca_name}
          </Tag>
        )}
        <DownOutlined aria-hidden="true" className="small" />
      </button>
    </Dropdown>
  )
}

function Choice({ name, reason, home }: Banca) {
  const said = [home && 'donde inició sesión', reason].filter(Boolean).join(' · ')
  return (
    <>
      {name}
      {said && <span className="note"> {said}</span>}
    </>
  )
}
