import {
  type RefusalCode as LenderRefusalCode,
  type RefusalParams,
  refusals as ofLenders,
} from './refusals.ts'
import { companyRefusals } from './lenders/company/refusals.ts'
import { type PartnerRefusalCode, partnerRefusals } from './partner/refusals.ts'
import { type StaffRefusalCode, staffRefusals } from './staff/refusals.ts'

export type { RefusalParams }

/** Every refusal of the API of lenders, with those that only members of companies are given. */
export const lenderRefusals = { ...ofLenders, ...companyRefusals }

/** Every refusal of lenders, their systems and staff, for the server, whose commands all of them call. */
export const refusals = { ...lenderRefusals, ...partnerRefusals, ...staffRefusals }

export type RefusalCode = LenderRefusalCode | PartnerRefusalCode | StaffRefusalCode

/** Refusals that may no longer apply later, e.g. after the lender has entered the new password. */
const hangsOnOther: readonly RefusalCode[] = [
  'PASSWORD_WRONG',
  'PASSWORD_CHECK_REQUIRED',
  'FACTOR_CHECK_REQUIRED',
  'WITHDRAWAL_PASSWORD_WRONG',
  'WITHDRAWAL_WAITS',
  'SECOND_PAIR_NEEDED',
  'STAFF_RIGHT_MISSING',
  'PROPOSAL_NEEDED',
  'COMPANY_ROLE_MISSING',
  'FACTOR_NEEDED',
]

/**
 * Whether a refusal is final, so that it is stored under the idempotency key. A refusal that depends on something
 * outside the request, or on an unreachable provider, is not: a repeated request is evaluated again.
 */
export function decidesRequest(code: RefusalCode): boolean {
  const { status } = refusals[code]
  return status < 500 && status !== 401 && status !== 429 && !hangsOnOther.includes(code)
}
