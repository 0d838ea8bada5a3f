/** Distributors. The calls of the first version of the interface are answered by the same handlers. */
import type { distributors } from '@contract/distributors.ts'
import type { Context, Handlers } from '../../platform/http/context.ts'
import { Problem } from '../../platform/http/problem.ts'
import { settledListOf, settleFirst } from '../../rules/settlement/readers.ts'
import { createPartner } from '../partners/create.ts'
import { removePartner } from '../partners/remove.ts'
import { updatePartner } from '../partners/update.ts'
import { distributorKind } from './kind.ts'
import { distributorList, readDistributor, distributorOptions } from './queries.ts'

/** What a distributor may sell in, and whether it may, is decided above it. @throws Problem `own_partner` */
function mustBeBelow({ scope }: Context, id: number): void {
  if (id === scope.partner_id) throw new Problem('own_partner')
}

const { list, export: file } = settledListOf(distributorList)

type Calls = Handlers<typeof distributors>
const show: Calls['show'] = async (context, { params: { id } }) => {
  await settleFirst(context, id)
  return readDistributor(context, id)
}
const create: Calls['create'] = (context, { body }) => createPartner(context, distributorKind, body)
const update: Calls['update'] = (context, { params: { id }, body }) => {
  mustBeBelow(context, id)
  return updatePartner(context, distributorKind, id, body)
}
const remove: Calls['remove'] = async (context, { params: { id } }) => {
  mustBeBelow(context, id)
  return { id, result: (await removePartner(context, distributorKind, id)) ? 'eliminado' : 'desactivado' }
}
const search: Calls['search'] = ({ scope, db }, { query }) => distributorOptions(scope, db, query)

export const distributorsRoutes: Calls = {
  list,
  export: file,
  show,
  create,
  update,
  remove,
  search,
  v1List: list,
  v1Show: show,
  v1Create: create,
  v1Update: update,
  v1Remove: remove,
  v1Search: search,
}
