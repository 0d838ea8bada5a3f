/** Payment methods of the caller's subtree, and those that a partner accepts. */
import { sql } from 'drizzle-orm'
import type { Answer } from '@contract/endpoint.ts'
import { looksOf } from '@contract/field.ts'
import { neededAccountFields, paymentKinds, paymentMethods, type PaymentMethodRow } from '@contract/payment-methods.ts'
import { fold } from '@contract/values/text.ts'
import { list } from '../platform/db/connect.ts'
import { publicName, within } from '../platform/db/scope.ts'
import type { Context, Handlers } from '../platform/http/context.ts'
import { listOf } from '../platform/lists/list-of.ts'
import { formColumns, listing, readOne } from '../platform/lists/listing.ts'
import { offAbove, type OffAbove } from '../platform/lists/switched-off.ts'
import { actionsOn, removing, versioned } from '../platform/lists/versioned.ts'
import { mustBeOf } from '../rules/books/held-accounts.ts'
import { mustBeWithin } from '../rules/tree/reach.ts'

const methods = listing(paymentMethods.list, {
  from: sql`payment_methods m JOIN partners p ON p.id = m.partner_id LEFT JOIN accounts a ON a.id = m.account_id`,
  columns: ({ scope }) =>
    sql`
      m.id, ${formColumns('m', paymentMethods.create.body!)}, ${offAbove(scope, sql`m.off_by`)} AS off_above, m.partner_id,
      a.name AS account_name, p.name AS partner_name, m.created_at, m.version`,
  key: sql`m.id`,
  scope: (scope) => within(scope, sql`m.partner_id`),
  filter: {
    kind: (kind) => sql`m.kind = ${kind}`,
    currency: (currency) => sql`m.currency = ${currency}`,
    status: (status) => sql`m.status = ${status}`,
  },
  order: {
    name: sql`m.name`,
    kind: sql`m.kind`,
    currency: sql`m.currency`,
    partner_name: sql`p.name`,
    status: sql`m.status`,
    created_at: sql`m.created_at`,
  },
  search: { folded: [sql`m.name_key`], plain: [sql`m.bank`, sql`m.holder`] },
  toRow: ({ off_above, ...row }: Omit<PaymentMethodRow, 'actions'> & OffAbove, { session }): PaymentMethodRow => ({
    ...row,
    actions: actionsOn(paymentMethods, { ...row, off_above }, session),
  }),
})

const read = readOne(methods)

/** Active methods of a partner and of whoever is above it: a father's account is where its agencies pay. @throws Problem `not_found` */
async function acceptedBy({ scope, db }: Context, id: number): Promise<Answer<typeof paymentMethods.ofPartner>> {
  await mustBeWithin(scope, db, id)
  const data = await db.rows<Answer<typeof paymentMethods.ofPartner>['data'][number]>(sql`
    SELECT m.id, m.name, m.kind, m.currency::text AS currency, m.uses, ${publicName(scope, sql`p`)} AS partner_name
    FROM partner_ancestors a JOIN payment_methods m ON m.partner_id = a.ancestor_id JOIN partners p ON p.id = m.partner_id
    WHERE a.partner_id = ${id} AND m.status = 'activo' ORDER BY a.depth, m.name, m.id`)
  return { data }
}

const labels = looksOf(paymentMethods.list.list.row.shape.kind).labels ?? {}

export const paymentMethodsRoutes: Handlers<typeof paymentMethods> = {
  ...listOf(methods),
  ...versioned(paymentMethods, {
    table: 'payment_methods',
    switched: 'payment_methods',
    read,
    write: ({ uses, ...form }) => ({
      ...form,
      name_key: fold(form.name),
      uses: sql`${list([...new Set(uses)])}::text[]`,
    }),
    added: (_form, { scope }) => ({ partner_id: scope.partner_id }),
    check: (context, { account_id, currency }, before) =>
      mustBeOf(context, {
        path: 'account_id',
        // One that was closed since stays as it is.
        id: before?.account_id === account_id && before.currency === currency ? null : account_id,
        partner_id: before?.partner_id ?? context.scope.partner_id,
        currency,
      }),
    unique: { payment_methods_name: ['name', 'name_taken', 'Ya existe un método de pago con ese nombre.'] },
    significant: () => true,
  }),
  remove: removing({
    table: 'payment_methods',
    switched: 'payment_methods',
    read,
    done: 'eliminado',
    kept: 'desactivado',
  }),
  ofPartner: (context, { params }) => acceptedBy(context, params.id),
  kinds: async () => ({
    data: paymentKinds.map((kind) => ({ kind, name: labels[kind] ?? kind, needs: neededAccountFields(kind) })),
  }),
}
