/** Tab *symbols*: the board a product plays with, as cards with their pictures. */
import { PlusOutlined } from '@ant-design/icons'
import { Button, Input, Modal, Skeleton } from 'antd'
import { useMemo, useState } from 'react'
import { z } from 'zod'
import { products, symbol, type Product, type ProductSymbol } from '@contract/products.ts'
import { holdsWords } from '@contract/values/text.ts'
import type { Answer } from '@contract/endpoint.ts'
import { useCall, useReadOnce } from '@providers/queries.ts'
import { usePartEditing } from '@/kit/form/part-editing.ts'
import { PartFrame } from '@/kit/form/part-frame.tsx'
import { EmptyState } from '@/kit/page/empty.tsx'
import { Panel } from '@/kit/page/panel.tsx'
import { ProblemView } from '@/kit/page/problem-view.tsx'
import { SymbolImage } from '@/kit/values/symbol-image.tsx'
import { affectedEntities } from './product-part.ts'
import { SymbolCard } from './symbol-card.tsx'
import './symbols.css'

const schema = z.object({ data: z.array(symbol) })
const savedOf = ({ data, version }: Answer<typeof products.symbols>) => ({ value: { data }, version })
const linesOf = ({ data }: { data: ProductSymbol[] }) =>
  data.map((one, at) => `${at + 1}. ${one.code} ${one.name}${one.image_url ? '' : ', sin imagen'}`)

/** Neither a code nor a place is a card's own while it is edited: each symbol keeps a number through its changes. */
const ids = new WeakMap<ProductSymbol, number>()
let last = 0

function idOf(one: ProductSymbol): number {
  const known = ids.get(one)
  if (known !== undefined) return known
  last += 1
  ids.set(one, last)
  return last
}

function changed(one: ProductSymbol, part: Partial<ProductSymbol>): ProductSymbol {
  const next = { ...one, ...part }
  ids.set(next, idOf(one))
  return next
}

export function ProductSymbols({ row }: { row: Product }) {
  const result = useCall(products.symbols, { params: { id: row.id } }, { enabled: playsSymbols(row) })
  if (!playsSymbols(row)) {
    return (
      <Panel label="Símbolos">
        <EmptyState
          title="Este producto juega con números"
          text="Solo los animalitos y las pollas tienen símbolos. Los signos del zodíaco ya tienen su dibujo."
        />
      </Panel>
    )
  }
  if (result.data) return <Board key={row.id} row={row} loaded={result.data} />
  if (result.isError) return <ProblemView error={result.error} onRetry={() => void result.refetch()} />
  return (
    <Panel label="Símbolos">
      <Skeleton active title={false} paragraph={{ rows: 8 }} />
    </Panel>
  )
}

function playsSymbols({ kind }: Product): boolean {
  return kind === 'animalitos' || kind === 'polla'
}

interface BoardProps {
  row: Product
  loaded: Answer<typeof products.symbols>
}

/** The symbols as they are edited, in their order. */
function useSymbols({ row, loaded }: BoardProps) {
  const saved = useMemo(() => savedOf(loaded), [loaded])
  const read = useReadOnce(products.symbols)
  const editing = usePartEditing({
    draft: `products:${row.id}:symbols`,
    whole: 'del producto',
    saved,
    schema,
    endpoint: products.saveSymbols,
    invalidates: [products, ...affectedEntities],
    args: ({ data }, version) => ({ params: { id: row.id }, body: { version, data } }),
    savedOf,
    latest: async () => savedOf(await read({ params: { id: row.id } })),
  })
  const { data } = editing.value
  const put = (next: ProductSymbol[]) => editing.set({ data: next })
  const move = (from: number, to: number) => {
    if (to >= 0 && to < data.length && from !== to) put(data.toSpliced(from, 1).toSpliced(to, 0, data[from]!))
  }
  return { editing, data, put, move }
}

function Board(props: BoardProps) {
  const { editing, data, put, move } = useSymbols(props)
  const [search, setSearch] = useState('')
  const [zoomed, setZoomed] = useState<ProductSymbol | null>(null)
  const found = (one: ProductSymbol) => !search || holdsWords(one.name, search) || one.code === search.trim()
  return (
    <PartFrame editing={editing} describe={linesOf}>
      <Panel
        title={data.length === 1 ? '1 símbolo' : `${data.length} símbolos`}
        actions={
          <>
            <Input
              type="search"
              style={{ width: 240 }}
              aria-label="Buscar un símbolo"
              placeholder="Buscar por código o nombre"
              allowClear
              value={search}
              onChange={(event) => setSearch(event.target.value)}
            />
            <Button
              icon={<PlusOutlined aria-hidden="true" />}
              onClick={() => {
                setSearch('')
                put([...data, { code: '', name: '', image_url: null }])
              }}
            >
              Agregar símbolo
            </Button>
          </>
        }
        note={
          'Toque una imagen para cambiarla, o suelte un archivo PNG, JPEG o WebP de hasta 1 MB ' +
          'sobre la tarjeta. Arrastre una tarjeta por su asa para ordenar.'
        }
      >
        <ul className="symbol-cards tiles gap-xs plain-list">
          {data.map((one, index) =>
            found(one) ? (
              <SymbolCard
                key={idOf(one)}
                symbol={one}
                index={index}
                count={data.length}
                faults={{
                  code: editing.faults[`data.${index}.code`],
                  name: editing.faults[`data.${index}.name`],
                  image: editing.faults[`data.${index}.image_url`],
                }}
                onChange={(part) => put(data.map((other) => (other === one ? changed(one, part) : other)))}
                onMove={move}
                onRemove={() => put(data.filter((_, at) => at !== index))}
                onZoom={() => setZoomed(one)}
              />
            ) : null,
          )}
        </ul>
        {data.length === 0 && (
          <EmptyState
            title="Aún no hay símbolos"
            text="Agréguelos con su código y su nombre: el resultado de un sorteo será uno de ellos."
          />
        )}
        {data.length > 0 && !data.some(found) && (
          <EmptyState
            title="Ningún símbolo coincide"
            action={<Button onClick={() => setSearch('')}>Ver todos</Button>}
          />
        )}
      </Panel>
      <Modal
        open={zoomed !== null}
        title={zoomed && `${zoomed.code} ${zoomed.name}`}
        footer={null}
        onCancel={() => setZoomed(null)}
        width={380}
      >
        {zoomed && (
          <div className="middle">
            <SymbolImage {...zoomed} size={280} alone />
          </div>
        )}
      </Modal>
    </PartFrame>
  )
}
