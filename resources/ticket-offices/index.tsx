/** Ticket offices: whether they live, what they sold, and what their terminals are asked, one by one or many at once. */
import { NextStep } from '@/kit/page/next-step.tsx'
import { ApiOutlined, CloudDownloadOutlined, DisconnectOutlined, MobileOutlined } from '@ant-design/icons'
import { agencies } from '@contract/agencies.ts'
import { mostAtOnce, mostMatching, ticketOffices, type TicketOfficeRow } from '@contract/ticket-offices.ts'
import { partners } from '@contract/partners.ts'
import { countText } from '@contract/values/money.ts'
import { registryScreen } from '@/kit/screen/registry-screen.tsx'
import { later } from '@/kit/page/later.tsx'
import { partnerRead, placeColumns } from '../partners/columns.ts'

const NameField = later(async () => (await import('../partners/name.tsx')).NameField)
const Order = later(async () => (await import('./order.tsx')).OrderDialog)

const people = ({ users }: TicketOfficeRow) =>
  users === 0 ? 'No tiene usuarios.' : `${countText(users, 'usuario', 'usuarios')} de la taquilla.`

export default registryScreen(ticketOffices, {
  title: 'Taquillas',
  one: 'taquilla',
  feminine: true,
  name: (row) => row.name,
  code: (row) => row.code,
  columns: [
    { key: 'name', fixed: true },
    'code',
    'father_name',
    'live',
    'last_sale_at',
    'software_version',
    'pending_command',
    'status',
    { key: 'sold_today', align: 'right' },
    { key: 'device_id', optional: true },
    { key: 'binds_device', optional: true },
    { key: 'last_seen_at', optional: true },
    { key: 'users', optional: true },
    { key: 'sessions', optional: true },
    { key: 'currencies', optional: true },
    ...placeColumns.map((column) => (typeof column === 'string' ? { key: column, optional: true as const } : column)),
  ],
  empty: {
    title: 'Aún no hay taquillas',
    text: 'Cree la primera: cuelga de una agencia, que debe existir antes, y hereda su configuración.',
    read_only: 'Cuando una agencia tenga taquillas, aparecerán aquí.',
    next: <NextStep screen="agencies">Ver las agencias</NextStep>,
  },
  create: {
    start: ({ currency }) => ({ status: 'activo', currencies: [currency] }),
    note: 'Está donde su agencia y hereda sus límites, productos, cupos y comisiones. Después se le crean sus vendedores en Usuarios.',
  },
  without: ['status'],
  own: (id) => ({ name: <NameField type="taquilla" {...(id !== undefined && { id })} /> }),
  // Comes when somebody moves one.
  saving: async (...of) => (await import('../partners/move.tsx')).askMove(...of),
  read: [...partnerRead],
  facts: [
    'live',
    'last_seen_at',
    'last_sale_at',
    'sold_today',
    'device_id',
    'device_bound_at',
    'software_version',
    'pending_command',
    'users',
    'sessions',
    'created_at',
  ],
  actions: {
    disconnect: {
      label: 'Desconectar',
      icon: <DisconnectOutlined />,
      dialog: (row, close) => (
        <Order
          row={row}
          endpoint={ticketOffices.disconnect}
          title={`Desconectar ${row.name}`}
          text={`Terminan en el acto las sesiones abiertas (${row.sessions}). ${people(row)} Pueden volver a entrar con su contraseña.`}
          action="Desconectar"
          onClose={close}
        />
      ),
    },
    release: {
      label: 'Liberar equipo',
      icon: <MobileOutlined />,
      dialog: (row, close) => (
        <Order
          row={row}
          endpoint={ticketOffices.release}
          title={`Liberar el equipo de ${row.name}`}
          text={
            row.binds_device
              ? `El equipo ${row.device_id} deja de poder vender. El próximo que entre queda atado en su lugar.`
              : `El equipo ${row.device_id} queda libre; la taquilla vende desde cualquiera.`
          }
          action="Liberar"
          onClose={close}
        />
      ),
    },
    software: {
      label: 'Actualizar software',
      icon: <CloudDownloadOutlined />,
      dialog: (row, close) => <Order row={row} command="software" onClose={close} />,
    },
    hardware: {
      label: 'Actualizar hardware',
      icon: <ApiOutlined />,
      dialog: (row, close) => <Order row={row} command="hardware" onClose={close} />,
    },
  },
  bulk: {
    endpoint: ticketOffices.bulk,
    most: mostAtOnce,
    matching: { endpoint: ticketOffices.matching, most: mostMatching },
    noun: ['taquilla', 'taquillas'],
    actions: [
      { action: 'activate', label: 'Activar', text: (count) => `${count} pueden vender de nuevo.` },
      {
        action: 'deactivate',
        label: 'Desactivar',
        text: (count) => `${count} dejan de vender en el acto. Lo ya vendido sigue valiendo.`,
        danger: true,
      },
      { action: 'disconnect', label: 'Desconectar', text: (count) => `Terminan las sesiones abiertas de ${count}.` },
      { action: 'release', label: 'Liberar equipo', text: (count) => `El equipo atado de ${count} queda libre.` },
      {
        action: 'software',
        label: 'Actualizar software',
        text: (count) => `Se pide a la terminal de ${count}; lo hace la próxima vez que se comunique.`,
      },
      {
        action: 'hardware',
        label: 'Actualizar hardware',
        text: (count) => `Se pide a la terminal de ${count}; lo hace la próxima vez que se comunique.`,
      },
      {
        action: 'remove',
        label: 'Eliminar',
        text: (count) => `${count} nunca vendieron ni tienen usuarios. No se puede deshacer.`,
        danger: true,
      },
    ],
  },
  switching: {
    off: (row) =>
      `Deja de vender en el acto. ${people(row)} Los tickets ya vendidos siguen valiendo y sus premios se pagan.`,
    on: () => 'Puede vender de nuevo.',
  },
  removal: {
    text: 'Nunca ha vendido y no tiene usuarios. Se elimina con su configuración, sus cupos y sus comisiones. No se puede deshacer.',
    kept: (row) => `${row.name} ya tiene actividad: quedó desactivada.`,
  },
  touches: [partners, agencies],
})
