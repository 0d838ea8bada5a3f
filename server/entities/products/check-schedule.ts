/** A product's hours: no two at the same minute of the same weekday, no exception said twice. */
import { problems, type FieldFault, type ProblemCode } from '@contract/problems.ts'
import type { ProductForm, Schedule } from '@contract/products.ts'

export function fault(path: string, code: ProblemCode, message: string = problems[code].detail): FieldFault {
  return { path, code, message }
}

export function checkSchedule({ kind, schedules, exceptions }: ProductForm): FieldFault[] {
  if (kind === 'polla' && schedules.length + exceptions.length > 0) {
    return [
      fault(
        schedules.length ? 'schedules' : 'exceptions',
        'invalid',
        'La polla no tiene horario propio: sigue los sorteos que cuenta',
      ),
    ]
  }
  return [
    ...schedules.flatMap((schedule, index) => [
      ...(schedule.valid_from && schedule.valid_to && schedule.valid_from > schedule.valid_to
        ? [fault(`schedules.${index}.valid_to`, 'range_backwards')]
        : []),
      ...(schedules.slice(0, index).some((earlier) => coincide(earlier, schedule))
        ? [fault(`schedules.${index}.local_time`, 'schedule_repeated')]
        : []),
    ]),
    ...exceptions.flatMap((exception, index) => [
      ...(exception.kind === 'extra' && exception.local_time === null
        ? [fault(`exceptions.${index}.local_time`, 'invalid', 'Escriba la hora del sorteo extra')]
        : []),
      ...(exceptions
        .slice(0, index)
        .some((earlier) => earlier.day === exception.day && earlier.local_time === exception.local_time)
        ? [fault(`exceptions.${index}.day`, 'schedule_repeated', 'Ya hay una excepción para ese día y hora')]
        : []),
    ]),
  ]
}

/** They share a weekday, the minute, and some day on which both hold. */
function coincide(one: Schedule, other: Schedule): boolean {
  return (
    one.local_time === other.local_time &&
    (one.weekday_mask & other.weekday_mask) !== 0 &&
    (one.valid_to ?? '9999-12-31') >= (other.valid_from ?? '') &&
    (other.valid_to ?? '9999-12-31') >= (one.valid_from ?? '')
  )
}
