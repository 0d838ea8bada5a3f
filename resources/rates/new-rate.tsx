/** A new rate: of which type and currency, how much, and from when; what it changes is shown before. */
import { PlusOutlined } from '@ant-design/icons'
import { Button, Input, Radio } from 'antd'
import { useMemo, useState } from 'react'
import { mostDaysAhead, rateForm, rates, usualChange } from '@contract/rates.ts'
import { general } from '@contract/general.ts'
import { currencyFacts } from '@contract/values/currency.ts'
import { addDays, dayStart, formatInstant, inZone } from '@contract/values/dates.ts'
import { formatDecimal } from '@contract/values/money.ts'
import { useReadOnce } from '@providers/queries.ts'
import { serverNow, useSession } from '@providers/session.ts'
import { TimeField } from '@/kit/form/day-field.tsx'
import { Field, FormActions } from '@/kit/form/fields.tsx'
import { ServerFormView, useServerForm } from '@/kit/form/form.tsx'
import { Dialog } from '@/kit/page/dialog.tsx'
import { Stack } from '@/kit/page/stack.tsx'
import { FormFields } from '@/kit/screen/form-fields.tsx'
import { DayPicker } from '@/kit/values/day-picker.tsx'
import { rateChange, readRate, shownRate } from './rate-text.ts'

const asked = rateForm.omit({ again: true })

export function NewRate() {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button type="primary" icon={<PlusOutlined />} onClick={() => setOpen(true)}>
        Nueva tasa
      </Button>
      {open && <NewRateDialog onClose={() => setOpen(false)} />}
    </>
  )
}

function NewRateDialog({ onClose }: { onClose: () => void }) {
  const read = useReadOnce(rates.inForce)
  const { zone } = useSession()
  const start = useMemo(() => ({ values: { currency: 'USD', valid_from: null } }), [])
  const form = useServerForm({
    schema: asked,
    start,
    draft: 'rates:new',
    endpoint: rates.create,
    // What is far from the rate in force was shown and asked before.
    args: (values) => ({ body: { ...values, again: true } }),
    ask: async ({ rate_type_id, currency, rate, valid_from }) => {
      const { data } = await read({})
      const now = data.find((one) => one.rate_type_id === rate_type_id && one.currency === currency)
      const change = now?.rate ? rateChange(rate, now.rate) : null
      const unusual = change !== null && Math.abs(Number(change)) > usualChange
      const percent = change === null ? '' : `${change.startsWith('-') ? '' : '+'}${formatDecimal(change)} %`
      return {
        title: `¿Poner esta tasa${now ? ` de ${now.type_name}` : ''}?`,
        text: unusual
          ? `Cambia ${percent}: revise que no falte ni sobre una cifra.`
          : 'Lo que se venda desde entonces guarda esta tasa; lo vendido antes no cambia.',
        effects: [
          {
            label: `1 ${currencyFacts[currency].clear_symbol.trim()} vale`,
            before: now?.rate ? `Bs ${formatDecimal(now.rate)}` : 'sin tasa',
            after: `Bs ${formatDecimal(rate)}${percent && ` (${percent})`}`,
          },
          {
            label: 'Rige',
            before: 'la vigente',
            after: valid_from ? `desde el ${formatInstant(valid_from, zone)}` : 'desde ahora',
          },
        ],
        action: 'Poner la tasa',
        danger: unusual,
      }
    },
    invalidates: [rates, general],
    onSaved: onClose,
  })
  const close = () => form.unsaved.leave(onClose)
  return (
    <Dialog open title="Nueva tasa" footer={null} maskClosable={false} width={520} onCancel={close}>
      <Stack>
        <ServerFormView form={form}>
          <FormFields
            own={{
              rate: (
                <Field name="rate" hint="Con coma decimal: 412,35">
                  <RateInput />
                </Field>
              ),
              valid_from: (
                <Field name="valid_from" wide>
                  <StartInput />
                </Field>
              ),
            }}
          />
          <FormActions save="Continuar" onCancel={close} />
        </ServerFormView>
      </Stack>
    </Dialog>
  )
}

interface InputProps<V> {
  value?: V
  onChange?: (value: V) => void
  id?: string
}

function RateInput({ value = '', onChange, ...told }: InputProps<string>) {
  const [typed, setTyped] = useState<string | null>(null)
  const shown = typed !== null && readRate(typed) === value ? typed : shownRate(value)
  return (
    <Input
      {...told}
      inputMode="decimal"
      autoComplete="off"
      prefix={<span className="sorteo-muted">Bs</span>}
      value={shown}
      onChange={({ target }) => {
        setTyped(target.value)
        onChange?.(readRate(target.value))
      }}
    />
  )
}

/** Now, or the day and hour at which it begins; an hour that is missing is no instant, and no schema takes it. */
function StartInput({ value = null, onChange, ...told }: InputProps<string | null>) {
  const { zone } = useSession()
  const today = inZone(serverNow(), zone).day
  const [later, setLater] = useState(value !== null)
  const [day, setDay] = useState<string | undefined>(addDays(today, 1))
  const [time, setTime] = useState<string | null>('00:00')
  const tell = (on: string | undefined, at: string | null) =>
    onChange?.(on === undefined || at === null ? 'sin hora' : instantOf(on, at, zone))
  return (
    <div className="stack gap-xs" {...told}>
      <Radio.Group
        value={later}
        options={[
          { value: false, label: 'Ahora' },
          { value: true, label: 'Más adelante' },
        ]}
        onChange={({ target }) => {
          const isLater = target.value as boolean
          setLater(isLater)
          if (isLater) tell(day, time)
          else onChange?.(null)
        }}
      />
      {later && (
        <div className="row gap-xs">
          <DayPicker
            label="Día en que empieza"
            value={day}
            first={today}
            last={addDays(today, mostDaysAhead)}
            allowClear={false}
            onChange={(next) => {
              setDay(next)
              tell(next, time)
            }}
          />
          <TimeField
            label="Hora en que empieza"
            value={time}
            onChange={(next) => {
              setTime(next)
              tell(day, next)
            }}
          />
        </div>
      )}
    </div>
  )
}

/** When the clocks of the banca show that hour; they have no hour twice where rates are set. */
function instantOf(day: string, time: string, zone: string): string {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return new Date(Date.parse(dayStart(day, zone)) + (hours * 60 + minutes) * 60_000).toISOString()
}
