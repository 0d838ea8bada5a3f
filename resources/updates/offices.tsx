/** What each office has and should have, and in which channel it is. */
import { Button } from 'antd'
import { useState } from 'react'
import type { UpdateOfficeRow } from '@contract/software.ts'
import { updates } from '@contract/updates.ts'
import { countText } from '@contract/values/money.ts'
import { useAction } from '@providers/queries.ts'
import { ListTable } from '@/kit/screen/list-table.tsx'

const columns = [
  { key: 'name', fixed: true, width: 190 },
  { key: 'father_name', width: 180 },
  'standing',
  'version_name',
  'target_name',
  'channel',
  'asked_at',
  { key: 'note', width: 140 },
  { key: 'version_code', optional: true },
] as const

const nameOf = ({ name }: UpdateOfficeRow) => name

export function SoftwareOffices() {
  const [chosen, setChosen] = useState<readonly UpdateOfficeRow[]>([])
  const { run, pending } = useAction(updates.channel, { invalidates: [updates] })
  const put = async (channel: UpdateOfficeRow['channel']) => {
    if (await run({ body: { ids: chosen.map(({ id }) => id), channel } })) setChosen([])
  }
  return (
    <>
      {chosen.length > 0 && (
        <div className="row gap-xs" role="group" aria-label="Canal de las elegidas">
          <span role="status">{countText(chosen.length, 'taquilla elegida', 'taquillas elegidas')}</span>
          <Button loading={pending} onClick={() => void put('prueba')}>
            Poner en prueba
          </Button>
          <Button loading={pending} onClick={() => void put('estable')}>
            Poner en estable
          </Button>
          <Button type="text" disabled={pending} onClick={() => setChosen([])}>
            Quitar la selección
          </Button>
        </div>
      )}
      <ListTable
        list={updates.offices}
        columns={columns}
        rowName={nameOf}
        storageKey="updates-offices"
        selection={{
          keys: chosen.map(({ id }) => id),
          nameOf,
          onChange: (keys, rows) => {
            const known = new Map([...chosen, ...rows].filter(Boolean).map((row) => [row.id, row]))
            setChosen(keys.flatMap((key) => known.get(key as number) ?? []))
          },
        }}
        empty={{
          title: 'Aún no hay taquillas',
          text: 'Cuando una agencia tenga taquillas, aquí se verá qué versión tiene cada una.',
        }}
      />
    </>
  )
}
