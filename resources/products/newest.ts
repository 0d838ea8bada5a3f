/**
 * The product as it was last read, by whoever read it last. A tab sends the parts that are not its own as
 * they are now: with those it opened with it would undo what somebody else saved.
 */
import { useRef } from 'react'
import { product, type Product } from '@contract/products.ts'

export interface Newest {
  get: () => Product
  /** Takes an answer of the server, and gives it back with its defaults. */
  take: (answer: unknown) => Product
}

export function useNewest(row: Product): Newest {
  const known = useRef(row)
  const offer = (one: Product) => {
    if (one.version >= known.current.version) known.current = one
    return known.current
  }
  return { get: () => offer(row), take: (answer) => offer(product.parse(answer)) }
}
