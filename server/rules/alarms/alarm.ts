/** What every alarm is: what it says, and what many of a kind say together. */
import type { Who } from '@contract/access/rules.ts'
import type { AlarmThresholds } from '@contract/alarm-config.ts'
import type { AlarmKind } from '@contract/alarms.ts'
import type { NotificationLevel } from '@contract/notifications.ts'
import type { Currency } from '@contract/values/currency.ts'
import { ofMoment } from '@contract/values/dates.ts'
import type { Executor } from '../../platform/db/connect.ts'
import type { At } from '../draws/pending.ts'
import type { Subject } from '../figures/subject.ts'

/** Where the console shows it, by what a person may open. */
type LinkFor = (who: Who) => string

export interface Alarm {
  kind: AlarmKind
  level: NotificationLevel
  /** Its subject and, where it may come back tomorrow, the day: the same is told once. */
  key: string
  title: string
  text: string
  link: LinkFor
  /** Those that are told together when they are many. */
  group: { key: string; title: (count: number) => string; link: LinkFor }
}

/** Whose figures are looked at, when, and from where on something is an alarm. */
export interface Look {
  db: Executor
  subject: Subject
  of: AlarmThresholds
  at: At & { zone: string }
  by: { currency?: Currency | undefined; product_id?: number | undefined; bet_type_id?: number | undefined }
}

/** A draw as people call it: its product and its hour, with the day where that is another. */
export function drawName(draw: { product_name: string; scheduled_at: string }, { zone, today }: Look['at']): string {
  return `${draw.product_name} ${ofMoment(draw.scheduled_at, zone, today)}`
}
