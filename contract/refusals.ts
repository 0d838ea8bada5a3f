/**
 * What each call may answer besides what its shape says: the refusals of the business, by the name of the
 * call. From its shape follow who is turned away at the door, what is not understood, what is not found and
 * what somebody else changed meanwhile. A test fails for a refusal that is met and not written here, and for
 * one that is written and never met.
 */
import type { z } from 'zod'
import { operationsOf, type Endpoint } from './endpoint.ts'
import { pictureFinder } from './field.ts'
import type { CallName } from './index.ts'
import type { ProblemCode } from './problems.ts'
import { softwareRefusals } from './software-refusals.ts'
import { booksRefusals } from './books-refusals.ts'
import { crossDbRefusals } from './cross-db-refusals.ts'
import { cashRefusals } from './cash-refusals.ts'
import { range, gameRefusals } from './game-refusals.ts'

/** What is read apart may take too long or too much, or be ended by somebody. */
const readApart = ['file_too_slow', 'file_too_heavy', 'file_interrupted'] as const

/** A workbook in which no table is found. */
const noTable = ['sheet_missing', 'sheet_empty', 'sheet_header_missing'] as const

/** What stands once. */
const names = ['name_taken', 'code_taken'] as const
const newDistributor = [
  'invalid_father',
  'inheritance_changed',
  ...names,
  'document_taken',
  'invalid_municipality',
  'currency_not_sold',
] as const
const savedDistributor = ['switched_off_above', 'own_partner', ...newDistributor, 'currency_below'] as const
const newProduct = [
  ...names,
  'schedule_repeated',
  'range_backwards',
  'bet_type_not_offered',
  'number_invalid',
  'split_not_whole',
  'currency_not_sold',
] as const

const refusals: Partial<Record<CallName, readonly ProblemCode[]>> = {
  'session.open': ['bad_credentials', 'one_time_spent', 'unauthenticated'],
  'session.refresh': ['forbidden'],
  'session.changePassword': ['wrong_password', 'password_used'],
  ...crossDbRefusals,
  'agencies.config': ['not_found'],
  'agencies.saveConfig': ['not_found', 'invalid_responsible', 'changed_meanwhile'],
  'agencies.create': [
    'invalid_father',
    'inheritance_changed',
    ...names,
    'document_taken',
    'invalid_municipality',
    'currency_not_sold',
  ],
  'agencies.clone': ['not_found', 'switched_off_above', ...names, 'invalid_father', 'setting_above_father'],
  'agencies.update': [
    'switched_off_above',
    'not_your_side',
    'invalid_father',
    'inheritance_changed',
    ...names,
    'document_taken',
    'invalid_municipality',
    'currency_not_sold',
  ],
  'distributors.create': newDistributor,
  'distributors.update': savedDistributor,
  'distributors.remove': ['own_partner', 'switched_off_above'],
  'distributors.v1Create': newDistributor,
  'distributors.v1Update': savedDistributor,
  'distributors.v1Remove': ['own_partner', 'switched_off_above'],
  'agencies.remove': ['switched_off_above'],
  'partners.movePreview': [
    'not_found',
    'own_partner',
    'switched_off_above',
    'invalid_father',
    'office_sold',
    'currency_not_sold',
    'inheritance_changed',
  ],
  'betsConfigurations.global': [
    'not_found',
    'switched_off_above',
    'limit_contradiction',
    'bet_type_not_offered',
    'setting_above_father',
  ],
  'betsConfigurations.save': [
    'not_found',
    'switched_off_above',
    'limit_contradiction',
    'currency_not_sold',
    'bet_type_not_offered',
    'setting_above_father',
  ],
  'quotas.list': ['not_found'],
  'quotas.export': ['not_found'],
  'quotas.save': [
    'not_found',
    'changed_meanwhile',
    'bet_type_not_offered',
    'currency_not_sold',
    'setting_above_father',
  ],
  'quotas.global': ['not_found', 'setting_above_father'],
  'ticketOffices.matching': ['not_found'],
  'topQuotas.save': ['changed_meanwhile', 'bet_type_not_offered', 'currency_not_sold'],
  'products.create': newProduct,
  'products.update': [...newProduct, 'product_in_use'],
  'products.saveSymbols': ['symbol_repeated', 'symbol_in_use'],
  'images.upload': [...readApart, 'image_invalid', 'image_allowance'],
  'savedViews.create': ['name_taken', 'too_many_views', 'forbidden', 'not_found'],
  'savedViews.update': ['name_taken'],
  'savedViews.follow': ['view_without_file', 'too_many_followed'],
  'savedViews.choose': ['not_found', 'forbidden'],
  'awardingControl.grant': ['user_above', 'own_user'],
  'awardingControl.withdraw': ['own_user'],
  'users.create': ['user_above', 'role_elsewhere', 'username_taken'],
  'users.update': ['user_above', 'switched_off_above', 'role_elsewhere', 'username_taken', 'own_user', 'last_admin'],
  'users.status': ['user_above', 'switched_off_above', 'own_user', 'last_admin'],
  'users.remove': ['user_above', 'switched_off_above', 'own_user', 'last_admin'],
  'users.password': ['user_above', 'own_user'],
  'users.endSessions': ['user_above'],
  'files.create': ['not_found', 'forbidden', ...range, 'too_many_files'],
  'files.download': ['forbidden'],
  'paymentMethods.create': ['name_taken', 'account_foreign', 'account_closed'],
  'paymentMethods.update': ['name_taken', 'switched_off_above', 'account_foreign', 'account_closed'],
  'paymentMethods.remove': ['switched_off_above'],
  'clients.create': ['document_taken'],
  'clients.update': ['document_taken', 'switched_off_above'],
  'clients.remove': ['switched_off_above'],
  'clients.operations': ['not_found'],
  'clients.operationsExport': ['not_found'],
  'analytics.chart': range,
  'analytics.rows': range,
  'kpis.lossProfit': range,
  'kpis.ticketsByDay': range,
  'kpis.salesByPartner': range,
  'kpis.salesByProduct': range,
  'kpis.salesByBetTypes': range,
  'kpis.topNumbers': range,
  'kpis.topRisk': range,
  'kpis.topTickets': range,
  'kpis.latestPartners': range,
  'kpis.coldestNumbers': range,
  'reports.general': range,
  'openings.read': ['sheet_unreadable', 'sheet_empty', 'sheet_header_missing'],
  'externalSales.load': [
    ...readApart,
    'not_found',
    'sheet_unreadable',
    'sheet_old_excel',
    'sheet_encrypted',
    'sheet_macros',
    'sheet_damaged',
    'sheet_formula',
    'sheet_too_long',
    'sheet_too_wide',
    'sheet_too_large',
    ...noTable,
    'external_inactive',
    'external_too_many',
  ],
  'externalSales.reread': [...readApart, ...noTable, 'external_decided', 'sheet_unreadable'],
  'externalSales.entries': ['not_found'],
  'externalSales.entriesExport': ['not_found'],
  'externalSales.discard': ['external_decided'],
  'externalSales.post': [
    'not_found',
    'external_decided',
    'external_stale',
    'external_columns',
    'external_pending',
    'external_faults',
    'external_totals',
    'external_nothing',
    'external_week_settled',
    'external_changed',
    'external_posted',
    'currency_not_sold',
  ],
  'externalSales.assign': ['not_found'],
  'externalSales.forget': ['not_found'],
  'externalSales.saveConfig': ['not_found', 'name_taken', 'currency_not_sold'],
  'onlineSales.live': ['live_busy'],
  'reports.generalRecalculate': [...range, 'recalculation_running'],
  'reports.generalRecalculateStop': ['not_found'],
  'ticketOffices.create': ['invalid_father', 'inheritance_changed', 'currency_not_sold', 'name_taken', 'code_taken'],
  'ticketOffices.update': [
    'switched_off_above',
    'invalid_father',
    'inheritance_changed',
    'currency_not_sold',
    ...names,
    'office_sold',
  ],
  'ticketOffices.status': ['switched_off_above', 'invalid_father'],
  'ticketOffices.remove': ['switched_off_above'],
  'ticketOffices.terminal': ['not_found'],
  'banking.saveConfig': ['banca_sold', 'currency_below'],
  'commissions.list': ['not_found'],
  'commissions.export': ['not_found'],
  'commissions.save': [
    'not_found',
    'changed_meanwhile',
    'bet_type_not_offered',
    'currency_not_sold',
    'setting_above_father',
    'rate_scheduled',
  ],
  'commissions.withdraw': ['not_found', 'setting_above_father', 'rate_begun'],
  'commissions.preview': ['not_found'],
  'commissions.global': ['not_found', 'setting_above_father', 'rate_scheduled'],
  'network.load': ['network_too_many'],
  'network.faults': ['not_found'],
  'network.faultsExport': ['not_found'],
  'network.changes': ['not_found'],
  'network.changesExport': ['not_found'],
  'network.columns': ['network_decided'],
  'network.apply': ['network_decided', 'network_faults', 'network_changed'],
  'network.discard': ['network_decided'],
  'network.passwords': ['network_nobody'],
  'ticketReports.consult': range,
  'ticketReports.detailedPrizeSummary': range,
  'ticketReports.consultExport': range,
  'ticketReports.detailedPrizeExport': range,
  ...softwareRefusals,
  ...booksRefusals,
  ...cashRefusals,
  ...gameRefusals,
}

/** Those of every call, whatever it is: how it came, how busy the server is, and what only a stranger to the console sends. */
export const sharedRefusals = [
  'malformed',
  'unknown_timezone',
  'session_expired',
  'password_must_change',
  'foreign_database',
  'report_disabled',
  'conflict',
  'idempotency_mismatch',
  'too_large',
  'headers_too_large',
  'too_slow',
  'unsupported_media',
  'too_many_requests',
  'internal',
  'unavailable',
  'disk_full',
  'busy',
] as const satisfies readonly ProblemCode[]

const keysOf = (schema: z.ZodType | undefined): string[] =>
  schema && 'shape' in schema ? Object.keys(schema.shape as object) : []

/** What the shape of a call says that it may answer. */
function byShape(endpoint: Endpoint): ProblemCode[] {
  const { access, params, query, body, response, moves_money } = endpoint
  const asked = [...keysOf(query), ...keysOf(body)]
  const isFile = response === 'file'
  // A file is asked for as its list is.
  const list = endpoint.list ?? operationsOf().find((one) => one.endpoint.list?.file === endpoint)?.endpoint.list
  const hasPeriod = (list?.period ?? null) !== null
  return [
    ...(access.roles === 'public' ? [] : (['unauthenticated'] as const)),
    ...(typeof access.roles === 'string' ? [] : (['forbidden'] as const)),
    ...(query || body ? (['invalid'] as const) : []),
    ...(params || asked.includes('partner_id') ? (['not_found'] as const) : []),
    ...(asked.includes('version') ? (['changed_meanwhile'] as const) : []),
    ...(asked.includes('expected_matched_rows') ? (['matched_rows_changed'] as const) : []),
    // One that names a record hands over what is kept: no place is taken for it.
    ...(isFile && !params ? (['export_busy'] as const) : []),
    ...(hasPeriod ? range : []),
    ...(pictureFinder(body) ? (['image_gone'] as const) : []),
    ...(moves_money ? (['idempotency_key_missing'] as const) : []),
  ]
}

/** Every refusal a call declares, those of all calls (`sharedRefusals`) apart. */
export function refusalsOf(call: string, endpoint: Endpoint): ProblemCode[] {
  return [...new Set([...byShape(endpoint), ...(refusals[call as CallName] ?? [])])]
}
