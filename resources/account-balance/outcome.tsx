/** What came of closing a week: how many accounts, their sums, and who stays open with why. */
import { Alert } from 'antd'
import { Link } from 'react-router'
import type { accountBalance } from '@contract/account-balance.ts'
import type { Answer } from '@contract/endpoint.ts'
import { countText, formatCount, formatMoney } from '@contract/values/money.ts'
import { mendLink } from './links.ts'

type Closed = Pick<Answer<typeof accountBalance.close>, 'week' | 'closed' | 'sums' | 'kept' | 'kept_open'>

export function WeekOutcome({ done: { week, closed, sums, kept, kept_open } }: { done: Closed }) {
  return (
    <div className="stack gap-md" role="status">
      <p>
        {closed === 0 ? 'No se cerró ninguna cuenta.' : `${countText(closed, 'cuenta cerrada', 'cuentas cerradas')}.`}{' '}
        {sums.length > 0 &&
          `Resultado: ${sums.map(({ currency, total }) => formatMoney(total, currency, true)).join(' · ')}`}
      </p>
      {kept > 0 && (
        <>
          <Alert
            type="warning"
            showIcon
            message={countText(kept, 'afiliado quedó abierto', 'afiliados quedaron abiertos')}
          />
          <ul className="stack gap-xs plain-list scrolls" style={{ maxHeight: 280 }} aria-label="Quedaron abiertos">
            {kept_open.map(({ partner_id, name, code, problem, text, day }) => (
              <li key={partner_id}>
                <strong>{name}</strong> <span className="sorteo-muted">{code}</span>
                <br />
                {text}
                <Mend link={mendLink({ problem, partner_id, day }, week)} />
              </li>
            ))}
          </ul>
          {kept > kept_open.length && (
            <p className="note">Y {formatCount(kept - kept_open.length)} más: ciérrelos por partes para verlos.</p>
          )}
        </>
      )}
    </div>
  )
}

function Mend({ link }: { link: string | undefined }) {
  return (
    link && (
      <>
        {' '}
        <Link to={link}>Revisar</Link>
      </>
    )
  )
}
