import type { products } from '@contract/products.ts'
import type { Handlers } from '../http/context.ts'
import { Problem } from '../http/problem.ts'

const pending = async (): Promise<never> => { throw new Problem('unavailable') }
export const productsRoutes: Handlers<typeof products> = { list: pending, create: pending, show: pending, update: pending, remove: pending, symbols: pending, saveSymbols: pending }
