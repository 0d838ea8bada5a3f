/** The function keys of the counter, and its quick amounts. */
import {
  ClearOutlined,
  DollarOutlined,
  PrinterOutlined,
  QuestionCircleOutlined,
  CopyOutlined,
  UserOutlined,
} from '@ant-design/icons'
import { currencyFacts } from '@contract/values/currency.ts'
import { formatMoney } from '@contract/values/money.ts'
import type { CounterKey } from '@/kit/counter/keys.tsx'
import { totalOf } from './ticket.ts'
import type { Basket, CounterContext, CounterStep } from './types.ts'

/** F9: its label is the next step. */
export function sellKey(
  step: CounterStep,
  basket: Basket,
  context: CounterContext,
  pending: boolean,
  onPress: () => void,
): CounterKey {
  const empty = basket.lines.length === 0
  return {
    key: 'F9',
    label: step.label,
    main: true,
    amount: !empty && step.kind !== 'change' && formatMoney(totalOf(basket, context), basket.currency),
    disabled: step.kind === 'blocked',
    explains: true,
    pending,
    onPress,
  }
}

/** Stands apart where five keys fill their row. */
export const clientKey = (onPress: () => void): CounterKey => ({
  key: 'F7',
  label: 'Cliente',
  icon: <UserOutlined />,
  onPress,
})

export interface UsualKeys {
  onRepeat: () => void
  onClear: () => void
  /** Null where the office sells in one currency only. */
  onCurrency: (() => void) | null
  onReprint: (() => void) | null
  onHelp: () => void
}

export function usualKeys(basket: Basket, does: UsualKeys): CounterKey[] {
  const { name } = currencyFacts[basket.currency]
  return [
    { key: 'F2', label: 'Repetir', icon: <CopyOutlined />, onPress: does.onRepeat },
    {
      key: 'F4',
      label: 'Limpiar',
      icon: <ClearOutlined />,
      disabled: basket.lines.length === 0 && basket.client === null,
      onPress: does.onClear,
    },
    {
      key: 'F8',
      label: name,
      icon: <DollarOutlined />,
      disabled: does.onCurrency === null,
      onPress: () => does.onCurrency?.(),
    },
    {
      key: 'F10',
      label: 'Reimprimir',
      icon: <PrinterOutlined />,
      disabled: does.onReprint === null,
      onPress: () => does.onReprint?.(),
    },
    { key: 'F1', label: 'Ayuda', icon: <QuestionCircleOutlined />, onPress: does.onHelp },
  ]
}

interface QuickAmountsProps {
  basket: Basket
  context: CounterContext
  onPick: (stake: string) => void
}

/** For the lines that wait, or those that got the last amount. */
export function QuickAmounts({ basket, context, onPick }: QuickAmountsProps) {
  const amounts = context.catalogue.limits.find(({ currency }) => currency === basket.currency)?.quick_amounts ?? []
  if (amounts.length === 0) return null
  const isWaiting = basket.lines.length === 0
  return (
    <div
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls on a phone, while its buttons take no keyboard too
      tabIndex={isWaiting ? 0 : undefined}
      className="sell-strip line gap-xs scrolls"
      role="group"
      aria-label="Montos rápidos"
    >
      {amounts.map((amount) => (
        <button
          key={amount}
          type="button"
          className="sell-hour cell hovers plain-button sorteo-figures"
          disabled={isWaiting}
          onClick={() => onPick(amount)}
        >
          {formatMoney(amount, basket.currency)}
        </button>
      ))}
    </div>
  )
}
