/** The addresses of the products' screens, and what they keep in the URL. */
import { z } from 'zod'
import { screens } from '@contract/access/screens.ts'
import { status } from '@contract/partners.ts'
import { productKinds } from '@contract/products.ts'

const base = screens.find((screen) => screen.key === 'products')?.path ?? '/'

export const productTabs = ['general', 'schedule', 'bets', 'symbols'] as const
export type ProductTab = (typeof productTabs)[number]

export const productPaths = {
  list: base,
  create: `${base}/create`,
  tab: (productId: number, tab: ProductTab) => `${base}/${productId}/${tab}`,
} as const

/** Filters of the list. */
export const productFilters = z.object({ status: status.optional(), kind: z.enum(productKinds).optional() })
export type ProductFilters = z.output<typeof productFilters>
