/**
 * Every screen of the product: section → screen → tab, with its exact path, Spanish label, rule and
 * the endpoints it uses. Menu, routes, palette, breadcrumb and redirects are derived from here.
 * A screen whose component does not exist yet is declared all the same and stays out of the menu.
 */
import type { Endpoint } from '../endpoint.ts'
import { auditLog } from '../audit-log.ts'
import { agencies } from '../agencies.ts'
import { betsConfigurations } from '../bets-configurations.ts'
import { awardingControl } from '../awarding-control.ts'
import { blockedNumbers } from '../blocked-numbers.ts'
import { draws } from '../draws.ts'
import { manageDraws } from '../manage-draws.ts'
import { suspendedDraws } from '../suspended-draws.ts'
import { general } from '../general.ts'
import { grossSales } from '../gross-sales.ts'
import { kpis } from '../kpis.ts'
import { locations } from '../locations.ts'
import { partners } from '../partners.ts'
import { images } from '../images.ts'
import { paymentMethods } from '../payment-methods.ts'
import { polla } from '../polla.ts'
import { products } from '../products.ts'
import { quotas } from '../quotas.ts'
import { topQuotas } from '../top-quotas.ts'
import { reports } from '../reports.ts'
import { ticketReports } from '../ticket-reports.ts'
import { tickets } from '../tickets.ts'
import { ticketManagement } from '../ticket-management.ts'
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
  uses: readonly Endpoint[]
}

export interface Section {
  key: string
  label: string
  screens: readonly Screen[]
}

function screen(
  key: string,
  path: string,
  label: string,
  access: Rule,
  uses: readonly Endpoint<any, any, any, any>[] = [],
  page?: Screen['page'],
): Screen {
  return { key, path, label, access, disabled: false, uses: uses as readonly Endpoint[], ...(page && { page }) }
}

/** The tabs of one page: `[key, last segment, label, rule]`. */
function tabs(
  path: string,
  label: string,
  list: readonly [key: string, segment: string, label: string, access: Rule][],
): Screen[] {
  return list.map(([key, segment, tab, access]) =>
    screen(key, segment ? `${path}/${segment}` : path, tab, access, [], { path, label }),
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
      screen('sales-dashboard', '/admin/dashboards/sales', 'Ventas del día', rules.business, [
        ...Object.values(kpis.endpoints),
        draws.list,
        draws.pending,
        partners.options,
        general.products,
      ]),
      screen('analytical-dashboard', '/admin/dashboards/analytical', 'Analítico', rules.business),
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
      screen(
        'payment-methods',
        `${administrative}/payment-methods`,
        'Métodos de pago',
        rules.money,
        Object.values(paymentMethods.endpoints),
      ),
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
      screen('general-sales', `${report}/general-sales`, 'Ventas generales', rules.business, [
        ...Object.values(reports.endpoints),
        partners.options,
        general.products,
      ]),
      screen('gross-sales', `${report}/grossSales`, 'Ventas brutas', rules.business, [
        ...Object.values(grossSales.endpoints),
        partners.options,
        general.products,
      ]),
      screen('daily-sales', `${report}/daily-sales`, 'Ventas diarias', rules.business),
      screen('bets-daily', `${report}/betsDailyReports`, 'Jugadas diarias', rules.business),
      screen('sales-online', `${report}/salesOnline`, 'Ventas en línea', rules.business),
      screen('results', `${report}/results`, 'Resultados', rules.business, [
        draws.list,
        manageDraws.results,
        manageDraws.resultsExport,
        manageDraws.saveResult,
        general.products,
      ]),
      screen('ticket-consult', `${report}/ticketConsult`, 'Consulta de tickets', rules.business, [
        ticketReports.consult,
        ticketReports.consultExport,
        ticketReports.played,
        ticketReports.playedExport,
        ticketReports.playedSummary,
        ticketReports.betNumber,
        draws.list,
        ...Object.values(ticketManagement.endpoints),
        partners.options,
        general.products,
      ]),
      screen('detailed-prize', `${report}/detailed-prize`, 'Premios detallados', rules.business, [
        ticketReports.detailedPrize,
        ticketReports.detailedPrizeExport,
        ticketReports.detailedPrizeSummary,
        ticketManagement.show,
        partners.options,
        general.products,
      ]),
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
      screen('top-quotas', `${registry}/top-quota`, 'Cupo máximo', rules.registryBanca, [
        ...Object.values(topQuotas.endpoints),
        general.products,
      ]),
      screen('affiliates', `${registry}/affiliates`, 'Afiliados', rules.registryRead),
      screen('agencies', `${registry}/agencies`, 'Agencias', rules.registryRead, [
        ...Object.values(agencies.endpoints),
        ...Object.values(betsConfigurations.endpoints),
        ...Object.values(locations.endpoints),
        partners.fathers,
        partners.invalidNames,
        partners.list,
      ]),
      screen('ticket-offices', `${registry}/ticket-office`, 'Taquillas', rules.registryRead),
      screen('quotas', `${registry}/quotas`, 'Cupos', rules.registryRead, [
        ...Object.values(quotas.endpoints),
        ...Object.values(betsConfigurations.endpoints),
        partners.list,
        partners.directs,
        partners.options,
        general.products,
      ]),
      screen('commissions', `${registry}/commissions`, 'Comisiones', rules.registryRead),
      screen('users', `${registry}/users`, 'Usuarios', rules.registryRead),
      screen('products', `${registry}/products`, 'Productos', rules.registryBanca, [
        ...Object.values(products.endpoints),
        images.upload,
        general.typesBet,
      ]),
    ],
  },
  {
    key: 'tools',
    label: 'Herramientas',
    screens: [
      screen('manage-draws', `${tools}/award-raffle`, 'Premiar sorteos', rules.awarding, [
        draws.list,
        draws.pending,
        manageDraws.saveResult,
        manageDraws.withdraw,
        manageDraws.detail,
        manageDraws.external,
        ...Object.values(awardingControl.endpoints),
        general.products,
      ]),
      screen('logs-reports', `${tools}/logs-reports`, 'Bitácora', rules.banca, Object.values(auditLog.endpoints)),
      screen('updates', `${tools}/updates`, 'Actualizaciones', rules.banca),
      screen('blocked-numbers', `${tools}/block-number`, 'Bloquear números', rules.supervision, [
        ...Object.values(blockedNumbers.endpoints),
        ticketReports.betNumber,
        draws.list,
        partners.options,
        general.products,
      ]),
      screen('suspended-draws', `${tools}/suspend-raffle`, 'Suspender sorteos', rules.supervision, [
        ...Object.values(suspendedDraws.endpoints),
        draws.list,
        ticketReports.playedSummary,
        general.products,
      ]),
    ],
  },
  {
    key: 'ticket-office',
    label: 'Taquilla',
    screens: [
      screen('office-incomes', `${office}/incomes`, 'Ingresos', rules.counter),
      screen('office-outcomes', `${office}/outcomes`, 'Egresos', rules.counter),
      screen('office-cash-register', `${office}/cash-register`, 'Cuadre de caja', rules.counter),
    ],
  },
  {
    key: 'polla',
    label: 'Polla',
    screens: [
      screen('polla', `${office}/polla`, 'Tickets', rules.pollaCounter, [
        polla.list,
        polla.sell,
        polla.show,
        polla.annul,
        polla.payPrize,
        polla.jackpots,
        tickets.bySerial,
        tickets.reprint,
      ]),
      screen('polla-results', `${office}/results`, 'Resultados', rules.pollaCounter, [polla.publicResults]),
      screen('polla-prizes', `${office}/prizes`, 'Premios', rules.pollaCounter, [
        polla.prizes,
        polla.payPrize,
        polla.show,
        polla.annul,
        polla.jackpots,
        tickets.bySerial,
        tickets.reprint,
      ]),
    ],
  },
]

export const screens: readonly Screen[] = sections.flatMap((section) => section.screens)

/** The screens this user may open, of those that exist. Disabled ones are not among them. */
export function openScreens(who: Who, built: ReadonlySet<string>): Screen[] {
  return screens.filter((one) => built.has(one.key) && !one.disabled && allows(one.access, who))
}

/** Where `/` sends this user: the first screen it may open, or null when there is none yet. */
export function firstPath(who: Who, built: ReadonlySet<string>): string | null {
  return openScreens(who, built)[0]?.path ?? null
}
