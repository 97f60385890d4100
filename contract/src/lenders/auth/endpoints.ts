import * as z from 'zod/mini'
import { endpoint } from '../../endpoint.ts'
import { idField, instant, passwordField, phoneField } from '../../fields.ts'
import { companyRoles } from '../company/rules.ts'
import { confirmationSentence, isGoodPassword, otpLength, passwordRuleSentence } from './rules.ts'

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
  /** Who of the company is logged in; left out for a lender who is alone. */
  member: z.optional(
    z.object({
      memberId: z.int(),
      name: z.string(),
      roles: z.array(z.enum(companyRoles)),
      isSignatory: z.boolean(),
    }),
  ),
})
export type SessionUser = z.infer<typeof sessionUser>

export const loginForm = z.strictObject({ phoneNumber: phoneField, password: passwordField })

export const login = endpoint({
  operationId: 'login',
  method: 'POST',
  path: '/auth/login',
  auth: 'guest',
  summary:
    'Open a session with phone number and password. A lender with a second factor shows it in the same browser next (`loginWithFactor`).',
  body: z.extend(loginForm, { type: z.literal('lender') }),
  answer: sessionUser,
  errors: [
    'PHONE_UNREGISTERED',
    'PASSWORD_WRONG',
    'SECOND_FACTOR_REQUIRED',
    'LENDER_SUSPENDED',
    'LENDER_CLOSED',
  ],
})

export const logout = endpoint({
  operationId: 'logout',
  method: 'POST',
  path: '/auth/logout',
  auth: 'lender',
  summary: 'End this session; its token stops working at once.',
  answer: z.object({ message: z.literal('success') }),
  errors: [],
  clearsStorage: true,
})

/** The purpose of an SMS code. 1, a forgotten password, is the only one in the specification. */
const otpPurpose = z.literal(1)
/** How the code is delivered: 1 is SMS, the only way in the specification. */
const otpVendor = z.literal(1)
const transactionIdField = z.string().check(z.minLength(1), z.maxLength(100))

export const generateOtpForm = z.strictObject({ recipient: phoneField })

export const generateOtp = endpoint({
  operationId: 'generateOtp',
  method: 'POST',
  path: '/auth/otp',
  auth: 'guest',
  summary:
    'Send a code by SMS. The answer is the same whether the number is registered or not, and never the code.',
  body: z.extend(generateOtpForm, { purpose: otpPurpose, vendor: otpVendor }),
  answer: z.object({ transactionId: z.string(), expiredAt: instant, createdAt: instant }),
  errors: ['OTP_TOO_SOON'],
})

export const matchOtp = endpoint({
  operationId: 'matchOtp',
  method: 'POST',
  path: '/auth/otp/match',
  auth: 'guest',
  summary:
    'Try a code. A match also gives this browser, in a cookie that no script reads, the right to set a new password once.',
  body: z.strictObject({
    otpCode: z.string().check(z.minLength(1), z.maxLength(otpLength)),
    transactionId: transactionIdField,
    recipient: phoneField,
  }),
  answer: z.object({ isMatch: z.boolean() }),
  errors: ['OTP_ENDED'],
})

export const newPasswordField = z
  .string(passwordRuleSentence)
  .check(z.refine(isGoodPassword, passwordRuleSentence))

const confirmationField = z.string(confirmationSentence).check(z.maxLength(99, confirmationSentence))

export const resetPasswordBody = z
  .strictObject({
    phoneNumber: phoneField,
    newPassword: newPasswordField,
    confirmPassword: confirmationField,
    type: z.literal('lender'),
  })
  .check(
    z.refine(({ newPassword, confirmPassword }) => newPassword === confirmPassword, {
      error: confirmationSentence,
      path: ['confirmPassword'],
    }),
  )

const done = z.object({ message: z.literal('success') })

export const resetPassword = endpoint({
  operationId: 'resetPassword',
  method: 'POST',
  alsoMethod: 'PUT',
  path: '/auth/password/reset',
  auth: 'guest',
  summary: 'Set a new password, once, in the browser that has just matched the code. Ends all sessions.',
  body: resetPasswordBody,
  answer: done,
  errors: ['RESET_NOT_ALLOWED', 'PASSWORD_GUESSABLE', 'PASSWORD_UNCHANGED'],
})

export const changePasswordBody = z
  .strictObject({
    oldPassword: passwordField,
    newPassword: newPasswordField,
    confirmNewPassword: confirmationField,
  })
  .check(
    z.refine(({ newPassword, confirmNewPassword }) => newPassword === confirmNewPassword, {
      error: confirmationSentence,
      path: ['confirmNewPassword'],
    }),
  )

export const changePassword = endpoint({
  operationId: 'changePassword',
  method: 'PUT',
  alsoMethod: 'POST',
  path: '/auth/password',
  auth: 'lender',
  summary:
    'Change the password, knowing the old one. Ends all other sessions of the lender; this one goes on with the token of the answer alone.',
  body: changePasswordBody,
  answer: z.extend(done, { token: z.string() }),
  errors: ['PASSWORD_WRONG', 'PASSWORD_GUESSABLE', 'PASSWORD_UNCHANGED'],
})

export const validatePassword = endpoint({
  operationId: 'validatePassword',
  method: 'POST',
  path: '/auth/password/validate',
  auth: 'lender',
  summary:
    'Check the password before an action. Where it is right, this session may do one such action within two minutes.',
  body: z.strictObject({ password: passwordField }),
  answer: z.object({ is_validated: z.boolean() }),
  errors: ['LENDER_SUSPENDED', 'LENDER_CLOSED'],
})

/** A live session of the lender. `device` describes the browser for the lender, e.g. `Chrome di Windows`. */
const session = z.object({
  id: z.string(),
  device: z.string(),
  lastUsed: instant,
  createdDate: instant,
  /** True for the session that sent the request. */
  current: z.boolean(),
})
export type Session = z.infer<typeof session>

export const listSessions = endpoint({
  operationId: 'listSessions',
  method: 'GET',
  path: '/auth/sessions',
  auth: 'lender',
  summary: 'The live sessions of this lender, this one first, then by last use; at most 50.',
  answer: z.object({ list: z.array(session) }),
  errors: [],
})

export const endSession = endpoint({
  operationId: 'endSession',
  method: 'POST',
  path: '/auth/sessions/end',
  auth: 'lender',
  summary: 'End one session of this lender after a password check; its token stops working at once.',
  body: z.strictObject({ id: z.string().check(z.maxLength(100)) }),
  answer: done,
  errors: ['NOT_FOUND', 'PASSWORD_CHECK_REQUIRED'],
})

export const endOtherSessions = endpoint({
  operationId: 'endOtherSessions',
  method: 'POST',
  path: '/auth/sessions/end-others',
  auth: 'lender',
  summary: 'End all sessions of this lender but this one, after a password check.',
  answer: z.extend(done, { ended: z.int() }),
  errors: ['PASSWORD_CHECK_REQUIRED'],
})
