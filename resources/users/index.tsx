/** Users: the people of each partner, what they may, and what they did. */
import { HistoryOutlined, KeyOutlined } from '@ant-design/icons'
import { users, type UserRow } from '@contract/users.ts'
import { registryScreen } from '@/kit/screen/registry-screen.tsx'
import { ActivityDrawer } from './activity.tsx'
import { NewPasswordDialog, OneTimePassword } from './one-time-password.tsx'

export default registryScreen(users, {
  title: 'Usuarios',
  one: 'usuario',
  name: (row) => row.name,
  code: (row) => row.username,
  columns: [
    { key: 'username', fixed: true },
    'name',
    'role',
    'partner_name',
    'status',
    'last_sign_in_at',
    'sessions',
    { key: 'manage_childs', optional: true },
    { key: 'awarding_results', optional: true },
    { key: 'password_must_change', optional: true },
    { key: 'email', optional: true },
    { key: 'created_at', optional: true },
  ],
  create: {
    only: ['username', 'name', 'role', 'partner_id', 'manage_childs', 'awarding_results', 'email'],
    note: 'Al crearlo recibe una contraseña de un solo uso para entregarle.',
    tells: (answer, close) => {
      const { username, one_time_password } = answer as UserRow & { one_time_password: string }
      return <OneTimePassword username={username} password={one_time_password} onClose={close} />
    },
  },
  saving: async (...of) => (await import('./place.ts')).askPlace(...of),
  facts: ['last_sign_in_at', 'sessions', 'password_must_change', 'created_at'],
  actions: {
    password: {
      label: 'Dar otra contraseña',
      icon: <KeyOutlined />,
      dialog: (row, close) => <NewPasswordDialog row={row} onClose={close} />,
    },
    sessions: {
      label: 'Actividad y sesiones',
      icon: <HistoryOutlined />,
      dialog: (row, close, walk) => <ActivityDrawer row={row} walk={walk} onClose={close} />,
    },
  },
  switching: {
    off: () => 'Sale en el acto de todas sus sesiones y no puede volver a entrar. Lo que hizo queda como está.',
    on: () => 'Puede entrar de nuevo con su contraseña de antes.',
  },
  removal: {
    text: 'Nunca ha entrado: se elimina sin dejar nada. No se puede deshacer.',
    kept: (row) => `${row.name} ya entró alguna vez: quedó desactivado.`,
  },
  empty: {
    title: 'Aún no hay usuarios',
    text: 'Cree el primero: su rol dice en qué tipo de afiliado está.',
  },
})
