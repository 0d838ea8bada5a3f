/**
 * Results and awarding: a result is entered, looked at, confirmed by a second person (or, in a banca of
 * one, entered twice) and only then awards. Results come from people and from the sources they configured,
 * never from what was sold.
 */
import { z } from 'zod'
import { rules } from './access/rules.ts'
import { awardPreview } from './award-preview.ts'
import { drawDetail, resultRow } from './draw-detail.ts'
import { resultEntry, resultNumber } from './draws.ts'
import { sums } from './values/sums.ts'
import { byId, endpoint, entity, flag, id, commaList } from './endpoint.ts'
import { choices, field } from './field.ts'
import { general, includingPast } from './general.ts'
import { listEndpoint } from './lists.ts'
import { pastOptions } from './names.ts'
import { fileDraw, fileEntry, largestResultFile, mostFileRows, resultFile } from './result-file.ts'
import { day, instant } from './values/dates.ts'
import { motive } from './values/contact.ts'

const numbers = z.array(resultNumber).min(1, 'Escriba el resultado').max(3)

/** Entries confirmed in one call: each of them is an award. */
export const largestBulk = 500

/** What `save-result` is asked: to look, to enter, to confirm one or many, or to discard. */
export const saveResult = z.discriminatedUnion('step', [
  z.object({ step: z.literal('preview'), draw_id: z.number().int().positive(), numbers }),
  z.object({
    step: z.literal('enter'),
    draw_id: z.number().int().positive(),
    numbers,
    /** Due when the draw already has a result: why it is corrected. */
    reason: motive(300).optional(),
  }),
  /** The second entry: the numbers again, which must be those of the first. */
  z.object({
    step: z.literal('confirm'),
    entry_id: z.number().int().positive(),
    numbers,
    /** A correction that leaves paid tickets as they are says so. */
    accept_paid: z.boolean().optional(),
  }),
  z.object({ step: z.literal('discard'), entry_id: z.number().int().positive() }),
  /** Confirms entries of a file; `numbers` of each as they were shown. */
  z.object({
    step: z.literal('bulk-confirm'),
    entries: z
      .array(z.object({ entry_id: z.number().int().positive(), numbers }))
      .min(1)
      .max(largestBulk),
  }),
])
export type SaveResult = z.infer<typeof saveResult>

export const saveResultAnswer = z.object({
  step: z.enum(['preview', 'enter', 'confirm', 'discard', 'bulk-confirm']),
  /** One draw's: what it would do (preview, enter) or did (confirm). */
  preview: awardPreview.nullable(),
  entry: resultEntry.nullable(),
  result_id: z.number().int().nullable(),
  bulk: z
    .object({
      /** Those that awarded their draw. */
      confirmed: z.array(z.number().int()),
      failed: z.array(z.object({ entry_id: z.number().int(), detail: z.string() })),
    })
    .nullable(),
})

const base = '/api/v2/admin/manage_draws'

const results = listEndpoint(base, {
  method: 'POST',
  path: `${base}/lottery-results`,
  title: 'Resultados',
  access: rules.business,
  row: resultRow,
  search: 'producto o número',
  filters: {
    product_ids: field(commaList(id), 'Productos', {
      placeholder: 'Todos los productos',
      names: 'product',
      choices: choices(general.products, { query: () => includingPast, options: ({ data }) => pastOptions(data) }),
    }),
    /** Withdrawn ones too. Older links say `si`. */
    withdrawn: field(
      z.preprocess((value) => (value === 'si' ? true : value), flag),
      'Ver retirados',
    ),
  },
  sort: ['scheduled_at', 'day', 'product_name', 'awarded_at', 'source'],
  first: '-scheduled_at',
  period: { title: 'Día del sorteo', preset: 'hoy', needed: true },
  summary: 'Resultados de un filtro',
})

export const manageDraws = entity('manageDraws', {
  saveResult: endpoint({
    method: 'POST',
    path: `${base}/save-result`,
    access: rules.awarding,
    moves_money: true,
    body: saveResult,
    response: saveResultAnswer,
    summary: 'Consulta, anota o confirma un resultado; al confirmar premia',
  }),
  checkFile: endpoint({
    method: 'POST',
    path: `${base}/result-file/check`,
    access: rules.awarding,
    read_only: true,
    largest_body: largestResultFile,
    body: resultFile,
    response: z.object({ draws: z.array(fileDraw) }),
    summary: 'Lee un archivo de resultados y dice qué se puede anotar; no escribe nada',
  }),
  enterFile: endpoint({
    method: 'POST',
    path: `${base}/result-file`,
    access: rules.awarding,
    moves_money: true,
    largest_body: largestResultFile,
    body: resultFile.extend({
      /** Draws that a person leaves out because they can't be entered: how many they were told of. */
      leave_out: z.number().int().min(0).max(mostFileRows).default(0),
    }),
    response: z.object({
      /** New ones; the rest of the entries were waiting already. */
      entered: z.number().int(),
      entries: z.array(fileEntry),
    }),
    summary: 'Anota los resultados de un archivo, todos o ninguno',
  }),
  withdraw: endpoint({
    method: 'DELETE',
    path: `${base}/lottery-result/:id`,
    access: rules.awarding,
    params: byId,
    query: z.object({ reason: motive(300).meta({ title: 'Motivo' }) }),
    response: z.object({ id: z.number().int(), draw_id: z.number().int(), undone: sums }),
    summary: 'Retira un resultado; con premios pagados se rechaza',
  }),
  results: results.list,
  resultsExport: results.export,
  detail: endpoint({
    method: 'GET',
    path: `${base}/detail/:id`,
    access: rules.awarding,
    params: byId,
    response: drawDetail,
    summary: 'Un sorteo: ventas, riesgo, ganadores, resultados',
  }),
  external: endpoint({
    method: 'POST',
    path: `${base}/external-request`,
    access: rules.awarding,
    body: z.object({ day: day.optional(), draw_id: z.number().int().positive().optional() }),
    response: z.object({
      sources: z.array(z.object({ name: z.string(), ok: z.boolean(), detail: z.string(), results: z.number().int() })),
      /** Entries made from sources that agree, which wait for a person. */
      entered: z.array(resultEntry.extend({ draw_id: z.number().int() })),
      /** Draws on which the sources differ, or whose number is ambiguous: a person must enter them. */
      review: z.array(
        z.object({
          draw_id: z.number().int(),
          product_name: z.string(),
          scheduled_at: instant,
          answers: z.array(z.object({ source: z.string(), text: z.string() })),
          note: z.string(),
        }),
      ),
    }),
    summary: 'Pide resultados a las fuentes configuradas',
  }),
})
