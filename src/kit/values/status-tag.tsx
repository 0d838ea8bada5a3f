/** A state as icon, words and colour: never colour alone. Each state has its own sign, the same one wherever it is shown. */
import {
  CalendarOutlined,
  CheckCircleFilled,
  ClockCircleFilled,
  CloseCircleFilled,
  CloudDownloadOutlined,
  DeleteFilled,
  DisconnectOutlined,
  DollarCircleFilled,
  EditFilled,
  ExclamationCircleFilled,
  EyeFilled,
  FieldTimeOutlined,
  FileDoneOutlined,
  HistoryOutlined,
  HourglassFilled,
  LikeFilled,
  LockFilled,
  MinusCircleOutlined,
  PauseCircleFilled,
  PlusCircleFilled,
  QuestionCircleFilled,
  RollbackOutlined,
  StopOutlined,
  SwapOutlined,
  TagOutlined,
  TeamOutlined,
  ToolFilled,
  TransactionOutlined,
  TrophyFilled,
  WalletFilled,
  WarningFilled,
  WifiOutlined,
} from '@ant-design/icons'
import type { ComponentType, ReactNode } from 'react'
import type { z } from 'zod'
import { looksOf, wordOf } from '@contract/field.ts'
import { status as partnerStatus, type statusLabels } from '@contract/partners.ts'

export type Tone = 'good' | 'waiting' | 'bad' | 'neutral'

/** Of what has no sign of its own. */
const usual: Record<Tone, ComponentType> = {
  good: CheckCircleFilled,
  waiting: ClockCircleFilled,
  bad: ExclamationCircleFilled,
  neutral: MinusCircleOutlined,
}

/** By the state's name in the contract. Those that one field may hold have signs that differ in shape. */
const signs = {
  // Partners, users, accounts, and what holds or does not
  activo: CheckCircleFilled,
  inactivo: MinusCircleOutlined,
  // Tickets, lines, prizes and their approval
  vendido: TagOutlined,
  ganador: TrophyFilled,
  ganadora: TrophyFilled,
  por_pagar: WalletFilled,
  pagado: DollarCircleFilled,
  perdedor: MinusCircleOutlined,
  perdedora: MinusCircleOutlined,
  anulado: StopOutlined,
  anulada: StopOutlined,
  devuelto: RollbackOutlined,
  devuelta: RollbackOutlined,
  vencido: ExclamationCircleFilled,
  vencida: ExclamationCircleFilled,
  pendiente: ClockCircleFilled,
  aprobado: CheckCircleFilled,
  rechazado: CloseCircleFilled,
  // Draws and their results
  programado: CalendarOutlined,
  abierto: FieldTimeOutlined,
  cerrado: LockFilled,
  premiado: CheckCircleFilled,
  suspendido: PauseCircleFilled,
  atrasado: WarningFilled,
  por_confirmar: HourglassFilled,
  de_otra_persona: TeamOutlined,
  retirado: DeleteFilled,
  // Movements of drawers
  registrado: FileDoneOutlined,
  por_aprobar: HourglassFilled,
  por_aceptar: ClockCircleFilled,
  aceptado: LikeFilled,
  rehusado: RollbackOutlined,
  eliminado: DeleteFilled,
  // Terminals
  en_linea: WifiOutlined,
  fuera: DisconnectOutlined,
  nunca: QuestionCircleFilled,
  software: CloudDownloadOutlined,
  hardware: ToolFilled,
  // Their software
  subiendo: HourglassFilled,
  en_curso: FieldTimeOutlined,
  detenida: PauseCircleFilled,
  retirada: RollbackOutlined,
  al_dia: CheckCircleFilled,
  por_actualizar: CloudDownloadOutlined,
  por_volver: RollbackOutlined,
  otra: SwapOutlined,
  sin_dato: QuestionCircleFilled,
  sin_version: MinusCircleOutlined,
  // Files that are brought in, and their rows
  por_revisar: EyeFilled,
  revisar: EyeFilled,
  revisada: FileDoneOutlined,
  por_aplicar: HourglassFilled,
  aplicada: CheckCircleFilled,
  publicada: CheckCircleFilled,
  descartada: DeleteFilled,
  reemplazada: SwapOutlined,
  fallida: CloseCircleFilled,
  falla: CloseCircleFilled,
  lista: CheckCircleFilled,
  igual: MinusCircleOutlined,
  ignorada: MinusCircleOutlined,
  crea: PlusCircleFilled,
  cambia: EditFilled,
  incompleto: EditFilled,
  distinto: SwapOutlined,
  sin_producto: QuestionCircleFilled,
  sin_sorteo: ExclamationCircleFilled,
  antiguo: HistoryOutlined,
  moneda: TransactionOutlined,
  cerrada: LockFilled,
  ajena: StopOutlined,
  // Other bancas
  disponible: CheckCircleFilled,
  no_responde: DisconnectOutlined,
  otra_version: HistoryOutlined,
  no_permitida: StopOutlined,
  clave_cambiada: LockFilled,
  sin_acceso: CloseCircleFilled,
  terminada: MinusCircleOutlined,
} satisfies Record<string, ComponentType>

/** A state with a sign of its own. */
type Sign = keyof typeof signs

const colors: Record<Tone, string> = { good: 'good', waiting: 'warns', bad: 'bad', neutral: 'sorteo-muted' }

/** The sign alone, in the colour of the text around it. */
export function StateSign({ state, tone = 'neutral' }: { state: string; tone?: Tone }) {
  const Icon = state in signs ? signs[state as Sign] : usual[tone]
  return (
    <span aria-hidden="true" data-sign={state}>
      <Icon />
    </span>
  )
}

export interface StatusTagProps {
  state: Sign
  tone: Tone
  children: ReactNode
}

/** A state in a screen's own words. */
export function StatusTag({ state, tone, children }: StatusTagProps) {
  return <Tag {...{ state, tone, children }} />
}

function Tag({ state, tone, children }: { state: string; tone: Tone; children: ReactNode }) {
  return (
    <span className={`line inline gap-xs nowrap ${tone === 'neutral' ? 'sorteo-muted' : ''}`}>
      <span className={colors[tone]}>
        <StateSign state={state} tone={tone} />
      </span>
      {children}
    </span>
  )
}

/** A state of the contract in its words and tone: `of` is the field that holds it. */
export function StateTag({ of, state }: { of: z.ZodType; state: string }) {
  return (
    <Tag state={state} tone={looksOf(of).tones?.[state] ?? 'neutral'}>
      {wordOf(of, state)}
    </Tag>
  )
}

/** Active or not: partners, users, products, accounts. */
export function ActiveTag({ status }: { status: keyof typeof statusLabels }) {
  return <StateTag of={partnerStatus} state={status} />
}
