import * as z from 'zod/mini'
import { endpoint } from '../../endpoint.ts'
import { instant, ownName } from '../../fields.ts'
import { bankCodes } from './banks.ts'
import {
  accountNameSentence,
  accountNumberPattern,
  accountNumberSentence,
  accountRequestStates,
  bankAnswers,
  bankSentence,
} from './rules.ts'

/** A request for another account. `bankSays` is null until the bank was asked; `reason` is of a refusal. */
const accountRequest = z.object({
  id: z.string(),
  bankCode: z.string(),
  bankName: z.string(),
  accountName: z.string(),
  lastDigits: z.string(),
  state: z.enum(accountRequestStates),
  reason: z.nullable(z.string()),
  bankSays: z.nullable(z.enum(bankAnswers)),
  askedAt: instant,
  /** When it ends by itself if nobody decides it. */
  expiresAt: instant,
  endedAt: z.nullable(instant),
})
export type AccountRequest = z.infer<typeof accountRequest>

const newest = z.object({ request: z.nullable(accountRequest) })

export const getBankAccountRequest = endpoint({
  operationId: 'getBankAccountRequest',
  method: 'GET',
  path: '/lender/bank-account/request',
  auth: 'lender',
  summary: 'The newest request of this lender for another bank account; null without one.',
  answer: newest,
  errors: [],
})

export const askBankAccount = endpoint({
  operationId: 'askBankAccount',
  method: 'POST',
  path: '/lender/bank-account/request',
  auth: 'lender',
  summary:
    'Ask for another bank account for withdrawals. Staff decide; withdrawals asked for before go where they were asked to.',
  body: z.strictObject({
    bankCode: z.enum(bankCodes, bankSentence),
    accountNumber: z
      .string(accountNumberSentence)
      .check(z.regex(accountNumberPattern, accountNumberSentence)),
    accountName: ownName(100, accountNameSentence),
  }),
  answer: newest,
  errors: [
    'PASSWORD_CHECK_REQUIRED',
    'FACTOR_CHECK_REQUIRED',
    'BANK_ACCOUNT_ASKED',
    'BANK_ACCOUNT_SAME',
    'LENDER_SUSPENDED',
    'LENDER_CLOSED',
  ],
})

export const withdrawBankAccountRequest = endpoint({
  operationId: 'withdrawBankAccountRequest',
  method: 'POST',
  path: '/lender/bank-account/request/withdraw',
  auth: 'lender',
  summary: 'Withdraw the request that waits.',
  body: z.strictObject({ id: z.uuid() }),
  answer: newest,
  errors: ['NOT_FOUND'],
})
