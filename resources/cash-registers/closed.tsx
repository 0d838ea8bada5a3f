/** A register that nobody counts any more: it waits for approval, or was approved. Looked at, printed, calculated anew. */
import { PrinterOutlined, CalculatorOutlined } from '@ant-design/icons'
import { cashRegisters, type RegisterDetail } from '@contract/cash-registers.ts'
import { useAction } from '@providers/queries.ts'
import { useSession } from '@providers/session.ts'
import { CounterKeys, type CounterKey } from '@/kit/counter/keys.tsx'
import { Panel } from '@/kit/page/panel.tsx'
import { printRegister } from './paper.tsx'
import { RegisterBook } from './book.tsx'

export function Closed({ register }: { register: RegisterDetail }) {
  const { banca_name, zone } = useSession()
  const { run, pending } = useAction(cashRegisters.recalculate, {
    invalidates: [cashRegisters],
    success: 'Calculada de nuevo',
  })
  const { id, version, sums, counts, state } = register
  const print: CounterKey = {
    key: 'F10',
    label: 'Imprimir',
    icon: <PrinterOutlined />,
    onPress: () => printRegister({ register, sums, counts, banca_name, zone, printed_at: new Date().toISOString() }),
  }
  const anew: CounterKey = {
    key: 'F4',
    label: 'Recalcular',
    icon: <CalculatorOutlined />,
    pending,
    onPress: () => void run({ params: { id }, body: { version } }),
  }
  return (
    <Panel label="La caja" className="stack gap-md">
      <p>
        {state === 'aprobada'
          ? 'Aprobada: lo contado es con lo que abre la próxima.'
          : 'Enviada: espera la aprobación de quien la supervisa. Lo que venda ahora es de la próxima caja.'}
      </p>
      <RegisterBook register={register} />
      <CounterKeys label="Teclas de la caja" keys={[...(state === 'enviada' ? [anew] : []), print]} />
    </Panel>
  )
}
