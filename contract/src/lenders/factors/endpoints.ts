import * as z from 'zod/mini'
import { endpoint } from '../../endpoint.ts'
import { instant, ownName } from '../../fields.ts'
import { assertionField, assertionOptions, attestationField, creationOptions } from '../../webauthn.ts'
import { sessionUser } from '../auth/endpoints.ts'
import { totpDigits } from './rules.ts'

const done = z.object({ message: z.literal('success') })

/** What shows a second factor: exactly one of a passkey's signature, a code of an app, and a recovery code. */
export const factorAnswer = z
  .strictObject({
    assertion: z.optional(assertionField),
    code: z.optional(z.string().check(z.minLength(1), z.maxLength(totpDigits + 4))),
    recoveryCode: z.optional(z.string().check(z.minLength(1), z.maxLength(60))),
  })
  .check(
    z.refine(
      ({ assertion, code, recoveryCode }) =>
        [assertion, code, recoveryCode].filter((one) => one !== undefined).length === 1,
    ),
  )
export type FactorAnswer = z.infer<typeof factorAnswer>

/** The ways that a lender has; `assertion` is what a passkey is to sign, null without one. */
const factorOffer = z.object({ totp: z.boolean(), assertion: z.nullable(assertionOptions) })
export type FactorOffer = z.infer<typeof factorOffer>

const passkeyErrors = [
  'PASSKEY_UNKNOWN',
  'PASSKEY_CHALLENGE',
  'PASSKEY_ORIGIN',
  'PASSKEY_UNVERIFIED',
  'PASSKEY_CLONED',
  'PASSKEY_INVALID',
] as const

export const offerSecondStep = endpoint({
  operationId: 'offerSecondStep',
  method: 'POST',
  path: '/auth/login/factor/offer',
  auth: 'guest',
  summary: 'The ways to show the second factor, in the browser that has just given the right password.',
  answer: factorOffer,
  errors: ['LOGIN_STEP_ENDED'],
})

export const loginWithFactor = endpoint({
  operationId: 'loginWithFactor',
  method: 'POST',
  path: '/auth/login/factor',
  auth: 'guest',
  summary: 'Open the session with the second factor, within ten minutes after the password.',
  body: factorAnswer,
  answer: sessionUser,
  errors: ['LOGIN_STEP_ENDED', 'FACTOR_WRONG', 'LENDER_SUSPENDED', 'LENDER_CLOSED', ...passkeyErrors],
})

export const offerFactorCheck = endpoint({
  operationId: 'offerFactorCheck',
  method: 'POST',
  path: '/auth/factors/check/offer',
  auth: 'lender',
  summary: 'The ways to show the second factor before an action.',
  answer: factorOffer,
  errors: [],
})

export const validateFactor = endpoint({
  operationId: 'validateFactor',
  method: 'POST',
  path: '/auth/factors/check',
  auth: 'lender',
  summary:
    'Show the second factor before an action. Where it is right, this session may do one such action within two minutes.',
  body: factorAnswer,
  answer: z.object({ is_validated: z.boolean() }),
  errors: ['LENDER_SUSPENDED', 'LENDER_CLOSED', ...passkeyErrors],
})

/** A passkey of a lender, by the name that they gave it. */
const passkey = z.object({ id: z.string(), label: z.string(), addedAt: instant, usedAt: z.nullable(instant) })

const factorList = z.object({
  passkeys: z.array(passkey),
  totp: z.nullable(z.object({ addedAt: instant, usedAt: z.nullable(instant) })),
  /** Recovery codes that were not used. */
  recoveryCodes: z.int(),
  /** When a recovery by the operator ends all of them; null if there is none. */
  recoversAt: z.nullable(instant),
})
export type FactorList = z.infer<typeof factorList>

export const listFactors = endpoint({
  operationId: 'listFactors',
  method: 'GET',
  path: '/auth/factors',
  auth: 'lender',
  summary: 'The second factors of this lender.',
  answer: factorList,
  errors: [],
})

export const cancelFactorRecovery = endpoint({
  operationId: 'cancelFactorRecovery',
  method: 'POST',
  path: '/auth/factors/recovery/cancel',
  auth: 'lender',
  summary: 'Cancel the recovery by the operator that waits: the second factor stays.',
  answer: done,
  errors: ['NOT_FOUND'],
})

/** Each change asks for the second factor that the lender has, or for the password before the first one. */
const changeErrors = ['PASSWORD_CHECK_REQUIRED', 'FACTOR_CHECK_REQUIRED'] as const

/** The recovery codes, shown this once; null where the lender has had them before. */
const withCodes = z.object({ recoveryCodes: z.nullable(z.array(z.string())) })

export const offerLenderPasskey = endpoint({
  operationId: 'offerLenderPasskey',
  method: 'POST',
  path: '/auth/factors/passkeys/offer',
  auth: 'lender',
  summary: 'What another passkey is made of; it is added in this session within five minutes.',
  answer: creationOptions,
  errors: [...changeErrors, 'PASSKEYS_FULL'],
})

export const addLenderPasskey = endpoint({
  operationId: 'addLenderPasskey',
  method: 'POST',
  path: '/auth/factors/passkeys',
  auth: 'lender',
  summary: 'Add the passkey that was offered. With the first factor all other sessions end.',
  body: z.strictObject({
    label: ownName(60, 'Tulis nama passkey, paling banyak 60 huruf.'),
    attestation: attestationField,
  }),
  answer: withCodes,
  errors: [
    'PASSKEYS_FULL',
    'PASSKEY_CHALLENGE',
    'PASSKEY_ORIGIN',
    'PASSKEY_UNVERIFIED',
    'PASSKEY_INVALID',
    'PASSKEY_TAKEN',
  ],
})

export const endLenderPasskey = endpoint({
  operationId: 'endLenderPasskey',
  method: 'POST',
  path: '/auth/factors/passkeys/end',
  auth: 'lender',
  summary: 'Revoke a passkey of one’s own.',
  body: z.strictObject({ id: z.string().check(z.maxLength(1400)) }),
  answer: done,
  errors: [...changeErrors, 'NOT_FOUND'],
})

export const offerTotp = endpoint({
  operationId: 'offerTotp',
  method: 'POST',
  path: '/auth/factors/totp/offer',
  auth: 'lender',
  summary: 'The secret for an app that shows codes (RFC 6238); a code of it confirms it within ten minutes.',
  answer: z.object({ secret: z.string(), uri: z.string() }),
  errors: [...changeErrors],
})

export const addTotp = endpoint({
  operationId: 'addTotp',
  method: 'POST',
  path: '/auth/factors/totp',
  auth: 'lender',
  summary:
    'Confirm the offered secret with a code; it replaces an earlier app. With the first factor all other sessions end.',
  body: z.strictObject({ code: z.string().check(z.minLength(1), z.maxLength(totpDigits + 4)) }),
  answer: withCodes,
  errors: ['FACTOR_WRONG', 'FACTOR_OFFER_ENDED'],
})

export const endTotp = endpoint({
  operationId: 'endTotp',
  method: 'POST',
  path: '/auth/factors/totp/end',
  auth: 'lender',
  summary: 'Remove the app that shows codes.',
  answer: done,
  errors: [...changeErrors, 'NOT_FOUND'],
})

export const renewRecoveryCodes = endpoint({
  operationId: 'renewRecoveryCodes',
  method: 'POST',
  path: '/auth/factors/recovery-codes',
  auth: 'lender',
  summary: 'New recovery codes; those of before stop working.',
  answer: z.object({ recoveryCodes: z.array(z.string()) }),
  errors: [...changeErrors, 'NOT_FOUND'],
})
