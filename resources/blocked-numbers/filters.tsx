/** Which board is on screen, and how. */
import { signNames } from '@contract/values/bet-numbers.ts'
import { clockOf } from '@contract/values/dates.ts'
import { DownOutlined } from '@ant-design/icons'
import { Button, Input, Segmented } from 'antd'
import { drawStateLabels } from '@contract/draws.ts'
import { useSession } from '@providers/session.ts'
import { Select } from '@/kit/form/select.tsx'
import { matchesText } from '@/kit/form/typing.tsx'
import { DayPicker } from '@/kit/values/day-picker.tsx'
import { CurrencySwitch } from '@/kit/values/money-currency.tsx'
import { loadingName, useName } from '@/kit/values/names.ts'
import { PartnerSelect } from '@/kit/values/partner-select.tsx'
import type { SetUrlState } from '@/kit/page/url-state.ts'
import { boardSigns, hasSign, type BoardSort } from './board.ts'
import type { BlockChoices } from './choices.ts'
import type { BlockState } from './view.ts'

interface FilterProps {
  state: BlockState
  set: SetUrlState<BlockState>
  choices: BlockChoices
}

const sortOptions: { value: BoardSort; label: string }[] = [
  { value: 'numero', label: 'Por número' },
  { value: 'uso', label: 'Por uso' },
]

/** Another product has other draws and bet types, another day other draws. */
export function BoardChoices({ state, set, choices }: FilterProps) {
  const { zone } = useSession()
  const { products, product, day, today, list, drawId, currency } = choices
  const name = useName('product', products.isPending || product ? undefined : state.product_id)
  const drawOptions = (list.data?.data ?? [])
    .filter((draw) => draw.product_id === product?.id)
    .map((draw) => ({ value: draw.id, label: `${clockOf(draw.scheduled_at, zone)} · ${drawStateLabels[draw.state]}` }))
  return (
    <>
      <Select
        className="block-product"
        aria-label="Producto"
        showSearch
        filterOption={matchesText}
        loading={products.isPending}
        value={product?.id ?? state.product_id ?? null}
        labelRender={({ label }) => label ?? (name || loadingName)}
        placeholder="Producto"
        options={(products.data?.data ?? [])
          .filter((one) => one.kind !== 'polla')
          .map((one) => ({ value: one.id, label: one.name }))}
        onChange={(product_id) =>
          set({
            product_id: product_id ?? undefined,
            draw: undefined,
            bet_type_id: undefined,
            hundred: undefined,
            number: undefined,
          })
        }
      />
      <DayPicker
        label="Día del sorteo"
        allowClear={false}
        width={130}
        value={day}
        onChange={(next) => set({ day: next === today ? undefined : next, draw: undefined, product_id: product?.id })}
      />
      <Select
        className="block-draw"
        aria-label="Sorteo"
        placeholder="Sorteo"
        loading={list.isFetching}
        value={drawOptions.some((one) => one.value === drawId) ? drawId : null}
        options={drawOptions}
        notFoundContent={<span role="status">Este producto no sortea ese día.</span>}
        onChange={(draw) => set({ draw: draw ?? undefined, product_id: product?.id })}
      />
      <CurrencySwitch value={currency} onChange={(chosen) => set({ currency: chosen })} />
      <PartnerSelect
        value={state.partner_id}
        placeholder="Toda la banca"
        onChange={(partner_id) => set({ partner_id })}
      />
    </>
  )
}

/** What stands over the board: bet type, sign, order, the hundred that fills it, and finding a number. */
export function BoardTools({ state, set, choices, onList }: FilterProps & { onList: () => void }) {
  const { product, betType } = choices
  const types = product?.bet_types ?? []
  return (
    <div className="row stretch gap-xs">
      {types.length > 1 && types.length <= 4 && (
        <Segmented
          aria-label="Jugada"
          value={betType?.id ?? 0}
          options={types.map((one) => ({ value: one.id, label: one.name }))}
          onChange={(bet_type_id) => set({ bet_type_id, hundred: undefined })}
        />
      )}
      {types.length > 4 && (
        <Select
          style={{ width: 160 }}
          aria-label="Jugada"
          value={betType?.id ?? null}
          options={types.map((one) => ({ value: one.id, label: one.name }))}
          onChange={(bet_type_id) => set({ bet_type_id: bet_type_id ?? undefined, hundred: undefined })}
        />
      )}
      {betType && hasSign(betType.kind) && (
        <Select
          style={{ width: 160 }}
          aria-label="Signo"
          showSearch
          filterOption={matchesText}
          value={state.sign}
          options={boardSigns.map((sign) => ({
            value: sign,
            label: sign === 'todos' ? 'Todos los signos' : signNames[sign],
          }))}
          onChange={(sign) => set({ sign, hundred: undefined })}
        />
      )}
      <Segmented<BoardSort>
        aria-label="Orden"
        value={state.order}
        options={sortOptions}
        onChange={(order) => set({ order })}
      />
      <Input
        style={{ width: 170 }}
        type="search"
        allowClear
        maxLength={40}
        placeholder="Buscar un número"
        aria-label="Buscar un número"
        value={state.number ?? ''}
        onChange={(event) => set({ number: event.target.value || undefined }, { replace: true })}
      />
      {state.hundred !== undefined && <Button onClick={() => set({ hundred: undefined })}>Ver los mil</Button>}
      <Button type="text" className="push" icon={<DownOutlined />} onClick={onList}>
        Ver los bloqueados
      </Button>
    </div>
  )
}
