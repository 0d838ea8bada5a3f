/** The addresses of the commissions' screens. */
import { screenLink } from '@contract/links.ts'

const base = screenLink('commissions')

export const commissionPaths = {
  own: base,
  partner: (partnerId: number) => `${base}/${partnerId}`,
  all: `${base}/all`,
} as const
