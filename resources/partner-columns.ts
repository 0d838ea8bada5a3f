/** What the lists of distributors, agencies and ticket offices show alike, and what of each is only read. */
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
