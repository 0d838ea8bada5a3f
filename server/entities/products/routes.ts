/** Products. */
import type { products } from '@contract/products.ts'
import type { Handlers } from '../../platform/http/context.ts'
import { listOf } from '../../platform/lists/list-of.ts'
import { productList, productOf, readSymbols } from './queries.ts'
import { removeProduct } from './remove.ts'
import { createProduct, updateProduct } from './save.ts'
import { saveSymbols } from './symbols.ts'

export const productsRoutes: Handlers<typeof products> = {
  ...listOf(productList),
  create: (context, { body }) => createProduct(context, body),
  show: (context, { params }) => productOf(context, params.id),
  update: (context, { params, body }) => updateProduct(context, params.id, body),
  remove: (context, { params }) => removeProduct(context, params.id),
  symbols: ({ db }, { params }) => readSymbols(db, params.id),
  saveSymbols: (context, { params, body }) => saveSymbols(context, params.id, body),
}
