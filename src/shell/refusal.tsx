/** Why the person is here and not where they asked to be. Goes with the next step they take. */
import { Alert } from 'antd'
import { useLocation, useNavigate } from 'react-router'
import type { RefusalState } from './routes.tsx'

export function Refusal() {
  const { state, pathname, search } = useLocation()
  const navigate = useNavigate()
  const refusal = (state as RefusalState | null)?.refusal
  if (!refusal) return null
  return (
    <Alert
      style={{ marginBottom: 16 }}
      type="warning"
      showIcon
      closable
      role="alert"
      message={`${refusal} Si la necesita, pídala a un administrador de su banca.`}
      onClose={() => void navigate(`${pathname}${search}`, { replace: true })}
    />
  )
}
