/** The registers of an agency's own offices. */
import { registersScreen } from './registers.tsx'

export default registersScreen('Cajas de las taquillas', 'agency-cash-register')
