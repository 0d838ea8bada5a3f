/**
 * Every screen of the product: section → screen → tab, with its exact path, Spanish label and rule. Menu, routes,
 * palette, breadcrumb and redirects are derived from here.
 */
import { allows, rules, type Rule, type Who } from './rules.ts'

export interface Screen {
  /** Names the component in `resources/index.ts`. */
  key: string
  path: string
  label: string
  access: Rule
  /** Shown greyed, its page does not open. Which reports are disabled is the banca's setting. */
  disabled: boolean
  /** Tabs of one page share it; the menu shows the page once and opens the first allowed tab. */
  page?: { path: string; label: string }
  /** Whom `/` leads here, wherever it stands in the menu. */
  home?: Rule
  /** Only who has several bancas is shown the way there; the address opens for all that its rule lets in. */
  many_bancas?: true
}

export interface Section {
  key: string
  label: string
  screens: readonly Screen[]
}

function screen(key: string, path: string, label: string, access: Rule, page?: Screen['page']): Screen {
  return { key, path, label, access, disabled: false, ...(page && { page }) }
}

/** The tabs of one page: `[key, last segment, label, rule]`. */
function tabs(
  path: string,
  label: string,
  list: readonly [key: string, segment: string, label: string, access: Rule][],
): Screen[] {
  return list.map(([key, segment, tab, access]) =>
    screen(key, segment ? `${path}/${segment}` : path, tab, access, { path, label }),
  )
}

const administrative = '/admin/administrative'
const report = `${administrative}/balance-report`
const cash = '/admin/cash-management'
const registry = '/admin/registry'
const tools = '/admin/tools'
const office = '/ticket-office'

export const sections: readonly Section[] = [
  {
    key: 'dashboards',
    label: 'Tableros',
    screens: [
      screen('sales-dashboard', '/admin/dashboards/sales', 'Ventas del día', rules.business),
      screen('analytical-dashboard', '/admin/dashboards/analytical', 'Analítico', rules.business),
      { ...screen('bancas-dashboard', '/admin/dashboards/bancas', 'Bancas', rules.supervision), many_bancas: true },
    ],
  },
  {
    key: 'administrative',
    label: 'Administrativo',
    screens: [
      ...tabs(`${administrative}/accounting-entries`, 'Contabilidad', [
        ['account-balance', 'accountBalance', 'Balance de cuentas', rules.business],
        ['payment-record', 'paymentRecord', 'Registro de pagos', rules.business],
        ['account-entries', 'accountEntries', 'Asientos', rules.accounting],
        ['movement-reports', 'movementReports', 'Movimientos', rules.business],
        ['sales-control', 'sales-control', 'Control de ventas', rules.business],
      ]),
      screen('payment-methods', `${administrative}/payment-methods`, 'Métodos de pago', rules.money),
      screen('accounts', `${administrative}/accounts`, 'Cuentas', rules.money),
      ...tabs(`${administrative}/transactions`, 'Transacciones', [
        ['transactions-pending', 'pending', 'Pendientes', rules.moneyNotPanama],
        ['transactions-history', 'history', 'Historial', rules.moneyNotPanama],
      ]),
      ...tabs(`${administrative}/cash-manage`, 'Gestión de efectivo', [
        ['cash-resume', 'resume', 'Resumen', rules.cashOversight],
        ['cash-registers', 'cash-registers', 'Cajas', rules.cashOversight],
        ['cash-funds', 'funds', 'Fondos', rules.cashOversight],
        ['cash-prizes', 'prizes', 'Premios', rules.cashOversight],
        ['cash-reloads', 'reloads', 'Recargas', rules.cashOversight],
        ['cash-audit', 'audit', 'Auditoría', rules.cashOversight],
      ]),
      screen('rate', `${administrative}/rate`, 'Tasa', rules.rates),
    ],
  },
  {
    key: 'reports',
    label: 'Reportes',
    screens: [
      screen('general-sales', `${report}/general-sales`, 'Ventas generales', rules.business),
      screen('gross-sales', `${report}/grossSales`, 'Ventas brutas', rules.business),
      screen('daily-sales', `${report}/daily-sales`, 'Ventas diarias', rules.business),
      screen('bets-daily', `${report}/betsDailyReports`, 'Jugadas diarias', rules.business),
      screen('sales-online', `${report}/salesOnline`, 'Ventas en línea', rules.business),
      screen('results', `${report}/results`, 'Resultados', rules.business),
      screen('ticket-consult', `${report}/ticketConsult`, 'Consulta de tickets', rules.business),
      screen('detailed-prize', `${report}/detailed-prize`, 'Premios detallados', rules.business),
      ...tabs('/admin/reports/external-reports', 'Reportes externos', [
        ['external-reports', '', 'Cargas', rules.externalSales],
        ['external-reports-config', 'config', 'Configuración', rules.externalSales],
      ]),
    ],
  },
  {
    key: 'cash-management',
    label: 'Gestión de caja',
    screens: [
      screen('agency-incomes', `${cash}/incomes`, 'Ingresos', rules.agencyCash),
      screen('agency-outcomes', `${cash}/outcomes`, 'Egresos', rules.agencyCash),
      screen('agency-cash-register', `${cash}/cash-register`, 'Cuadre de caja', rules.agencyCash),
      screen('agency-cash-config', `${cash}/config`, 'Configuración', rules.agencyCash),
    ],
  },
  {
    key: 'registry',
    label: 'Registro',
    screens: [
      screen('banking-config', `${registry}/banking/config`, 'Banca', rules.registryBanca),
      screen('top-quotas', `${registry}/top-quota`, 'Cupo máximo', rules.registryBanca),
      screen('affiliates', `${registry}/affiliates`, 'Afiliados', rules.registryRead),
      screen('agencies', `${registry}/agencies`, 'Agencias', rules.registryRead),
      screen('ticket-offices', `${registry}/ticket-office`, 'Taquillas', rules.registryRead),
      screen('quotas', `${registry}/quotas`, 'Cupos', rules.registryRead),
      screen('commissions', `${registry}/commissions`, 'Comisiones', rules.registryRead),
      screen('users', `${registry}/users`, 'Usuarios', rules.registryRead),
      screen('clients', `${registry}/clients`, 'Clientes', rules.registryRead),
      screen('products', `${registry}/products`, 'Productos', rules.registryBanca),
    ],
  },
  {
    key: 'tools',
    label: 'Herramientas',
    screens: [
      screen('manage-draws', `${tools}/award-raffle`, 'Premiar sorteos', rules.awarding),
      screen('logs-reports', `${tools}/logs-reports`, 'Bitácora', rules.banca),
      screen('updates', `${tools}/updates`, 'Actualizaciones', rules.banca),
      screen('blocked-numbers', `${tools}/block-number`, 'Bloquear números', rules.supervision),
      screen('suspended-draws', `${tools}/suspend-raffle`, 'Suspender sorteos', rules.supervision),
    ],
  },
  {
    key: 'ticket-office',
    label: 'Taquilla',
    screens: [
      { ...screen('sell', `${office}/sell`, 'Vender', rules.counter), home: rules.teller },
      screen('office-incomes', `${office}/incomes`, 'Ingresos', rules.counter),
      screen('office-outcomes', `${office}/outcomes`, 'Egresos', rules.counter),
      screen('office-cash-register', `${office}/cash-register`, 'Cuadre de caja', rules.counter),
    ],
  },
  {
    key: 'polla',
    label: 'Polla',
    screens: [
      screen('polla', `${office}/polla`, 'Tickets', rules.pollaCounter),
      screen('polla-results', `${office}/results`, 'Resultados', rules.pollaCounter),
      screen('polla-prizes', `${office}/prizes`, 'Premios', rules.pollaCounter),
    ],
  },
]

export const screens: readonly Screen[] = sections.flatMap((section) => section.screens)

/** Of a report that a banca may close: the entities whose calls are that report's alone. What other screens ask too stays open. */
const reportEntities: Readonly<Record<string, readonly string[]>> = {
  'general-sales': ['reports'],
  'gross-sales': ['grossSales'],
  'daily-sales': ['dailySales'],
  'bets-daily': ['dailyBets', 'dailyTerminalPaBets'],
  'sales-online': ['onlineSales'],
  'external-reports': ['externalSales'],
}

export interface Closing {
  disabled_screens?: readonly string[]
  many_bancas?: boolean
}

/** Is this user shown the way to the screen? */
export function isOffered(screen: Screen, who: Who & Closing): boolean {
  return allows(screen.access, who) && (!screen.many_bancas || who.many_bancas === true)
}

/** Is the screen shown greyed, and its page closed? By itself, or because the banca closed it. */
export function isClosed(screen: Screen, { disabled_screens }: Closing): boolean {
  return screen.disabled || (disabled_screens?.includes(screen.key) ?? false)
}

/** Did the banca close the one report that these calls are of? */
export function closesCalls({ disabled_screens = [] }: Closing, entity: string): boolean {
  return disabled_screens.some((key) => reportEntities[key]?.includes(entity))
}

/** The screens this user may open. Disabled ones are not among them. */
export function openScreens(who: Who & Closing): Screen[] {
  return screens.filter((one) => !isClosed(one, who) && isOffered(one, who))
}

/** Where `/` sends this user: its own, or else the first screen it may open; null when there is none. */
export function firstPath(who: Who & Closing): string | null {
  const open = openScreens(who)
  return (open.find(({ home }) => home && allows(home, who)) ?? open[0])?.path ?? null
}
