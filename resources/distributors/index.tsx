/** Affiliates: the tree of the network, and its distributors as a list; a distributor opens over either. */
import { distributors, type DistributorRow } from '@contract/distributors.ts'
import type { EntityName } from '@contract/index.ts'
import { partners } from '@contract/partners.ts'
import { countText } from '@contract/values/money.ts'
import { later } from '@/kit/page/later.tsx'
import { Page } from '@/kit/page/page.tsx'
import { useRegistryList, type RegistryListProps } from '@/kit/screen/registry-list.tsx'
import { registryScreen } from '@/kit/screen/registry-screen.tsx'
import { partnerRead, partnerStart, placeColumns } from '../partners/columns.ts'
import { AffiliateSwitch, AffiliateViews } from './views.tsx'

const tab = <K extends keyof typeof import('../partners/tabs.tsx')>(name: K) =>
  later(async () => (await import('../partners/tabs.tsx'))[name])
const PartnerSales = later(async () => (await import('../partners/sales.tsx')).PartnerSales)
const PartnerDebt = later(async () => (await import('../partners/debt.tsx')).PartnerDebt)
const PartnerAgencies = tab('PartnerAgencies')
const DistributorUsers = tab('DistributorUsers')
const PartnerRates = tab('PartnerRates')
const PartnerChanges = later(async () => (await import('../partners/changes.tsx')).PartnerChanges)
const Bets = later(async () => (await import('../agencies/bets.tsx')).AgencyBets)
const NameField = later(async () => (await import('../partners/name.tsx')).NameField)
const DocumentField = later(async () => (await import('../partners/name.tsx')).DocumentField)

/** What shows a distributor's name, its place or its figures; their own modules need not come for it. */
const others = ['agencies', 'kpis', 'reports', 'grossSales', 'dailySales', 'dailyBets'] satisfies EntityName[]

/** What is below it, in words. */
function belowText({ agencies, offices }: DistributorRow): string {
  return `${countText(agencies, 'agencia', 'agencias')} y ${countText(offices, 'taquilla', 'taquillas')}`
}

/** The list is one of several views of the network. */
function Affiliates({ screen }: RegistryListProps<typeof distributors>) {
  const { list, create, over } = useRegistryList(screen)
  return (
    <Page title={screen.said.title} filters={<AffiliateSwitch />} actions={create}>
      <AffiliateViews list={list} />
      {over}
    </Page>
  )
}

export default registryScreen(
  distributors,
  {
    title: 'Afiliados',
    one: 'distribuidor',
    name: (row) => row.name,
    code: (row) => row.code,
    columns: [
      { key: 'name', fixed: true },
      'code',
      'status',
      { key: 'sold_today', align: 'right' },
      { key: 'debt', align: 'right', width: 350 },
      'agencies',
      'offices',
      'father_name',
      { key: 'balance', align: 'right', width: 350, optional: true },
      { key: 'directs', optional: true },
      'currencies',
      ...placeColumns,
    ],
    empty: {
      title: 'Aún no hay distribuidores',
      text: 'Cree el primero: cuelga de la banca o de otro distribuidor. Una agencia también puede colgar de la banca sin él.',
      read_only: 'Cuando la banca registre un distribuidor, aparecerá aquí.',
    },
    create: {
      // Most hang from whoever makes them.
      start: (session) => ({ ...partnerStart(session), father_id: session.partner_id }),
      opens: () => 'general',
      note: 'Nace con los límites, productos, cupos y comisiones que hereda de su padre.',
    },
    without: ['status'],
    own: (id) => ({
      name: <NameField type="distribuidor" {...(id !== undefined && { id })} />,
      document: <DocumentField type="distribuidor" {...(id !== undefined && { id })} />,
    }),
    read: [...partnerRead],
    page: {
      tabs: [
        { segment: 'general', label: 'General' },
        {
          segment: 'bets',
          label: 'Límites',
          render: (row) => <Bets agencyId={row.id} readOnly={!row.actions.includes('update')} />,
        },
        { segment: 'rates', label: 'Comisiones', render: (row) => <PartnerRates id={row.id} /> },
        { segment: 'agencies', label: 'Agencias', render: (row) => <PartnerAgencies id={row.id} /> },
        { segment: 'sales', label: 'Ventas', render: (row) => <PartnerSales id={row.id} level="distribuidor" /> },
        { segment: 'account', label: 'Cuenta', render: (row) => <PartnerDebt id={row.id} /> },
        { segment: 'users', label: 'Usuarios', render: (row) => <DistributorUsers id={row.id} /> },
        { segment: 'changes', label: 'Cambios', render: (row) => <PartnerChanges id={row.id} /> },
      ],
      note: (row) => row.father_name,
      // The tree opens the way to it, wherever it hangs by now.
      back: (row) => ({ at: row.id }),
    },
    facts: ['directs', 'agencies', 'offices', 'sold_today', 'debt', 'balance', 'created_at'],
    // Comes when somebody moves one.
    saving: async (...of) => (await import('../partners/move.tsx')).askMove(...of),
    switching: {
      off: (row) =>
        row.directs === 0
          ? 'Nada depende de él. Sus usuarios salen en el acto de sus sesiones.'
          : `Con él se detienen ${belowText(row)}: dejan de vender y sus usuarios salen en el ` +
            'acto. Los tickets ya vendidos siguen valiendo y sus premios se pagan.',
      on: (row) =>
        row.directs === 0 ? 'Vuelve a operar.' : `Pueden operar de nuevo ${belowText(row)}, si están activas.`,
    },
    removal: {
      text: 'Nada depende de él ni habla de él. Se elimina con su configuración, sus cupos y sus comisiones. No se puede deshacer.',
      kept: (row) => `${row.name} ya tiene actividad: quedó desactivado.`,
    },
    // Figures of all days follow a distributor that gets another father.
    touches: [partners, ...others.map((name) => ({ name }))],
  },
  Affiliates,
)
