/** Where that leads which keeps a week open. */
import { expect, it } from 'vitest'
import { awardState } from '@resources/manage-draws/view.ts'
import { mendLink } from './links.ts'

const linked = (problem: Parameters<typeof mendLink>[0]['problem'], day: string | null = null) =>
  mendLink({ problem, partner_id: 7, day }, '2026-11-22')
const asked = (link: string | undefined) => Object.fromEntries(new URL(link!, 'http://banca').searchParams)

it('leads from each reason to where it is mended, of that partner or week', () => {
  expect(awardState.parse(asked(linked('week_pending')))).toMatchObject({ day: '2026-11-22', pending: true })
  expect(awardState.parse(asked(linked('week_pending', '2026-11-18')))).toMatchObject({ day: '2026-11-18' })
  expect(asked(linked('week_review'))).toEqual({ state: 'por_revisar', period: '90d' })
  expect(asked(linked('week_below'))).toEqual({ partner_id: '7', level: 'directos' })
  expect(asked(linked('week_not_next'))).toEqual({ view: 'semanas', period: '90d', partner_id: '7' })
  expect(linked('week_closed')).toBeUndefined()
})
