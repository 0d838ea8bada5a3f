/** All registers of the banca. */
import { registersScreen } from './registers.tsx'

export default registersScreen('Cajas')
