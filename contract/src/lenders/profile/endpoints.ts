import * as z from 'zod/mini'
import { sessionUser } from '../auth/endpoints.ts'
import { endpoint } from '../../endpoint.ts'
import { idField } from '../../fields.ts'

/** All amounts in whole rupiah. `additionalCashBalance` is the balance of the second cash account, null without one. */
export const lenderSummary = z.object({
  lenderId: idField,
  cashBalance: z.int(),
  outStandingBalance: z.int(),
  estTotalGet: z.int(),
  estInterestGet: z.int(),
  additionalCashBalance: z.nullable(z.int()),
  /**
   * Beyond the specification: the bank name of the second cash account; null without one, or where no bank serves it.
   */
  additionalBalanceBank: z.nullable(z.string()),
  /** Beyond the specification: money reserved for fundings that wait for a signature. Not part of cashBalance. */
  reservedBalance: z.int(),
  /** Beyond the specification: money of withdrawals in progress, with their fees. Not part of cashBalance. */
  withdrawingBalance: z.int(),
  /**
   * Beyond the specification: what the lender may still fund under the legal limits, in rupiah; null where none
   * applies.
   */
  fundingRoom: z.nullable(z.int()),
})
export type LenderSummary = z.infer<typeof lenderSummary>

export const getSummary = endpoint({
  operationId: 'getSummary',
  method: 'GET',
  path: '/lender/summary',
  auth: 'lender',
  summary: 'The figures at the head of the dashboard.',
  answer: lenderSummary,
  errors: [],
})

/** A virtual account to pay into. `vaNumber` has 15 digits; `methodPayment` 1 is BNI, 2 the other bank. */
const virtualAccount = z.object({
  vaBankCode: z.string(),
  vaName: z.string(),
  vaNumber: z.string(),
  vaBank: z.string(),
  methodPayment: z.int(),
})

/**
 * The accounts a lender pays into. Without virtual accounts `accountType` is null, and Deposit is not available yet.
 */
const depositAccounts = {
  accountType: z.nullable(z.string()),
  dataAccountBalance: z.nullable(virtualAccount),
  dataAccountBalanceIM: z.nullable(virtualAccount),
}
export type DepositAccounts = Pick<InstitutionProfile, keyof typeof depositAccounts>

export const institutionProfile = z.object({
  companyName: z.string(),
  companyEmail: z.string(),
  picFullname: z.string(),
  phoneNumberPic: z.string(),
  ...depositAccounts,
})
export type InstitutionProfile = z.infer<typeof institutionProfile>

export const getInstitutionProfile = endpoint({
  operationId: 'getInstitutionProfile',
  method: 'GET',
  path: '/lender/institution',
  auth: 'lender',
  summary: 'The company of this lender, with the virtual accounts it pays in to. For user type 3 only.',
  answer: institutionProfile,
  errors: ['INSTITUTION_NOT_FOUND'],
})

/** The profile of a lender, a person or a company: the current values of the session user, without the token. */
export const lenderProfile = z.extend(z.omit(sessionUser, { token: true }), {
  ...depositAccounts,
  /**
   * Beyond the specification: when withdrawals are possible again, as an ISO 8601 time; null where they do not wait
   * for a change of contact or bank account.
   */
  withdrawalsFrom: z.nullable(z.string()),
})
export type LenderProfile = z.infer<typeof lenderProfile>

export const getProfile = endpoint({
  operationId: 'getProfile',
  method: 'GET',
  path: '/lender/profile',
  auth: 'lender',
  summary:
    'The lender with phone, e-mail and registered bank account, which the browser keeps masked only, and the virtual accounts to pay in to.',
  answer: lenderProfile,
  errors: [],
})
