/** Names of a load that need nobody any more: those called exactly as one of ours, and those that are not ours, whose sales stay out. */
import { Button } from 'antd'
import { useState } from 'react'
import { externalSales } from '@contract/external-sales.ts'
import type { ExternalLoad } from '@contract/external-loads.ts'
import { wordOf } from '@contract/field.ts'
import { countText, formatCount } from '@contract/values/money.ts'
import { useAction } from '@providers/queries.ts'
import { FigureTable } from '@/kit/table/figure-table.tsx'
import { Money } from '@/kit/values/money.tsx'

const { kind: kinds } = externalSales.pending.list.row.shape
type Known = ExternalLoad['known_names'][number]
type LeftOut = ExternalLoad['left_out'][number]
const keyOf = ({ kind, name }: { kind: string; name: string }) => `${kind} ${name}`
/** With what the file calls it, where the name is a code. */
const named = ({ name, label }: { name: string; label: string | null }) => (label ? `${name} · ${label}` : name)

export function KnownNames({ load }: { load: ExternalLoad }) {
  const [opened, setOpened] = useState(false)
  const { known_names, known_total } = load
  if (known_total === 0) return null
  const rest = known_total - known_names.length
  const count = countText(known_total, 'nombre se llama', 'nombres se llaman')
  return (
    <div>
      <Button
        size="small"
        type="link"
        style={{ padding: 0, height: 'auto', whiteSpace: 'normal', textAlign: 'start' }}
        aria-expanded={opened}
        onClick={() => setOpened((was) => !was)}
      >
        {count} igual que aquí: no hubo que asignar{known_total === 1 ? 'lo' : 'los'}
      </Button>
      {opened && (
        <FigureTable<Known>
          caption="Reconocidos por su nombre. Si uno no es, asígnelo en el diccionario"
          rows={known_names}
          rowKey={keyOf}
          columns={[
            { title: 'Qué es', text: true, render: ({ kind }) => wordOf(kinds, kind) },
            { title: 'En el archivo', text: true, render: named },
            { title: 'Es', text: true, render: ({ target }) => target },
            { title: 'Filas', render: ({ rows }) => formatCount(rows) },
          ]}
        />
      )}
      {opened && rest > 0 && <p className="note">Y {formatCount(rest)} más.</p>}
    </div>
  )
}

/**
 * What is not posted, since its agency or product is not ours: with what it comes to, so that nobody leaves out what
 * they did not mean to.
 */
export function LeftOutNames({ load }: { load: ExternalLoad }) {
  const amounts = ['sold', 'prizes', 'commission'] as const
  const { left_out, state } = load
  const undo = useAction(externalSales.forget, {
    invalidates: [externalSales],
    success: 'El nombre vuelve a esperar que se diga qué es.',
  })
  if (left_out.length === 0) return null
  const undoButton = ({ name, dictionary_id }: LeftOut) =>
    dictionary_id !== null && (
      <Button
        size="small"
        loading={undo.pending}
        aria-label={`Volver a asignar ${name}`}
        onClick={() => void undo.run({ query: { id: dictionary_id } })}
      >
        Volver a asignar
      </Button>
    )
  return (
    <FigureTable<LeftOut>
      caption="Queda fuera: lo que no es nuestro"
      rows={left_out}
      rowKey={(one) => `${keyOf(one)} ${one.currency}`}
      columns={[
        { title: 'Qué es', text: true, render: ({ kind }) => wordOf(kinds, kind) },
        { title: 'En el archivo', text: true, render: named },
        { title: 'Filas', render: ({ rows }) => formatCount(rows) },
        ...amounts.map((key) => ({
          title: { sold: 'Ventas', prizes: 'Premios', commission: 'Comisión' }[key],
          render: (row: LeftOut) => <Money value={row[key]} currency={row.currency} clear />,
        })),
        ...(state === 'por_revisar' ? [{ title: 'Acción', render: undoButton }] : []),
      ]}
    />
  )
}
