/** What distributors, agencies and ticket offices have alike on their screens. */
import type { SessionUser } from '@contract/session.ts'

/** Where it is and how it is reached; most of it only when somebody chooses it. */
export const placeColumns = [
  'state_name',
  { key: 'municipality_name', optional: true },
  { key: 'document', optional: true },
  { key: 'phone', optional: true },
  { key: 'email', optional: true },
  { key: 'address', optional: true, width: 240 },
  { key: 'created_at', optional: true },
] as const

export const partnerRead = [
  'name',
  'code',
  'father_name',
  'state_name',
  'municipality_name',
  'address',
  'document',
  'phone',
  'email',
  'currencies',
] as const

/** Under whoever makes it, in its first currency; what leads to the form may say another father. */
export const partnerStart = ({ currency, partner_type, partner_id }: SessionUser) => ({
  status: 'activo',
  currencies: [currency],
  ...(partner_type === 'distribuidor' && { father_id: partner_id }),
})
