/** Sales on other companies' systems. */
import type { ReceivedFile } from '@contract/endpoint.ts'
import type { externalSales } from '@contract/external-sales.ts'
import type { Handlers } from '../../platform/http/context.ts'
import { listOf } from '../../platform/lists/list-of.ts'
import { settledListOf } from '../../rules/settlement/readers.ts'
import { assign, dictionary, forget } from './dictionary.ts'
import { global } from './global.ts'
import { discardLoad, readAgain, takeFile } from './load.ts'
import { postLoad } from './post.ts'
import { loads, pendingNames, rows } from './rows.ts'
import { showLoad } from './show.ts'
import { saveSystem, systemsOf } from './systems.ts'

const { list, export: listExport } = listOf(loads)
const { list: entries, export: entriesExport } = listOf(rows)
const { list: pendingList, export: pendingExport } = listOf(pendingNames)
const { list: dictionaryList, export: dictionaryExport } = listOf(dictionary)
const { list: globalList, export: globalExport } = settledListOf(global)

export const externalSalesRoutes: Handlers<typeof externalSales> = {
  list,
  listExport,
  show: (context, { params }) => showLoad(context, params.id),
  load: (context, input) => takeFile(context, input.query, (input as unknown as ReceivedFile).body),
  reread: (context, { params }) => readAgain(context, params.id),
  discard: (context, { params }) => discardLoad(context, params.id),
  pending: pendingList,
  pendingExport,
  entries,
  entriesExport,
  post: (context, { body }) => postLoad(context, body),
  dictionary: dictionaryList,
  dictionaryExport,
  assign: (context, { body }) => assign(context, body),
  forget: (context, { query }) => forget(context, query.id),
  config: async ({ db }) => ({ data: await systemsOf(db) }),
  saveConfig: (context, { body }) => saveSystem(context, body),
  global: globalList,
  globalExport,
}
