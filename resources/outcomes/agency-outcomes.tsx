/** Outcomes of all offices of an agency. */
import { outcomes } from '@contract/outcomes.ts'
import { movementsScreen } from '../incomes/of-agency.tsx'

export default movementsScreen({ entity: outcomes, title: 'Egresos', one: 'egreso', comesIn: false })
