/** Who is signed in: role, place in the tree, permissions. Read only; users are kept in Registro. */
import { KeyOutlined } from '@ant-design/icons'
import { Button, Descriptions, Drawer } from 'antd'
import { roleLabels } from '@contract/access/rules.ts'
import { partnerTypeLabels } from '@contract/partners.ts'
import { currencyFacts } from '@contract/values/currency.ts'
import { useSession } from '@providers/session.ts'

interface ProfileProps {
  open: boolean
  onClose: () => void
  onPassword: () => void
}

const yesNo = (held: boolean) => (held ? 'Sí' : 'No')

export function Profile({ open, onClose, onPassword }: ProfileProps) {
  const user = useSession()
  const rows = [
    ['Nombre', user.name],
    ['Usuario', user.username],
    ['Rol', roleLabels[user.role]],
    ...(user.partner_type === 'banca' ? [] : [[partnerTypeLabels[user.partner_type], user.partner_name] as const]),
    ['Banca', user.banca_name],
    ['Monedas', user.currencies.map((code) => currencyFacts[code].name).join(', ')],
    ['Zona horaria', user.zone],
    ['Administra dependientes', yesNo(user.manage_childs)],
    ['Premia sorteos', yesNo(user.awarding_results)],
  ] as const
  return (
    <Drawer
      open={open}
      onClose={onClose}
      title="Mi perfil"
      width={440}
      footer={
        <Button icon={<KeyOutlined />} onClick={onPassword}>
          Cambiar mi contraseña
        </Button>
      }
    >
      <Descriptions
        column={1}
        size="small"
        bordered
        styles={{ label: { width: 190 } }}
        items={rows.map(([label, children]) => ({ key: label, label, children }))}
      />
    </Drawer>
  )
}
