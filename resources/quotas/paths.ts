/** The addresses of the quotas' screens. */
import { screenLink } from '@contract/links.ts'

const base = screenLink('quotas')

export const quotaPaths = {
  own: base,
  partner: (partnerId: number) => `${base}/${partnerId}`,
  all: `${base}/all`,
  bets: `${base}/bets`,
  partnerBets: (partnerId: number) => `${base}/bets/${partnerId}`,
} as const
