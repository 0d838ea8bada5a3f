/**
 * Files that are made while their caller does something else: any call of the product that answers a file can be
 * left to the server, which says when it is ready, whether the tab stays open or not.
 */
import { z } from 'zod'
import { rules } from './access/rules.ts'
import { all, byId, endpoint, entity } from './endpoint.ts'
import { presets, day, instant } from './values/dates.ts'

const fileStates = ['en_cola', 'en_curso', 'listo', 'fallido'] as const

/** Those of one person that are not made yet; and those made that are kept, with for how many days. */
export const mostFilesWaiting = 10
export const mostFilesKept = 30
export const filesKeptDays = 7
/** From so many rows on the console leaves a file to the server. */
export const longFileRows = 100_000

const values = z.record(z.string().max(60), z.unknown())

/** A call that answers a file, and what it is asked: its days may stay relative, to be told when it is made. */
export const fileQuestion = z.object({
  entity: z.string().max(40),
  call: z.string().max(40),
  query: values.default({}),
  body: values.optional(),
  period: z.enum(presets).optional().meta({ description: 'En lugar de from y to: los días que sean al prepararlo' }),
})
export type FileQuestion = z.infer<typeof fileQuestion>

const row = z.object({
  id: z.number().int(),
  title: z.string(),
  /** Its name, once it is being written. */
  filename: z.string().nullable(),
  state: z.enum(fileStates),
  requested_at: instant,
  ended_at: instant.nullable(),
  /** How many it will have, once that is known, and has. */
  rows: z.number().int().nullable(),
  rows_done: z.number().int(),
  bytes: z.number().int(),
  /** Why there is none. */
  problem: z.string().nullable(),
  /** Of a saved view: the morning that it was sent for. */
  morning: day.nullable(),
})
export type PreparedFile = z.infer<typeof row>

const base = '/api/v2/admin/files'
const access = rules.signedIn

export const files = entity('files', {
  list: endpoint({
    method: 'GET',
    path: `${base}/`,
    access,
    response: all(row),
    summary: 'Los archivos propios que se preparan o están listos, los últimos primero',
  }),
  create: endpoint({
    method: 'POST',
    path: `${base}/`,
    access,
    status: 202,
    body: fileQuestion,
    response: row,
    summary: 'Deja un archivo para que se prepare aparte',
  }),
  show: endpoint({
    method: 'GET',
    path: `${base}/:id`,
    access,
    params: byId,
    response: row,
    summary: 'Cómo va un archivo',
  }),
  remove: endpoint({
    method: 'DELETE',
    path: `${base}/:id`,
    access,
    params: byId,
    response: z.object({ id: z.number().int() }),
    summary: 'Lo quita, o deja de prepararlo',
  }),
  download: endpoint({
    method: 'GET',
    path: `${base}/:id/download`,
    access,
    params: byId,
    response: 'file',
    summary: 'El archivo listo',
  }),
})
