/** Clients: who stands behind pollas and large prizes, and what each did. */
import { clients } from '@contract/clients.ts'
import { ListTable } from '@/kit/screen/list-table.tsx'
import { registryScreen } from '@/kit/screen/registry-screen.tsx'

function Operations({ id }: { id: number }) {
  return (
    <ListTable
      list={clients.operations}
      columns={[{ key: 'at', fixed: true }, 'kind', 'serial', 'office_name', { key: 'amount', width: 140 }]}
      fixed={{ client_id: id }}
      rowKey={(row) => `${row.kind}:${row.serial}`}
      rowName={(row) => row.serial}
      storageKey="client-operations"
      empty={{
        title: 'Sin operaciones en sus taquillas',
        text: 'Las pollas y los premios que se le pongan a su nombre en la taquilla aparecen aquí.',
      }}
    />
  )
}

export default registryScreen(clients, {
  title: 'Clientes',
  one: 'cliente',
  name: (row) => row.name,
  code: (row) => row.document,
  columns: [
    { key: 'name', fixed: true },
    'document',
    'type',
    'phone',
    'partner_name',
    'operations',
    'last_operation_at',
    'status',
    { key: 'email', optional: true },
    { key: 'created_at', optional: true },
  ],
  create: {
    start: ({ country_iso2 }) => ({ type: country_iso2 === 'PA' ? 'C' : 'V' }),
    only: ['type', 'dni', 'name', 'phone', 'email', 'notes'],
  },
  facts: ['partner_name', 'operations', 'last_operation_at', 'created_at'],
  page: {
    tabs: [
      { segment: 'general', label: 'General' },
      { segment: 'operations', label: 'Operaciones', render: (row) => <Operations id={row.id} /> },
    ],
    note: (row) => row.partner_name,
  },
  switching: {
    off: () => 'No se le puede poner a ninguna operación más. Las que tiene quedan como están.',
    on: () => 'Puede estar de nuevo en pollas y premios.',
  },
  removal: {
    text: 'No tiene operaciones. Se elimina con sus datos. No se puede deshacer.',
    kept: (row) => `${row.name} ya tiene operaciones: quedó desactivado.`,
  },
  empty: {
    title: 'Aún no hay clientes',
    text: 'Cree uno, o póngale nombre a una polla o a un premio en la taquilla: queda registrado con ella.',
    read_only: 'Cuando una taquilla ponga nombre a una polla o a un premio, el cliente aparecerá aquí.',
  },
})
