/** The network from a workbook: a template or the network itself to take away, a workbook to send, and those that were sent. */
import { DownloadOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { shortInstant } from '@contract/values/dates.ts'
import { networkLimits } from '@contract/network-sheets.ts'
import { network, type NetworkImport } from '@contract/network.ts'
import { formatCount } from '@contract/values/money.ts'
import { useCall, useEndpointCache } from '@providers/queries.ts'
import { useSession } from '@providers/session.ts'
import { SendBook } from '@/kit/files/send-book.tsx'
import { useTaking } from '@/kit/files/taking.ts'
import { Panel } from '@/kit/page/panel.tsx'
import { ProblemView } from '@/kit/page/problem-view.tsx'
import { ListSkeleton } from '@/kit/page/skeletons.tsx'
import { Stack } from '@/kit/page/stack.tsx'
import { FigureTable } from '@/kit/table/figure-table.tsx'
import { BookView } from './book-view.tsx'
import { ImportState, sheetRowCount, useChosenBook } from './state.tsx'

const limitsText =
  `XLSX o CSV de hasta ${formatCount(networkLimits.rows)} filas y ` +
  `${networkLimits.bytes / 1_000_000} MB. Se revisa entero antes de escribir nada.`

function SendNetwork({ onSent }: { onSent: (id: number) => void }) {
  const { invalidate } = useEndpointCache()
  const { take, taking } = useTaking<'empty' | 'whole'>()
  return (
    <Panel
      title="Subir un libro"
      note={
        'Distribuidores, agencias, taquillas, usuarios y comisiones en hojas del mismo ' +
        'libro. El código dice quién es: si ya existe, solo cambia lo que difiere, y una ' +
        'celda vacía no cambia nada.'
      }
      actions={
        <>
          <Button
            icon={<DownloadOutlined />}
            loading={taking === 'empty'}
            onClick={() => void take('empty', network.book, { query: { empty: true } })}
          >
            Plantilla
          </Button>
          <Button
            icon={<DownloadOutlined />}
            loading={taking === 'whole'}
            onClick={() => void take('whole', network.book, {})}
          >
            La red de ahora
          </Button>
        </>
      }
    >
      <Stack>
        <SendBook
          endpoint={network.load}
          largest={networkLimits.bytes}
          limits={limitsText}
          doing="Subiendo el libro…"
          onSent={async ({ id }) => {
            await invalidate(network)
            onSent(id)
          }}
        />
      </Stack>
    </Panel>
  )
}

function Sent({ imports, onOpen }: { imports: readonly NetworkImport[]; onOpen: (id: number) => void }) {
  const { zone } = useSession()
  if (imports.length === 0) return null
  return (
    <FigureTable
      caption="Libros que usted subió"
      rows={imports}
      rowKey={({ id }) => id}
      columns={[
        {
          title: 'Libro',
          text: true,
          render: ({ id, filename }) => (
            <Button type="link" size="small" style={{ padding: 0 }} onClick={() => onOpen(id)}>
              {filename}
            </Button>
          ),
        },
        { title: 'Estado', text: true, render: (one) => <ImportState one={one} /> },
        { title: 'Filas', render: (one) => formatCount(sheetRowCount(one)) },
        { title: 'Fallas', render: ({ faults }) => formatCount(faults) },
        { title: 'Subido', text: true, render: ({ requested_at }) => shortInstant(requested_at, zone) },
      ]}
    />
  )
}

export function NetworkImports() {
  const [book, open] = useChosenBook()
  const list = useCall(network.list, {}, { enabled: book === undefined })
  if (book !== undefined) return <BookView key={book} id={book} onBack={() => open(undefined)} />
  return (
    <Stack>
      <SendNetwork onSent={open} />
      {list.data && <Sent imports={list.data.data} onOpen={open} />}
      {list.isError && <ProblemView error={list.error} onRetry={() => void list.refetch()} />}
      {list.isPending && <ListSkeleton rows={4} />}
    </Stack>
  )
}
