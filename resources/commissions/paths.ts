/** The addresses of the commissions' screens. */
import { screens } from '@contract/access/screens.ts'

const base = screens.find((screen) => screen.key === 'commissions')?.path ?? '/'

export const commissionPaths = {
  own: base,
  partner: (partnerId: number) => `${base}/${partnerId}`,
  all: `${base}/all`,
} as const
