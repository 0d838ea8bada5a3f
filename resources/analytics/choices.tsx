/** What the analytical dashboard draws, along what, made of what. */
import { Segmented, Select } from 'antd'
import { longestHours, measureLabels, type StackBy } from '@contract/analytics.ts'
import { flatLevels } from '@contract/figures.ts'
import type { Measure } from '@contract/measures.ts'
import { offeredLevels } from '@contract/reports.ts'
import { daysBetween } from '@contract/values/dates.ts'
import { useSession } from '@providers/session.ts'
import type { CourseStep } from './course.ts'
import { stackChoice, stackLabels, stackOf, stepLabels, type AnalyticalView, type StackChoice } from './view.ts'

/** Of what is sold by product there are no tickets, and of tickets no products. */
const offered: readonly Measure[] = (Object.keys(measureLabels) as Measure[]).filter((one) => one !== 'lines')
const byProduct: readonly Measure[] = (Object.keys(measureLabels) as Measure[]).filter(
  (one) => one !== 'tickets' && one !== 'average_ticket',
)
const ofProducts = (stack: StackBy) => stack === 'producto' || stack === 'jugada'

export function AnalyticalChoices({ view }: { view: AnalyticalView }) {
  const { drawn, set, step, period, query } = view
  const { partner_type } = useSession()
  const narrow = query.product_id !== undefined || query.bet_type_id !== undefined
  const known = narrow || ofProducts(drawn.stack) ? byProduct : offered
  // A link may have brought one that this chart does not tell: it is called by its name all the same.
  const measures = known.includes(drawn.of) ? known : [...known, drawn.of]
  const tooLong = daysBetween(period.days.from, period.days.to) > longestHours
  const levels = offeredLevels(partner_type)
  const stacks = (Object.keys(stackLabels) as StackChoice[]).filter((one) => {
    const { level } = stackOf(one)
    return level === undefined || (flatLevels.includes(level) && levels.includes(level))
  })
  const chooseStack = (choice: StackChoice) => {
    const { stack, level } = stackOf(choice)
    const of = ofProducts(stack) && !byProduct.includes(drawn.of) ? ({ of: 'sold' } as const) : {}
    view.set({ stack, ...(level && { level }), ...of })
  }
  return (
    <>
      <Segmented
        aria-label="Un punto por"
        value={step}
        options={(Object.keys(stepLabels) as CourseStep[]).map((value) => ({
          value,
          label: stepLabels[value],
          disabled: value === 'hora' && tooLong,
          ...(value === 'hora' && tooLong && { title: `Por hora se ven hasta ${longestHours} días` }),
        }))}
        onChange={(value) => set({ step: value })}
      />
      <Select
        aria-label="Medida"
        value={drawn.of}
        popupMatchSelectWidth={false}
        options={measures.map((value) => ({ value, label: measureLabels[value] }))}
        onChange={(of) => set({ of })}
      />
      <Select
        aria-label="Apilar"
        value={stackChoice(drawn)}
        popupMatchSelectWidth={false}
        options={stacks.map((value) => ({ value, label: stackLabels[value] }))}
        onChange={chooseStack}
      />
    </>
  )
}
