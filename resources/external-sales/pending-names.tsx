/** Names of the file that nobody has assigned yet: each is given its agency or product here, and the rows follow. */
import { Button } from 'antd'
import { useState } from 'react'
import { externalSales, type ExternalLoad, type PendingName } from '@contract/external-sales.ts'
import { countText, formatCount } from '@contract/values/money.ts'
import { useAction } from '@providers/queries.ts'
import { Panel } from '@/kit/page/panel.tsx'
import { PartnerSelect } from '@/kit/values/partner-select.tsx'
import { ProductSelect } from '@/kit/values/product-select.tsx'
import './external.css'

const kindText = { agency: 'Agencia', product: 'Producto' } as const

function PendingItem({ system_id, pending }: { system_id: number; pending: PendingName }) {
  const { kind, name, rows, suggested_id } = pending
  const [chosen, setChosen] = useState<number | undefined>(suggested_id ?? undefined)
  const assign = useAction(externalSales.assign, {
    invalidates: [externalSales],
    success: `«${name}» quedó en el diccionario.`,
  })
  const save = (target: number) =>
    assign.run({
      body:
        kind === 'agency'
          ? { system_id, kind, name, agency_id: target }
          : { system_id, kind, name, product_id: target },
    })
  return (
    <li className="row gap-sm">
      <span className="stack grow">
        <strong>{name}</strong>
        <span className="note">
          {kindText[kind]} · {countText(rows, 'fila', 'filas')}
          {suggested_id !== null && ' · hay uno con ese nombre'}
        </span>
      </span>
      {kind === 'agency' ? (
        <PartnerSelect
          type="agencia"
          placeholder="Elija la agencia"
          label={`Agencia de ${name}`}
          value={chosen}
          onChange={setChosen}
        />
      ) : (
        <ProductSelect
          value={chosen}
          onChange={setChosen}
          placeholder="Elija el producto"
          label={`Producto de ${name}`}
        />
      )}
      <Button
        type="primary"
        loading={assign.pending}
        disabled={chosen === undefined}
        aria-label={`Asignar ${name}`}
        onClick={() => chosen !== undefined && void save(chosen)}
      >
        Asignar
      </Button>
    </li>
  )
}

export function PendingNames({ load }: { load: ExternalLoad }) {
  const { pending_names, pending_total, system_id } = load
  const rest = pending_total - pending_names.length
  return (
    <Panel
      title={`Nombres por asignar: ${formatCount(pending_total)}`}
      note="Lo que asigne queda en el diccionario del sistema: los próximos archivos lo reconocen."
    >
      <ul className="plain-list lined stack gap-xs external-pending scrolls" aria-label="Nombres por asignar">
        {pending_names.map((pending) => (
          <PendingItem key={`${pending.kind} ${pending.name}`} system_id={system_id} pending={pending} />
        ))}
      </ul>
      {rest > 0 && <p className="note">Y {formatCount(rest)} más, que siguen al asignar estos.</p>}
    </Panel>
  )
}
