/** The addresses of the quotas' screens. */
import { screens } from '@contract/access/screens.ts'

const base = screens.find((screen) => screen.key === 'quotas')?.path ?? '/'

export const quotaPaths = {
  own: base,
  partner: (partnerId: number) => `${base}/${partnerId}`,
  all: `${base}/all`,
  bets: `${base}/bets`,
  partnerBets: (partnerId: number) => `${base}/bets/${partnerId}`,
} as const
