/** The draft of a ticket, kept in this tab beside the key of its sale: of one user, one database and one office. */
import { ownKey, type Owner } from '@/kit/page/own-key.ts'
import type { Basket } from './types.ts'

export interface KeptBasket {
  read: () => Basket | null
  keep: (basket: Basket) => void
}

/** A browser that keeps nothing goes on, and only a reload loses what was typed. */
export function keptBasket(owner: Owner, office_id: number): KeptBasket {
  const storage = ownKey('basket', owner, office_id)
  return {
    read: () => {
      try {
        const kept = JSON.parse(sessionStorage.getItem(storage) ?? 'null') as Basket | null
        return kept && Array.isArray(kept.lines) && Array.isArray(kept.choice?.draw_ids) ? kept : null
      } catch {
        return null
      }
    },
    keep: (basket) => {
      try {
        sessionStorage.setItem(storage, JSON.stringify(basket))
      } catch {
        return
      }
    },
  }
}
