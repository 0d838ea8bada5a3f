/** Agencies: the list, a new one over it, and each one with its data and its bets. */
import { CopyOutlined, UserSwitchOutlined } from '@ant-design/icons'
import { agencies, type AgencyRow } from '@contract/agencies.ts'
import type { EntityName } from '@contract/index.ts'
import { partners } from '@contract/partners.ts'
import { formatCount } from '@contract/values/money.ts'
import { registryScreen } from '@/kit/screen/registry-screen.tsx'
import { partnerRead, partnerStart, placeColumns } from '../partners/columns.ts'
import { later } from '@/kit/page/later.tsx'

/** What only one agency shows comes when one is opened. */
const AgencyBets = later(async () => (await import('./bets.tsx')).AgencyBets)
const tab = <K extends keyof typeof import('../partners/tabs.tsx')>(name: K) =>
  later(async () => (await import('../partners/tabs.tsx'))[name])
const PartnerSales = later(async () => (await import('../partners/sales.tsx')).PartnerSales)
const PartnerDebt = later(async () => (await import('../partners/debt.tsx')).PartnerDebt)
const PartnerTickets = tab('PartnerTickets')
const PartnerOffices = tab('PartnerOffices')
const AgencyUsers = tab('AgencyUsers')
const PartnerRates = tab('PartnerRates')
const PartnerChanges = later(async () => (await import('../partners/changes.tsx')).PartnerChanges)
const CloneDialog = later(async () => (await import('./clone.tsx')).CloneDialog)
const CopiedNotice = later(async () => (await import('./clone.tsx')).CopiedNotice)
const NameField = later(async () => (await import('../partners/name.tsx')).NameField)
const DocumentField = later(async () => (await import('../partners/name.tsx')).DocumentField)
const ResponsibleDialog = later(async () => (await import('./responsible.tsx')).ResponsibleDialog)

/** Figures of an agency stand in these under its name and its father's; their own modules need not come for it. */
const figures = ['kpis', 'reports', 'grossSales', 'dailySales', 'dailyBets'] satisfies EntityName[]

function officesText({ offices }: AgencyRow, what: string): string {
  if (offices === 0) return 'No tiene taquillas.'
  return `${offices === 1 ? 'Su taquilla' : `Sus ${formatCount(offices)} taquillas`} ${what}`
}

export default registryScreen(agencies, {
  title: 'Agencias',
  one: 'agencia',
  feminine: true,
  name: (row) => row.name,
  code: (row) => row.code,
  columns: [
    { key: 'name', fixed: true },
    'code',
    'father_name',
    'status',
    { key: 'debt', align: 'right', width: 340 },
    'offices',
    'last_sale_at',
    'payments_responsible_name',
    { key: 'balance', align: 'right', width: 340, optional: true },
    { key: 'available', align: 'right', width: 300, optional: true },
    'currencies',
    { key: 'prepaid', optional: true },
    ...placeColumns,
  ],
  empty: {
    title: 'Aún no hay agencias',
    text: 'Cree la primera: nace con la configuración de su padre y luego se le agregan taquillas.',
    read_only: 'Cuando la banca registre una agencia, aparecerá aquí.',
  },
  create: {
    start: partnerStart,
    note: 'Nace con los límites, productos, cupos y comisiones que hereda de su padre; después se ajustan en la agencia.',
    opens: () => 'general',
  },
  without: ['status'],
  own: (id) => ({
    name: <NameField type="agencia" {...(id !== undefined && { id })} />,
    document: <DocumentField type="agencia" {...(id !== undefined && { id })} />,
  }),
  read: [...partnerRead],
  facts: ['last_sale_at', 'offices', 'debt', 'balance', 'available', 'payments_responsible_name', 'created_at'],
  page: {
    tabs: [
      { segment: 'general', label: 'General' },
      {
        segment: 'bets',
        label: 'Jugadas',
        render: (row) => <AgencyBets agencyId={row.id} readOnly={!row.actions.includes('update')} />,
      },
      { segment: 'rates', label: 'Comisiones', render: (row) => <PartnerRates id={row.id} /> },
      { segment: 'sales', label: 'Ventas', render: (row) => <PartnerSales id={row.id} level="agencia" /> },
      { segment: 'account', label: 'Cuenta', render: (row) => <PartnerDebt id={row.id} /> },
      { segment: 'tickets', label: 'Tickets', render: (row) => <PartnerTickets id={row.id} /> },
      { segment: 'offices', label: 'Taquillas', render: (row) => <PartnerOffices id={row.id} /> },
      { segment: 'users', label: 'Usuarios', render: (row) => <AgencyUsers id={row.id} /> },
      { segment: 'changes', label: 'Cambios', render: (row) => <PartnerChanges id={row.id} /> },
    ],
    note: (row) => row.father_name,
    notice: () => <CopiedNotice />,
  },
  actions: {
    clone: {
      label: 'Clonar',
      icon: <CopyOutlined />,
      dialog: (row, close) => <CloneDialog key={row.id} row={row} onClose={close} />,
    },
    responsible: {
      label: 'Responsable de pago',
      icon: <UserSwitchOutlined />,
      dialog: (row, close) => <ResponsibleDialog key={row.id} row={row} onClose={close} />,
    },
  },
  // Comes when somebody moves one.
  saving: async (...of) => (await import('../partners/move.tsx')).askMove(...of),
  switching: {
    off: (row) =>
      `${officesText(row, 'dejan de vender en el acto.')} Los tickets ya vendidos siguen valiendo y sus premios se pagan.`,
    on: (row) => officesText(row, 'pueden vender de nuevo, si están activas.'),
  },
  removal: {
    text:
      'Nunca ha vendido y no tiene taquillas ni usuarios. Se elimina con su configuración ' +
      'de jugadas, sus cupos y sus comisiones. No se puede deshacer.',
    kept: (row) => `${row.name} ya tiene actividad: quedó desactivada.`,
  },
  // Figures of all days follow an agency that gets another father.
  touches: [partners, ...figures.map((name) => ({ name }))],
})
