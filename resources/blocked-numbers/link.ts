/** How other screens link to the board of numbers. Apart from its state, so that they carry nothing else of it. */
import { screens } from '@contract/access/screens.ts'

const path = screens.find((screen) => screen.key === 'blocked-numbers')?.path ?? ''

/** The address of the board with a draw chosen, and the numbers of a bet type found on it. */
export function blockLink({
  draw_id,
  bet_type_id,
  number,
}: {
  draw_id: number
  bet_type_id?: number
  number?: string
}): string {
  const params = new URLSearchParams({ draw: String(draw_id) })
  if (bet_type_id !== undefined) params.set('bet_type_id', String(bet_type_id))
  if (number !== undefined) params.set('number', number)
  return `${path}?${params.toString()}`
}
