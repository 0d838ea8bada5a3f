/** The person: profile, own password, recent activity, shortcuts, signing out. */
import {
  DatabaseOutlined,
  HistoryOutlined,
  KeyOutlined,
  LogoutOutlined,
  QuestionCircleOutlined,
  UserOutlined,
} from '@ant-design/icons'
import { Dropdown } from 'antd'
import { Suspense, useState } from 'react'
import { useNavigate } from 'react-router'
import { roleLabels } from '@contract/access/rules.ts'
import { crossDb } from '@contract/cross-db.ts'
import { useCan, useSession } from '@providers/session.ts'
import { openOtherBancas } from '@/kit/page/other-bancas.ts'
import { useParts } from './parts.ts'
import { signOutPath } from './return-path.ts'
import { later } from '@/kit/page/later.tsx'

const Activity = later(async () => (await import('./activity.tsx')).Activity)

type Panel = 'profile' | 'password' | 'activity' | null

const items = [
  { key: 'profile', label: 'Mi perfil', icon: <UserOutlined /> },
  { key: 'password', label: 'Cambiar mi contraseña', icon: <KeyOutlined /> },
  { key: 'bancas', label: 'Otras bancas', icon: <DatabaseOutlined /> },
  { key: 'activity', label: 'Actividad reciente', icon: <HistoryOutlined /> },
  { key: 'shortcuts', label: 'Atajos de teclado', icon: <QuestionCircleOutlined /> },
  { type: 'divider' as const },
  { key: 'sign-out', label: 'Cerrar sesión', icon: <LogoutOutlined /> },
]

export function UserMenu({ onShortcuts }: { onShortcuts: () => void }) {
  const { name, role } = useSession()
  const navigate = useNavigate()
  const [panel, setPanel] = useState<Panel>(null)
  const registers = useCan(crossDb.register.access)
  const shown = registers ? items : items.filter(({ key }) => key !== 'bancas')
  const choose = (key: string) => {
    if (key === 'sign-out') void navigate(signOutPath, { state: { asked: true } })
    else if (key === 'shortcuts') onShortcuts()
    else if (key === 'bancas') openOtherBancas('list')
    else setPanel(key as Panel)
  }
  return (
    <>
      <Dropdown
        trigger={['click']}
        placement="bottomRight"
        getPopupContainer={(trigger) => trigger.parentElement ?? document.body}
        menu={{ items: shown, onClick: ({ key }) => choose(key) }}
      >
        <button
          type="button"
          className="sorteo-user-button plain-button hovers line gap-xs"
          aria-haspopup="menu"
          aria-label={`${name}, ${roleLabels[role]}`}
        >
          <span className="sorteo-user-initials middle strong small" aria-hidden="true">
            {initials(name)}
          </span>
          <span className="sorteo-user-name cut" style={{ maxWidth: 140 }} aria-hidden="true">
            {name}
          </span>
        </button>
      </Dropdown>
      <Panels panel={panel} onChoose={setPanel} />
    </>
  )
}

/** The drawers, whose code comes with the first one that is opened. They stay mounted, so that they also close gently. */
function Panels({ panel, onChoose }: { panel: Panel; onChoose: (panel: Panel) => void }) {
  const { Profile, OwnPassword } = useParts()
  const [wanted, setWanted] = useState(false)
  if (panel && !wanted) setWanted(true)
  if (!wanted) return null
  const close = () => onChoose(null)
  return (
    <Suspense fallback={null}>
      <Profile open={panel === 'profile'} onClose={close} onPassword={() => onChoose('password')} />
      <OwnPassword open={panel === 'password'} onClose={close} />
      <Activity open={panel === 'activity'} onClose={close} />
    </Suspense>
  )
}

/** First letters of the first two words. */
function initials(name: string): string {
  return name
    .split(/\s+/)
    .slice(0, 2)
    .map((word) => word.charAt(0).toUpperCase())
    .join('')
}
