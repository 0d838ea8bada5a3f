/** Editing one part of a product: its hours, its bets. Saving it sends the other parts as they are now. */
import { useMemo } from 'react'
import type { z } from 'zod'
import { draws } from '@contract/draws.ts'
import { general } from '@contract/general.ts'
import { products, type Product, type ProductForm } from '@contract/products.ts'
import { useReadOnce } from '@providers/queries.ts'
import { useNewest } from '@/kit/form/newest.ts'
import { usePartEditing, type PartEditing } from '@/kit/form/part-editing.ts'

/** What a saved product changes beside itself: lists of products, and the draws made from it. */
export const affectedEntities = [general, draws]

/** Who a product is. */
export const identity = { name: true, code: true, kind: true, zone: true, position: true } as const

/** The product as the body that would save it unchanged. */
export function productBody({
  code,
  name,
  kind,
  zone,
  status,
  position,
  settings,
  schedules,
  exceptions,
  offers,
  wildcards,
}: Product): ProductForm {
  return { code, name, kind, zone, status, position, settings, schedules, exceptions, offers, wildcards }
}

interface ProductPart<T> {
  /** Names its draft. */
  name: string
  schema: z.ZodType
  partOf: (product: Product) => T
  /** The fields of the product that hold the part. */
  into: (part: T, now: Product) => Partial<ProductForm>
}

export function useProductPart<T>(row: Product, { name, schema, partOf, into }: ProductPart<T>): PartEditing<T> {
  const newest = useNewest(row)
  const read = useReadOnce(products.show)
  const savedOf = (one: Product) => ({ value: partOf(one), version: one.version })
  // oxlint-disable-next-line react/exhaustive-deps -- which part it is never changes
  const saved = useMemo(() => savedOf(row), [row])
  return usePartEditing({
    draft: `products:${row.id}:${name}`,
    whole: 'del producto',
    saved,
    schema,
    endpoint: products.update,
    invalidates: [products, ...affectedEntities],
    args: (value, version) => {
      const now = newest.get()
      return { params: { id: row.id }, body: { ...productBody(now), ...into(value, now), version } }
    },
    savedOf: (answer) => savedOf(newest.take(answer)),
    latest: async () => savedOf(newest.take(await read({ params: { id: row.id } }))),
  })
}
