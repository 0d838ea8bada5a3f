/** What a load comes to, by currency, and what it would take the place of. */
import type { ExternalLoad } from '@contract/external-loads.ts'
import { currencyFacts } from '@contract/values/currency.ts'
import { formatCount } from '@contract/values/money.ts'
import { FigureTable, type FigureColumn } from '@/kit/table/figure-table.tsx'
import { Money } from '@/kit/values/money.tsx'

type Sums = ExternalLoad['sums'][number]

const amounts = [
  ['Ventas', 'sold'],
  ['Premios', 'prizes'],
  ['Comisión', 'commission'],
  ['Por cobrar', 'net'],
] as const

const columns: FigureColumn<Sums>[] = [
  { title: 'Moneda', text: true, render: ({ currency }) => currencyFacts[currency].name },
  { title: 'Sumas', render: ({ entries }) => formatCount(entries) },
  ...amounts.map(([title, key]) => ({
    title,
    render: (row: Sums) => <Money value={row[key]} currency={row.currency} clear />,
  })),
]

const captions: Record<ExternalLoad['state'], string> = {
  por_revisar: 'Lo que se publicará: una suma por día, agencia y producto',
  publicada: 'Lo publicado en las cuentas',
  descartada: 'No se publicó',
  reemplazada: 'Otra carga ocupa su lugar',
}

const leftOver =
  'Lo que queda publicado: otra carga ocupa el lugar del resto. Para volver a publicarla entera, suba su archivo otra vez'

export function LoadSums({ load }: { load: ExternalLoad }) {
  const { state, sums, replaces, replaced_in_part } = load
  return (
    <>
      {sums.length > 0 && (
        <FigureTable
          caption={replaced_in_part ? leftOver : captions[state]}
          rows={sums}
          rowKey={(row) => row.currency}
          columns={columns}
        />
      )}
      {replaces.length > 0 && (
        <FigureTable
          caption="Lo que reemplazaría: ya está publicado para las mismas fechas, agencias y productos"
          rows={replaces}
          rowKey={(row) => row.currency}
          columns={[
            ...(columns as FigureColumn<ExternalLoad['replaces'][number]>[]),
            { title: 'De la carga', text: true, render: ({ load_ids }) => load_ids.join(', ') },
          ]}
        />
      )}
    </>
  )
}
