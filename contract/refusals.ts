/**
 * What each call may answer besides what its shape says: the refusals of the business, by the name of the
 * call. From its shape follow who is turned away at the door, what is not understood, what is not found and
 * what somebody else changed meanwhile. A test fails for a refusal that is met and not written here, and for
 * one that is written and never met.
 */
import type { z } from 'zod'
import { operationsOf, type Endpoint } from './endpoint.ts'
import type { entities, EntityName } from './index.ts'
import type { ProblemCode } from './problems.ts'

/** `tickets.sell`: a call by its entity's name and its own. */
export type CallName = { [E in EntityName]: `${E}.${keyof (typeof entities)[E]['endpoints'] & string}` }[EntityName]

const range = ['range_backwards', 'range_too_long'] as const

const newDistributor = [
  'invalid_father',
  'name_taken',
  'code_taken',
  'invalid_municipality',
  'currency_not_sold',
] as const
const savedDistributor = [
  'own_partner',
  'invalid_father',
  'name_taken',
  'code_taken',
  'currency_not_sold',
  'currency_below',
] as const

const refusals: Partial<Record<CallName, readonly ProblemCode[]>> = {
  'session.open': ['bad_credentials', 'unauthenticated'],
  'session.refresh': ['forbidden'],
  'session.changePassword': ['wrong_password'],
  'agencies.config': ['not_found'],
  'agencies.saveConfig': ['not_found', 'invalid_responsible'],
  'agencies.create': ['invalid_father', 'name_taken', 'code_taken', 'invalid_municipality', 'currency_not_sold'],
  'agencies.clone': ['not_found', 'name_taken', 'code_taken', 'invalid_father'],
  'agencies.update': ['invalid_father', 'name_taken', 'code_taken'],
  'distributors.create': newDistributor,
  'distributors.update': savedDistributor,
  'distributors.remove': ['own_partner'],
  'distributors.v1Create': newDistributor,
  'distributors.v1Update': savedDistributor,
  'distributors.v1Remove': ['own_partner'],
  'betsConfigurations.global': ['not_found', 'limit_contradiction', 'bet_type_not_offered', 'setting_above_father'],
  'betsConfigurations.save': [
    'not_found',
    'limit_contradiction',
    'currency_not_sold',
    'bet_type_not_offered',
    'setting_above_father',
  ],
  'quotas.list': ['not_found'],
  'quotas.export': ['not_found'],
  'quotas.save': ['not_found', 'changed_meanwhile', 'bet_type_not_offered', 'setting_above_father'],
  'quotas.global': ['not_found', 'setting_above_father'],
  'topQuotas.save': ['changed_meanwhile', 'bet_type_not_offered', 'currency_not_sold'],
  'products.create': [
    'code_taken',
    'name_taken',
    'schedule_repeated',
    'range_backwards',
    'bet_type_not_offered',
    'number_invalid',
    'split_not_whole',
    'currency_not_sold',
  ],
  'products.update': [
    'number_invalid',
    'product_in_use',
    'code_taken',
    'name_taken',
    'bet_type_not_offered',
    'split_not_whole',
  ],
  'products.saveSymbols': ['symbol_repeated', 'image_invalid', 'symbol_in_use'],
  'images.upload': ['image_invalid', 'image_allowance'],
  'manageDraws.saveResult': [
    'result_invalid',
    'draw_open',
    'draw_not_over',
    'draw_suspended',
    'not_found',
    'result_pending',
    'result_entry_gone',
    'result_needs_other_user',
    'result_entries_differ',
    'result_same',
    'result_reason_missing',
    'result_paid',
  ],
  'manageDraws.enterFile': ['result_file_changed'],
  'manageDraws.withdraw': ['result_entry_gone', 'result_invalid', 'result_paid'],
  'manageDraws.results': range,
  'manageDraws.resultsExport': ['range_too_long'],
  'manageDraws.external': ['no_sources'],
  'suspendedDraws.create': [
    'draw_suspended',
    'suspension_quota',
    'suspension_target',
    'draw_already_awarded',
    'not_found',
    'tripleta_draws_missing',
  ],
  'suspendedDraws.remove': ['suspension_lifted'],
  'blockedNumbers.create': ['number_invalid', 'bet_type_not_offered', 'range_backwards', 'draw_unknown', 'not_found'],
  'tickets.sell': [
    'not_found',
    'draw_closed',
    'draw_not_open',
    'quota_exceeded',
    'bet_type_not_offered',
    'stake_too_small',
    'stake_too_large',
    'stake_without_cents',
    'ticket_too_large',
    'ticket_too_long',
    'product_not_sold',
    'sale_refused',
    'number_blocked',
    'tripleta_draws_missing',
    'number_invalid',
    'ticket_repeated',
    'draw_unknown',
    'ticket_empty',
    'device_not_bound',
    'currency_not_sold',
  ],
  'tickets.pay': [
    'ticket_pending',
    'ticket_returned',
    'ticket_expired',
    'pay_needs_approval',
    'ticket_wrong_code',
    'ticket_other_office',
    'ticket_already_paid',
    'pay_rejected',
    'ticket_not_winner',
    'ticket_annulled',
    'currency_not_sold',
  ],
  'tickets.annul': [
    'ticket_other_office',
    'ticket_annulled',
    'annul_window_over',
    'annul_draw_closed',
    'ticket_already_paid',
    'ticket_returned',
  ],
  'tickets.reprint': ['ticket_other_office', 'ticket_annulled'],
  'ticketManagement.act': [
    'ticket_pending',
    'annul_draw_closed',
    'annul_result_known',
    'ticket_annulled',
    'approval_decided',
    'ticket_wrong_code',
    'ticket_already_paid',
    'ticket_returned',
    'ticket_other_office',
    'ticket_expired',
    'currency_not_sold',
  ],
  'savedViews.create': ['name_taken', 'too_many_views', 'forbidden', 'not_found'],
  'savedViews.update': ['name_taken'],
  'savedViews.follow': ['view_without_file', 'too_many_followed'],
  'savedViews.choose': ['not_found', 'forbidden'],
  'users.create': ['user_above', 'role_elsewhere', 'username_taken'],
  'users.update': ['user_above', 'role_elsewhere', 'username_taken', 'own_user', 'last_admin'],
  'users.status': ['user_above', 'own_user', 'last_admin'],
  'users.remove': ['user_above', 'own_user', 'last_admin'],
  'users.password': ['user_above', 'own_user'],
  'users.endSessions': ['user_above'],
  'files.create': ['not_found', 'forbidden', 'too_many_files'],
  'files.download': ['forbidden'],
  'paymentMethods.create': ['name_taken'],
  'paymentMethods.update': ['name_taken'],
  'polla.list': range,
  'polla.export': range,
  'polla.prizes': range,
  'polla.prizesExport': range,
  'polla.sell': [
    'polla_symbols',
    'number_invalid',
    'currency_not_sold',
    'draw_unknown',
    'draw_closed',
    'draw_not_open',
    'ticket_too_large',
    'ticket_repeated',
  ],
  'polla.annul': ['ticket_annulled', 'annul_draw_closed'],
  'polla.payDaily': ['jackpot_too_small', 'jackpot_zero', 'not_found', 'jackpot_closed'],
  'polla.payWeekly': ['not_found', 'jackpot_closed', 'jackpot_too_small', 'jackpot_zero'],
  'polla.payPrize': ['ticket_wrong_code', 'ticket_already_paid'],
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
  'externalSales.load': [
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
    'sheet_missing',
    'sheet_empty',
    'sheet_header_missing',
    'external_inactive',
    'external_too_many',
  ],
  'externalSales.reread': [
    'external_decided',
    'sheet_header_missing',
    'sheet_missing',
    'sheet_unreadable',
    'sheet_empty',
  ],
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
  'ticketReports.consult': range,
  'ticketReports.detailedPrizeSummary': ['range_too_long'],
  'ticketReports.consultExport': ['range_too_long'],
  'ticketReports.detailedPrizeExport': ['range_too_long'],
}

/** Those of every call, whatever it is: how it came, how busy the server is, and what only a stranger to the console sends. */
export const sharedRefusals = [
  'malformed',
  'unknown_timezone',
  'session_expired',
  'password_must_change',
  'foreign_database',
  'conflict',
  'idempotency_mismatch',
  'too_large',
  'unsupported_media',
  'too_many_requests',
  'internal',
  'unavailable',
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
    ...(moves_money ? (['idempotency_key_missing'] as const) : []),
  ]
}

/** Every refusal a call declares, those of all calls (`sharedRefusals`) apart. */
export function refusalsOf(call: string, endpoint: Endpoint): ProblemCode[] {
  return [...new Set([...byShape(endpoint), ...(refusals[call as CallName] ?? [])])]
}
