/** The person: profile, own password, recent activity, shortcuts, signing out. */
import { HistoryOutlined, KeyOutlined, LogoutOutlined, QuestionCircleOutlined, UserOutlined } from '@ant-design/icons'
import { Dropdown } from 'antd'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { roleLabels } from '@contract/access/rules.ts'
import { useSession } from '@providers/session.ts'
import { OwnPassword } from '@resources/session/own-password.tsx'
import { Profile } from '@resources/session/profile.tsx'
import { Activity } from './activity.tsx'
import { signOutPath } from './return-path.ts'

type Panel = 'profile' | 'password' | 'activity' | null

const items = [
  { key: 'profile', label: 'Mi perfil', icon: <UserOutlined /> },
  { key: 'password', label: 'Cambiar mi contraseña', icon: <KeyOutlined /> },
  { key: 'activity', label: 'Actividad reciente', icon: <HistoryOutlined /> },
  { key: 'shortcuts', label: 'Atajos de teclado', icon: <QuestionCircleOutlined /> },
  { type: 'divider' as const },
  { key: 'sign-out', label: 'Cerrar sesión', icon: <LogoutOutlined /> },
]

export function UserMenu({ onShortcuts }: { onShortcuts: () => void }) {
  const { name, role } = useSession()
  const navigate = useNavigate()
  const [panel, setPanel] = useState<Panel>(null)
  const close = () => setPanel(null)
  const choose = (key: string) => {
    if (key === 'sign-out') void navigate(signOutPath, { state: { asked: true } })
    else if (key === 'shortcuts') onShortcuts()
    else setPanel(key as Panel)
  }
  return (
    <>
      <Dropdown trigger={['click']} placement="bottomRight" getPopupContainer={(trigger) => trigger.parentElement ?? document.body} menu={{ items, onClick: ({ key }) => choose(key) }}>
        <button type="button" className="sorteo-user-button" aria-haspopup="menu" aria-label={`${name}, ${roleLabels[role]}`}>
          <span className="sorteo-user-initials" aria-hidden="true">{initials(name)}</span>
          <span className="sorteo-user-name" aria-hidden="true">{name}</span>
        </button>
      </Dropdown>
      <Profile open={panel === 'profile'} onClose={close} onPassword={() => setPanel('password')} />
      <OwnPassword open={panel === 'password'} onClose={close} />
      <Activity open={panel === 'activity'} onClose={close} />
    </>
  )
}

/** First letters of the first two words. */
function initials(name: string): string {
  return name.split(/\s+/).slice(0, 2).map((word) => word.charAt(0).toUpperCase()).join('')
}
