/** Which alarm the closed line tells of. */
import { expect, it } from 'vitest'
import type { ActiveAlarm } from '@contract/alarms.ts'
import { newestOf } from './alarms.tsx'

const alarm = (key: string, since: string | null): ActiveAlarm => ({
  kind: 'cupo',
  level: 'urge',
  key,
  title: key,
  text: '',
  link: '/',
  since,
})

it('is the one that was told last, and one that nobody was told yet before it', () => {
  const [early, late] = [alarm('early', '2026-11-25T14:00:00Z'), alarm('late', '2026-11-25T15:00:00Z')]
  expect(newestOf([])).toBeUndefined()
  expect(newestOf([early, late])).toBe(late)
  expect(newestOf([late, alarm('first', null), alarm('second', null), early])?.key).toBe('first')
})
