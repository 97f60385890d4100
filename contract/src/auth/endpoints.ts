import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { idField, passwordField, phoneField } from '../fields.ts'

const bankInformation = z.object({
  bankAccountPayroll: z.string(),
  bankAccount: z.string(),
  bankBranch: z.string(),
  bankCode: z.string(),
  bankName: z.string(),
  methodPayment: z.int(),
  bankUrlImage: z.nullable(z.string()),
})

/** Kept in the browser under the local key `user`. `userTypeId` 3 is a corporate lender. */
export const sessionUser = z.object({
  token: z.string(),
  userName: z.string(),
  userId: idField,
  userTypeId: z.int(),
  userTypeName: z.string(),
  digiSignId: z.string(),
  email: z.string(),
  phoneNumber: z.string(),
  bankInformation: z.nullable(bankInformation),
})
export type SessionUser = z.infer<typeof sessionUser>

export const loginForm = z.strictObject({ phoneNumber: phoneField, password: passwordField })

export const login = endpoint({
  operationId: 'login',
  method: 'POST',
  path: '/auth/login',
  auth: 'guest',
  summary: 'Open a session with phone number and password.',
  body: z.extend(loginForm, { type: z.literal('lender') }),
  answer: sessionUser,
  errors: ['PHONE_UNREGISTERED', 'PASSWORD_WRONG'],
})

export const logout = endpoint({
  operationId: 'logout',
  method: 'POST',
  path: '/auth/logout',
  auth: 'lender',
  summary: 'End this session; its token stops working at once.',
  answer: z.object({ message: z.literal('success') }),
  errors: [],
})
