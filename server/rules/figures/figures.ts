/** Sums into figures. profit = sold − prizes − commission; what has no base is null, never zero. */
import { add, divide, ratioPercent, subtract } from '@contract/values/money.ts'
import type { FigurePoint, Figures } from '@contract/kpis.ts'

export interface FigureSums {
  sold: string
  prizes: string
  commission: string
  /** Tickets, or lines where a product or bet type is filtered. */
  tickets: number
}

export const nothing: FigureSums = { sold: '0.00', prizes: '0.00', commission: '0.00', tickets: 0 }

export function profitOf({ sold, prizes, commission }: Omit<FigureSums, 'tickets'>): string {
  return subtract(subtract(sold, prizes), commission)
}

export function figuresOf(sums: FigureSums): Figures {
  return {
    ...sums,
    profit: profitOf(sums),
    average_ticket: divide(sums.sold, sums.tickets),
    payout_percent: ratioPercent(sums.prizes, sums.sold),
  }
}

export function totalsOf(points: readonly FigurePoint[]): Figures {
  const column = (key: 'sold' | 'prizes' | 'commission') => add(...points.map((point) => point[key]))
  return figuresOf({
    sold: column('sold'),
    prizes: column('prizes'),
    commission: column('commission'),
    tickets: points.reduce((sum, point) => sum + point.tickets, 0),
  })
}
