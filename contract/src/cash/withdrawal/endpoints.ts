import * as z from 'zod/mini'
import { endpoint } from '../../endpoint.ts'
import { amountField, businessDay, keyField, passwordField, rupiahField } from '../../fields.ts'
import { transferTypes, withdrawalReasons } from './rules.ts'
import { proposalErrors } from '../../lenders/company/rules.ts'

const bankCodeField = z.string().check(z.regex(/^[0-9]{3}$/))
/**
 * The payment method: 1 is BNI, 2 the other bank (specification, section 9). It also identifies the cash account of a
 * lender with two.
 */
const methodPaymentField = z.literal([1, 2])

/** Accepts both spellings in section 7 of the specification. */
const transferFeeBody = z.union([
  z.strictObject({ amount: amountField, bankCode: bankCodeField, payment_method: methodPaymentField }),
  z.strictObject({ amount: amountField, bank_code: bankCodeField, payment_method: methodPaymentField }),
])

export const getTransferFee = endpoint({
  operationId: 'getTransferFee',
  method: 'POST',
  path: '/withdrawals/fee',
  auth: 'lender',
  summary: 'What the bank takes for a withdrawal of this amount, and how it reaches its account.',
  body: transferFeeBody,
  answer: z.object({ transfer_fee: z.int(), transfer_type: z.enum(transferTypes) }),
  errors: ['WITHDRAWAL_UNAVAILABLE'],
})

/** A withdrawal in progress. `amount` is what arrives; amount and fee have already been taken from the balance. */
const withdrawal = z.object({
  id: z.string(),
  transactionNumber: z.string(),
  bankCode: z.string(),
  accountName: z.string(),
  accountNumber: z.string(),
  amount: z.int(),
  reason: z.string(),
  methodPayment: z.int(),
  transfer_fee: z.int(),
  transfer_type: z.enum(transferTypes),
  status: z.literal('In Progress'),
  message: z.literal('success'),
})
export type Withdrawal = z.infer<typeof withdrawal>

const withdrawalErrors = [
  'WITHDRAWAL_ABOVE_BALANCE',
  'WITHDRAWAL_BELOW_MINIMUM',
  'WITHDRAWAL_FEE_ABOVE_BALANCE',
  'WITHDRAWAL_CHANGED',
  'WITHDRAWAL_PASSWORD_WRONG',
  'WITHDRAWAL_ACCOUNT_MISSING',
  'WITHDRAWAL_ACCOUNT_MISMATCH',
  'WITHDRAWAL_WAITS',
  'FACTOR_CHECK_REQUIRED',
  'WITHDRAWAL_UNAVAILABLE',
  'LENDER_SUSPENDED',
  'LENDER_CLOSED',
] as const

export const withdraw = endpoint({
  operationId: 'withdraw',
  method: 'POST',
  alsoMethod: 'PUT',
  path: '/withdrawals',
  auth: 'lender',
  summary:
    'Send cash to the registered bank account. The amount is sent and the fee is on top; of the whole balance the fee comes out of it. It leaves the balance at once, and comes back if refused.',
  body: z.strictObject({
    accountName: z.string().check(z.minLength(1), z.maxLength(100)),
    accountNumber: z.string().check(z.regex(/^[0-9]{5,34}$/)),
    amount: rupiahField,
    bankCode: bankCodeField,
    password: passwordField,
    reason: z.enum(withdrawalReasons, 'Pilih alasan penarikan dana.'),
    methodPayment: methodPaymentField,
    /** The amount that the lender saw as to be sent; if the actual amount would differ, nothing is sent. */
    sent: z.optional(rupiahField),
  }),
  answer: withdrawal,
  errors: [...withdrawalErrors, ...proposalErrors],
  movesMoney: true,
})

export const getWithdrawalOutcome = endpoint({
  operationId: 'getWithdrawalOutcome',
  method: 'POST',
  path: '/withdrawals/outcome',
  auth: 'lender',
  summary:
    'What came of a withdrawal request whose answer was lost, by its Idempotency-Key: the same answer. One that has not come is closed, and refused if it comes later.',
  body: z.strictObject({ key: keyField }),
  answer: withdrawal,
  errors: [...withdrawalErrors, 'REQUEST_NOT_RECEIVED'],
})

/**
 * Cash that is not lent, by the day it came in, the oldest first. POJK 40/2024 allows it to stay two working days:
 * `deadline` is the last of them, and `late` means that it has passed.
 */
export const getIdleCash = endpoint({
  operationId: 'getIdleCash',
  method: 'GET',
  path: '/lender/idle-cash',
  auth: 'lender',
  summary: 'How long the cash of this lender has been idle, and by when it has to be lent or withdrawn.',
  answer: z.object({
    idleCash: z.int(),
    layers: z.array(
      z.object({ arrivedOn: businessDay, amount: z.int(), deadline: businessDay, late: z.boolean() }),
    ),
  }),
  errors: [],
})
