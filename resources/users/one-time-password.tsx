/** A password that works once: shown to whoever asked for it, and to nobody after that. */
import { Alert, Button, Modal, Typography } from 'antd'
import { useState } from 'react'
import { users, type UserRow } from '@contract/users.ts'
import { Stack } from '@/kit/page/stack.tsx'
import { useAction } from '@providers/queries.ts'

interface ToldProps {
  username: string
  password: string
  onClose: () => void
}

export function OneTimePassword({ username, password, onClose }: ToldProps) {
  return (
    <Modal
      open
      title={`Contraseña de ${username}`}
      width={440}
      maskClosable={false}
      // It is shown once: a key pressed too often must not take it away unread.
      closable={false}
      keyboard={false}
      footer={
        <Button type="primary" onClick={onClose}>
          Ya la anoté
        </Button>
      }
    >
      <Stack>
        <Typography.Text code copyable={{ tooltips: ['Copiar', 'Copiada'] }} style={{ fontSize: 20 }}>
          {password}
        </Typography.Text>
        <p>
          Entréguela en persona o por teléfono: no se vuelve a mostrar. Al entrar con ella, {username} debe elegir la
          suya antes de hacer nada más.
        </p>
      </Stack>
    </Modal>
  )
}

/** Asks before it takes the place of the password of before. */
export function NewPasswordDialog({ row, onClose }: { row: UserRow; onClose: () => void }) {
  const { run, pending, problem } = useAction(users.password, { invalidates: [users], success: false, failure: false })
  const [told, setTold] = useState<string | null>(null)
  if (told) return <OneTimePassword username={row.username} password={told} onClose={onClose} />
  const give = async () => {
    const answer = await run({ params: { id: row.id } })
    if (answer) setTold(answer.one_time_password)
  }
  return (
    <Modal
      open
      title={`Nueva contraseña para ${row.username}`}
      okText="Dar contraseña"
      okButtonProps={{ loading: pending }}
      cancelButtonProps={{ disabled: pending }}
      // What is on its way is told here alone: closed meanwhile, the password of before is gone and nobody has the new one.
      closable={!pending}
      keyboard={!pending}
      maskClosable={false}
      width={440}
      onOk={() => void give()}
      onCancel={onClose}
    >
      <Stack>
        {problem && <Alert type="error" showIcon message={problem.detail} role="alert" />}
        <p>
          La contraseña de ahora deja de servir{row.sessions > 0 ? ' y sus sesiones abiertas terminan' : ''}. La nueva
          sirve una vez: al entrar, {row.name} elige la suya.
        </p>
      </Stack>
    </Modal>
  )
}
