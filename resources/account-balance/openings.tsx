/** What a banca brings along when it begins: a template, the sheet that is sent, what it says or what is wrong, and posting it. */
import { DownloadOutlined, UploadOutlined } from '@ant-design/icons'
import { Alert, Button, Drawer } from 'antd'
import { useState } from 'react'
import { accountBalance } from '@contract/account-balance.ts'
import { accountEntries } from '@contract/account-entries.ts'
import { openingFacts, openingLimits, openings, type ReadOpenings } from '@contract/openings.ts'
import { formatDay } from '@contract/values/dates.ts'
import { countText, formatCount } from '@contract/values/money.ts'
import { useAction } from '@providers/queries.ts'
import { SendBook } from '@/kit/files/send-book.tsx'
import { useTaking } from '@/kit/files/taking.ts'
import { Stack } from '@/kit/page/stack.tsx'
import { FigureTable } from '@/kit/table/figure-table.tsx'
import { usePhone } from '@/kit/table/phone.ts'
import { Money } from '@/kit/values/money.tsx'

const limitsText =
  `XLSX o CSV de hasta ${formatCount(openingLimits.rows)} filas y ${openingLimits.bytes / 1_000_000} MB. ` +
  'Se revisa entero antes de asentar nada.'

export function Openings() {
  const [open, setOpen] = useState(false)
  // It is needed once: on a phone it takes no line from the rows.
  const phone = usePhone()
  return (
    <>
      <Button
        icon={<UploadOutlined />}
        aria-label="Saldos iniciales"
        title="Saldos iniciales"
        onClick={() => setOpen(true)}
      >
        {!phone && 'Saldos iniciales'}
      </Button>
      {open && <OpeningsDrawer onClose={() => setOpen(false)} />}
    </>
  )
}

function OpeningsDrawer({ onClose }: { onClose: () => void }) {
  const [read, setRead] = useState<ReadOpenings | null>(null)
  const { take, taking } = useTaking<'template'>()
  const post = useAction(openings.post, {
    invalidates: [accountBalance, accountEntries, openings],
    success: 'Los saldos iniciales quedaron asentados.',
  })
  const confirm = async () => {
    if (read && (await post.run({ body: { week: read.week, rows: read.data } }))) onClose()
  }
  return (
    <Drawer open width={640} title="Saldos iniciales" maskClosable={false} onClose={onClose}>
      <Stack>
        <p>
          Lo que debía cada afiliado, lo que había en cajas, fondos, bancos y potes, y lo que arrastraba cada agencia
          antes de empezar aquí. Cada saldo se trae una sola vez, mientras nada suyo esté cerrado, y con su deuda queda
          cerrada su primera semana.
        </p>
        <div>
          <Button
            icon={<DownloadOutlined />}
            loading={taking === 'template'}
            onClick={() => void take('template', openings.template, {})}
          >
            Plantilla
          </Button>
        </div>
        <SendBook
          endpoint={openings.read}
          largest={openingLimits.bytes}
          limits={limitsText}
          doing="Leyendo el libro…"
          disabled={post.pending}
          onStart={() => setRead(null)}
          onSent={setRead}
        />
        {read && read.faults > 0 && <Faults read={read} />}
        {read && read.faults === 0 && read.data.length === 0 && (
          <Alert type="warning" showIcon message="El libro no trae ningún monto" />
        )}
        {read && read.faults === 0 && read.data.length > 0 && (
          <>
            <Sums read={read} />
            <div>
              <Button type="primary" loading={post.pending} onClick={() => void confirm()}>
                Asentar {countText(read.data.length, 'saldo', 'saldos')}
              </Button>
            </div>
          </>
        )}
      </Stack>
    </Drawer>
  )
}

function Faults({ read: { faults, fault_list } }: { read: ReadOpenings }) {
  return (
    <>
      <Alert
        type="error"
        showIcon
        role="alert"
        message={countText(faults, 'celda por corregir', 'celdas por corregir')}
        description="No se asienta nada: corrija el libro y súbalo de nuevo."
      />
      <FigureTable
        caption={
          faults > fault_list.length ? `Las primeras ${formatCount(fault_list.length)}` : 'Lo que hay que corregir'
        }
        rows={fault_list}
        rowKey={({ cell }, n) => `${cell}:${n}`}
        columns={[
          { title: 'Celda', text: true, render: ({ cell }) => cell },
          { title: 'Dice', text: true, render: ({ value }) => value || 'Nada' },
          { title: 'Qué pasa', text: true, render: ({ message }) => message },
        ]}
      />
    </>
  )
}

function Sums({ read: { week, sums } }: { read: ReadOpenings }) {
  return (
    <FigureTable
      caption={`Con fecha del domingo ${formatDay(week)}`}
      rows={sums}
      rowKey={({ kind, currency }) => `${kind}:${currency}`}
      columns={[
        { title: 'Qué es', text: true, render: ({ kind }) => openingFacts[kind].label },
        { title: 'Filas', render: ({ rows }) => formatCount(rows) },
        { title: 'Suma', render: ({ amount, currency }) => <Money value={amount} currency={currency} signed clear /> },
      ]}
    />
  )
}
