/** What may be done with a load that waits: post it, read it again, set it aside. */
import { CheckOutlined, DeleteOutlined, FileSearchOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { externalSales } from '@contract/external-sales.ts'
import type { ExternalLoad } from '@contract/external-loads.ts'
import { currencyFacts } from '@contract/values/currency.ts'
import { formatMoney } from '@contract/values/money.ts'
import { useAction } from '@providers/queries.ts'
import { useConfirm, type Effect } from '@/kit/page/confirm.tsx'
import { blockersOf, postingText } from './review.ts'

/** What agencies owe for these sales, before and after, by currency. */
function effectsOf({ sums, replaces }: ExternalLoad): Effect[] {
  return sums.map(({ currency, net }) => {
    const old = replaces.find((one) => one.currency === currency)
    const money = (amount: string) => formatMoney(amount, currency, true)
    return {
      label: currencyFacts[currency].name,
      before: old ? `Por cobrar ${money(old.net)}` : 'Sin publicar',
      after: `Por cobrar ${money(net)}`,
    }
  })
}

export function LoadActions({ load }: { load: ExternalLoad }) {
  const [ask, dialog] = useConfirm()
  const invalidates = [externalSales]
  const post = useAction(externalSales.post, { invalidates, success: 'La carga quedó publicada en las cuentas.' })
  const reread = useAction(externalSales.reread, { invalidates, success: 'El archivo se leyó de nuevo.' })
  const discard = useAction(externalSales.discard, { invalidates, success: 'La carga quedó descartada.' })
  const params = { id: load.id }
  const replaces = load.replaces.length > 0
  const verb = replaces ? 'Publicar y reemplazar' : 'Publicar'
  const askPost = () =>
    ask({
      title: `${verb} ${load.filename}`,
      text: postingText(load),
      effects: effectsOf(load),
      action: verb,
      danger: replaces || load.totals.differ > 0 || load.standings.cerrada > 0,
      run: () =>
        post.run({
          body: {
            load_id: load.id,
            review: load.review,
            replace: replaces,
            without_faults: load.standings.falla,
            without_totals: load.totals.differ,
            late: load.standings.cerrada,
          },
        }),
    })
  const askDiscard = () =>
    ask({
      title: `Descartar ${load.filename}`,
      text: 'No se publica. Sus filas se pueden seguir viendo, y el mismo archivo se puede volver a cargar.',
      action: 'Descartar',
      danger: true,
      run: () => discard.run({ params }),
    })
  return (
    <>
      <Button danger icon={<DeleteOutlined />} onClick={askDiscard}>
        Descartar
      </Button>
      <Button
        icon={<FileSearchOutlined />}
        type={load.stale ? 'primary' : 'default'}
        loading={reread.pending}
        onClick={() => void reread.run({ params })}
      >
        Leer de nuevo
      </Button>
      <Button type="primary" icon={<CheckOutlined />} disabled={blockersOf(load).length > 0} onClick={askPost}>
        {verb}
      </Button>
      {dialog}
    </>
  )
}
