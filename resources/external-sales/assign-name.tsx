/** Says what a name of another system is: one of ours that is called the same by a press, any other after a choice, or none of ours. */
import { Button } from 'antd'
import { useState } from 'react'
import type { PendingName } from '@contract/external-names.ts'
import { leftOutLabels } from '@contract/external-file.ts'
import { externalSales } from '@contract/external-sales.ts'
import { useAction } from '@providers/queries.ts'
import { PartnerSelect } from '@/kit/values/partner-select.tsx'
import { ProductSelect } from '@/kit/values/product-select.tsx'

export function AssignName({ system_id, pending }: { system_id: number; pending: PendingName }) {
  const { kind, name, suggested_id, suggested_name } = pending
  const [other, setOther] = useState(false)
  const [chosen, setChosen] = useState<number>()
  const assign = useAction(externalSales.assign, {
    invalidates: [externalSales],
    success: `«${name}» quedó en el diccionario.`,
  })
  const leave = useAction(externalSales.assign, {
    invalidates: [externalSales],
    success: `«${name}» queda fuera: sus ventas no se publican, tampoco en los próximos archivos.`,
  })
  const save = (target: number) =>
    void assign.run({
      body:
        kind === 'agency'
          ? { system_id, kind, name, agency_id: target }
          : { system_id, kind, name, product_id: target },
    })
  const notOurs = (
    <Button
      type="text"
      loading={leave.pending}
      aria-label={`${name} ${leftOutLabels[kind].toLowerCase()}`}
      onClick={() =>
        void leave.run({
          body:
            kind === 'agency'
              ? { system_id, kind, name, agency_id: null }
              : { system_id, kind, name, product_id: null },
        })
      }
    >
      {leftOutLabels[kind]}
    </Button>
  )
  if (suggested_id !== null && !other)
    return (
      <span className="row inline gap-xs">
        <Button
          loading={assign.pending}
          style={{ height: 'auto', maxWidth: '100%', whiteSpace: 'normal' }}
          aria-label={`Asignar ${name} a ${suggested_name}`}
          onClick={() => save(suggested_id)}
        >
          Asignar a {suggested_name}
        </Button>
        <Button type="text" aria-label={`Elegir otro para ${name}`} onClick={() => setOther(true)}>
          Otro…
        </Button>
        {notOurs}
      </span>
    )
  const control = { value: chosen, onChange: setChosen }
  return (
    <span className="row inline gap-xs">
      {kind === 'agency' ? (
        <PartnerSelect {...control} type="agencia" placeholder="Elija la agencia" label={`Agencia de ${name}`} />
      ) : (
        <ProductSelect {...control} placeholder="Elija el producto" label={`Producto de ${name}`} />
      )}
      <Button
        type="primary"
        loading={assign.pending}
        disabled={chosen === undefined}
        aria-label={`Asignar ${name}`}
        onClick={() => chosen !== undefined && save(chosen)}
      >
        Asignar
      </Button>
      {notOurs}
    </span>
  )
}
