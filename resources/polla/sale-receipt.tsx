/** The polla just sold, as its paper: printed by itself where the option is on, otherwise once by hand. Any other copy is a duplicate. */
import { PrinterOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useState } from 'react'
import { useSession } from '@providers/session.ts'
import { Panel } from '@/kit/page/panel.tsx'
import { printReceipt } from '@/kit/counter/receipt/print-receipt.tsx'
import { receiptOfPolla } from '@/kit/counter/receipt/receipt-ticket.ts'
import { Receipt } from '@/kit/counter/receipt/receipt.tsx'
import type { SoldPolla } from './use-sale.ts'
import { usePollaReprint } from './use-polla-reprint.ts'

export interface SaleReceiptProps {
  sold: SoldPolla
  /** The original has been printed already. */
  printed: boolean
  onClose: () => void
  /** Gives the focus back to the counter. */
  onDone: () => void
}

export function SaleReceipt({ sold, printed, onClose, onDone }: SaleReceiptProps) {
  const { zone, banca_logo } = useSession()
  const { reprint, pending } = usePollaReprint()
  const [out, setOut] = useState(printed)
  const receipt = receiptOfPolla(sold, zone)
  const print = async () => {
    if (out) await reprint(sold)
    else {
      printReceipt(receipt, 0)
      setOut(true)
    }
    onDone()
  }
  return (
    <Panel label={`Recibo del ticket ${sold.serial}`} className="stack gap-sm">
      <div className="counter-actions row stretch gap-xs">
        <Button
          size="large"
          icon={<PrinterOutlined />}
          loading={pending}
          {...(out && { 'aria-label': 'Imprimir duplicado' })}
          onClick={() => void print()}
        >
          {out ? 'Duplicado' : 'Imprimir'}
        </Button>
        <Button
          size="large"
          aria-label="Cerrar recibo"
          onClick={() => {
            onClose()
            onDone()
          }}
        >
          Cerrar
        </Button>
      </div>
      <div className="counter-paper middle">
        <Receipt ticket={receipt} copy={0} logo={banca_logo} />
      </div>
    </Panel>
  )
}
