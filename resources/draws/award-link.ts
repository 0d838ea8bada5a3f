/** How other screens link to the awarding of a draw. Apart from its state, so that they carry nothing else of it. */
import { screens } from '@contract/access/screens.ts'

const path = screens.find((screen) => screen.key === 'award-raffle')?.path ?? ''

/** The address of the awarding screen with a draw open. A draw of another day needs its day. */
export function awardLink(draw: { id: number; day?: string }): string {
  return `${path}?${draw.day === undefined ? '' : `day=${draw.day}&`}draw=${draw.id}`
}
