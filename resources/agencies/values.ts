/** Between an agency's row and the values of its form. */
import type { z } from 'zod'
import type { agencyForm, AgencyRow } from '@contract/agencies.ts'
import type { FormStart } from '@/kit/form/state.ts'

export type AgencyBody = z.input<typeof agencyForm> & { version: number }

/** The row as the body that would save it unchanged. A place that was never set stays out and the server asks for it. */
export function bodyOfAgency(row: AgencyRow): AgencyBody {
  const {
    name,
    code,
    father_id,
    document,
    phone,
    email,
    address,
    state_id,
    municipality_id,
    currencies,
    status,
    version,
  } = row
  return {
    name,
    code,
    father_id,
    document,
    phone,
    email,
    address,
    currencies,
    status,
    version,
    state_id: state_id as number,
    municipality_id: municipality_id as number,
  }
}

/** Where the form of an agency starts from. */
export function startOfAgency(row: AgencyRow): FormStart {
  const { version, ...values } = bodyOfAgency(row)
  return { values, version }
}
