import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { idField } from '../fields.ts'

/** All amounts in whole rupiah. `additionalCashBalance` is the second pocket, null where the lender has none. */
export const lenderSummary = z.object({
  lenderId: idField,
  cashBalance: z.int(),
  outStandingBalance: z.int(),
  estTotalGet: z.int(),
  estInterestGet: z.int(),
  additionalCashBalance: z.nullable(z.int()),
  /** Beyond the specification: money reserved for fundings that wait for a signature. Not part of cashBalance. */
  reservedBalance: z.int(),
  /** Beyond the specification: money of withdrawals that are under way, with their fees. Not part of cashBalance. */
  withdrawingBalance: z.int(),
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

/** A virtual account to pay in to. `vaNumber` has 15 digits; `methodPayment` 1 is BNI, 2 the other bank. */
const virtualAccount = z.object({
  vaBankCode: z.string(),
  vaName: z.string(),
  vaNumber: z.string(),
  vaBank: z.string(),
  methodPayment: z.int(),
})

/** A company that lends. Without virtual accounts `accountType` is null, and Deposit is not open yet. */
export const institutionProfile = z.object({
  companyName: z.string(),
  companyEmail: z.string(),
  picFullname: z.string(),
  phoneNumberPic: z.string(),
  accountType: z.nullable(z.string()),
  dataAccountBalance: z.nullable(virtualAccount),
  dataAccountBalanceIM: z.nullable(virtualAccount),
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
