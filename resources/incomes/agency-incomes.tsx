/** Incomes of all offices of an agency. */
import { incomes } from '@contract/incomes.ts'
import { movementsScreen } from './of-agency.tsx'

export default movementsScreen({ entity: incomes, title: 'Ingresos', one: 'ingreso', comesIn: true })
