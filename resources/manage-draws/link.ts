/** How other screens link to the awarding of a draw. Apart from its state, so that they carry nothing else of it. */
import { screens } from '@contract/access/screens.ts'

const path = screens.find((screen) => screen.key === 'manage-draws')?.path ?? ''

/** The address of the awarding screen with a draw open. */
export function awardLink(drawId: number): string {
  return `${path}?draw=${drawId}`
}
