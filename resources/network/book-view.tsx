/** One workbook: how far it is, what is wrong with it, what it would do, and doing it. */
import { ArrowLeftOutlined, KeyOutlined, WarningFilled } from '@ant-design/icons'
import { Alert, Button, Progress, Segmented } from 'antd'
import { useEffect, useState } from 'react'
import { agencies } from '@contract/agencies.ts'
import { commissions } from '@contract/commissions.ts'
import { ticketOffices } from '@contract/ticket-offices.ts'
import { networkSheetLabels } from '@contract/network-sheets.ts'
import { network, type NetworkChange, type NetworkFault, type NetworkImport } from '@contract/network.ts'
import { partners } from '@contract/partners.ts'
import { users } from '@contract/users.ts'
import { distributors } from '@contract/distributors.ts'
import { countText, formatCount } from '@contract/values/money.ts'
import { goingPercent } from '@contract/values/progress.ts'
import { useAction, useCall, useEndpointCache } from '@providers/queries.ts'
import { useTaking } from '@/kit/files/taking.ts'
import { useConfirm } from '@/kit/page/confirm.tsx'
import { ProblemView } from '@/kit/page/problem-view.tsx'
import { ListSkeleton } from '@/kit/page/skeletons.tsx'
import { Stack } from '@/kit/page/stack.tsx'
import type { ColumnSpec } from '@/kit/screen/columns.tsx'
import { ListTable } from '@/kit/screen/list-table.tsx'
import { FigureTable } from '@/kit/table/figure-table.tsx'
import { BookColumns } from './book-columns.tsx'
import { BookTree } from './book-tree.tsx'
import { ImportState, isWorking, sheetRowCount } from './state.tsx'

/** What a workbook writes. */
const kept = [partners, distributors, agencies, ticketOffices, users, commissions] as const

/** While something is done with it, it is looked at this often. */
const everyMs = 1_500

export function BookView({ id, onBack }: { id: number; onBack: () => void }) {
  const [works, setWorks] = useState(true)
  const { data, isError, error, refetch } = useCall(
    network.show,
    { params: { id } },
    { refetchInterval: works && everyMs },
  )
  if (data && isWorking(data) !== works) setWorks(isWorking(data))
  const { invalidate } = useEndpointCache()
  const written = data?.state === 'aplicada'
  // What it wrote shows on every screen from then on, not from when it was pressed.
  useEffect(() => {
    if (written) void Promise.all(kept.map(invalidate))
  }, [written, invalidate])
  const back = (
    <Button type="link" icon={<ArrowLeftOutlined />} style={{ padding: 0 }} onClick={onBack}>
      Todos los libros
    </Button>
  )
  if (!data)
    return (
      <Stack>
        <div>{back}</div>
        {isError ? <ProblemView error={error} onRetry={() => void refetch()} /> : <ListSkeleton rows={8} />}
      </Stack>
    )
  return (
    <Stack>
      <div className="row gap-sm">
        {back}
        <strong>{data.filename}</strong>
        <ImportState one={data} />
        <span className="push" />
        <BookActions one={data} onBack={onBack} />
      </div>
      {isWorking(data) ? <Working one={data} /> : <Found one={data} />}
    </Stack>
  )
}

function Working({ one: { state, phase, done, total } }: { one: NetworkImport }) {
  return (
    <div role="status">
      {phase || (state === 'por_aplicar' ? 'En espera de aplicarse' : 'En espera de revisarse')}
      {total > 0 && ` · ${formatCount(done)} de ${formatCount(total)}`}
      <Progress percent={goingPercent(done, total)} showInfo={total > 0} status="active" />
      <p className="sorteo-muted">Puede dejar esta pantalla: cuando termine aparecerá en sus avisos.</p>
    </div>
  )
}

/** What it makes and changes, in words: `crea 12 y cambia 3`. */
function effectText({ sheets }: NetworkImport): string {
  const sum = (action: 'crea' | 'cambia') => sheets.reduce((all, { counts }) => all + counts[action], 0)
  return `Se crean ${countText(sum('crea'), 'fila', 'filas')} y cambian ${formatCount(sum('cambia'))}`
}

const changesNothing = ({ sheets }: NetworkImport) => sheets.every(({ counts }) => counts.crea + counts.cambia === 0)

function BookActions({ one, onBack }: { one: NetworkImport; onBack: () => void }) {
  const { id, state, faults, review, without_password } = one
  const apply = useAction(network.apply, { success: false, invalidates: [network] })
  const discard = useAction(network.discard, { success: 'El libro se descartó.', invalidates: [network] })
  const { take, taking } = useTaking<'passwords'>()
  const [ask, dialog] = useConfirm()
  const open = state === 'revisada' || state === 'fallida'
  return (
    <>
      {open && (
        <Button
          disabled={discard.pending}
          onClick={() => void discard.run({ params: { id } }).then((done) => done && onBack())}
        >
          Descartar
        </Button>
      )}
      {state === 'revisada' && faults === 0 && !changesNothing(one) && (
        <Button
          type="primary"
          onClick={() =>
            ask({
              title: 'Aplicar el libro',
              text: `${effectText(one)}. Se escribe todo o nada; si la red cambió desde la revisión, no se escribe.`,
              action: 'Aplicar',
              run: () => apply.run({ params: { id }, body: { review: review! } }),
            })
          }
        >
          Aplicar
        </Button>
      )}
      {without_password > 0 && (
        <Button
          icon={<KeyOutlined />}
          loading={taking === 'passwords'}
          onClick={() =>
            ask({
              title: 'Contraseñas de un solo uso',
              text:
                'Baja un archivo con una contraseña para ' +
                `${countText(without_password, 'usuario que no ha entrado', 'usuarios que no han entrado')}. ` +
                'Las que ya hubiera bajado dejan de servir. Guárdelo con cuidado: no queda copia.',
              action: 'Bajar contraseñas',
              run: () => take('passwords', network.passwords, { params: { id } }),
            })
          }
        >
          Contraseñas de {formatCount(without_password)}
        </Button>
      )}
      {dialog}
    </>
  )
}

function Found({ one }: { one: NetworkImport }) {
  const { problem, sheets, others, faults, state } = one
  return (
    <Stack>
      {problem && (
        <div className="notice row baseline gap-sm" role="alert">
          <WarningFilled aria-hidden="true" />
          <p className="grow">{problem}</p>
        </div>
      )}
      {others.length > 0 && (
        <Alert type="info" showIcon message={`De estas hojas no se lee nada: ${others.join(', ')}.`} />
      )}
      {sheets.length > 0 && <Sheets one={one} />}
      {sheets.length > 0 && state !== 'aplicada' && state !== 'descartada' && <BookColumns one={one} />}
      {state === 'revisada' && faults === 0 && sheets.length > 0 && changesNothing(one) && (
        <Alert type="info" showIcon message="El libro no cambia nada: la red ya está como él dice." />
      )}
      {faults > 0 ? <Faults one={one} /> : sheets.length > 0 && <Changes one={one} />}
    </Stack>
  )
}

function Sheets({ one: { sheets } }: { one: NetworkImport }) {
  return (
    <FigureTable
      caption="Qué hace el libro"
      rows={sheets}
      rowKey={({ sheet }) => sheet}
      columns={[
        { title: 'Hoja', text: true, render: ({ sheet }) => networkSheetLabels[sheet] },
        { title: 'Filas', render: ({ rows }) => formatCount(rows) },
        { title: 'Se crean', render: ({ counts }) => formatCount(counts.crea) },
        { title: 'Cambian', render: ({ counts }) => formatCount(counts.cambia) },
        { title: 'Quedan igual', render: ({ counts }) => formatCount(counts.igual) },
      ]}
    />
  )
}

const faultColumns: ColumnSpec<NetworkFault>[] = [
  { key: 'sheet', fixed: true, width: 130 },
  { key: 'line', width: 80 },
  { key: 'column', width: 170 },
  { key: 'value', width: 200 },
  { key: 'message', width: 420 },
]

function Faults({ one: { id, faults } }: { one: NetworkImport }) {
  return (
    <Stack gap="sm">
      <div className="notice row baseline gap-sm" role="note">
        <WarningFilled aria-hidden="true" />
        <p className="grow">
          {countText(faults, 'falla', 'fallas')} por corregir en el libro. Corríjalas y súbalo de nuevo: no se escribe
          nada mientras haya una.
        </p>
      </div>
      <ListTable
        list={network.faults}
        columns={faultColumns}
        fixed={{ import_id: id }}
        rowKey={({ n }) => n}
        rowName={({ line }) => `Fila ${line}`}
        storageKey="network-faults"
        empty={{ title: 'Ninguna falla', text: 'Ninguna cumple el filtro. Quítelo para verlas todas.' }}
      />
    </Stack>
  )
}

const changeColumns: ColumnSpec<NetworkChange>[] = [
  { key: 'sheet', fixed: true, width: 130 },
  { key: 'line', width: 80 },
  { key: 'action', width: 120 },
  { key: 'key', width: 140 },
  { key: 'name', width: 240 },
  { key: 'differences', width: 420 },
]

/** The tree as it would be, or row by row. */
function Changes({ one }: { one: NetworkImport }) {
  const [view, setView] = useState<'tree' | 'rows'>('tree')
  if (sheetRowCount(one) === 0) return null
  return (
    <Stack gap="sm">
      <div>
        <Segmented
          aria-label="Ver los cambios como"
          value={view}
          options={[
            { value: 'tree', label: one.state === 'aplicada' ? 'El árbol como quedó' : 'El árbol como quedaría' },
            { value: 'rows', label: 'Fila por fila' },
          ]}
          onChange={(chosen) => setView(chosen === 'rows' ? 'rows' : 'tree')}
        />
      </div>
      {view === 'tree' ? (
        <BookTree id={one.id} />
      ) : (
        <ListTable
          list={network.changes}
          columns={changeColumns}
          fixed={{ import_id: one.id }}
          rowKey={({ n }) => n}
          rowName={({ key, name }) => `${key} ${name}`}
          storageKey="network-changes"
          empty={{ title: 'Ninguna fila', text: 'Ninguna cumple el filtro. Quítelo para verlas todas.' }}
        />
      )}
    </Stack>
  )
}
