import * as z from 'zod/mini'
import { endpoint } from '../../endpoint.ts'
import { instant, ownName } from '../../fields.ts'
import { staffRights } from '../rights.ts'
import { assertionField, assertionOptions, attestationField, creationOptions } from '../../webauthn.ts'

const done = z.object({ message: z.literal('success') })
const labelField = ownName(60, 'Tulis nama passkey, paling banyak 60 huruf.')
const tokenField = z.string().check(z.regex(/^[\w-]{43}$/))

/** The person who is logged in. Without a second passkey DECIDE is not among their `rights`, but in `asksPasskey`. */
export const consoleSession = z.object({
  staffId: z.int(),
  name: z.string(),
  rights: z.array(z.enum(staffRights)),
  asksPasskey: z.boolean(),
  endsAt: instant,
})
export type ConsoleSession = z.infer<typeof consoleSession>

export const getConsoleSession = endpoint({
  operationId: 'getConsoleSession',
  method: 'GET',
  path: '/session',
  auth: 'staff',
  right: 'ANY',
  summary: 'Who is logged in, with their rights of now.',
  answer: consoleSession,
  errors: [],
})

export const offerLogin = endpoint({
  operationId: 'offerLogin',
  method: 'POST',
  path: '/session/challenge',
  auth: 'guest',
  summary: 'What a passkey is to sign for a login: once, within five minutes.',
  answer: assertionOptions,
  errors: [],
})

export const openConsoleSession = endpoint({
  operationId: 'openConsoleSession',
  method: 'POST',
  path: '/session',
  auth: 'guest',
  summary: 'Log in with a passkey; the session is in a cookie that no script reads.',
  body: z.strictObject({ assertion: assertionField }),
  answer: consoleSession,
  errors: [
    'PASSKEY_UNKNOWN',
    'PASSKEY_CHALLENGE',
    'PASSKEY_ORIGIN',
    'PASSKEY_UNVERIFIED',
    'PASSKEY_CLONED',
    'PASSKEY_INVALID',
    'STAFF_SUSPENDED',
  ],
})

export const closeConsoleSession = endpoint({
  operationId: 'closeConsoleSession',
  method: 'POST',
  path: '/session/end',
  auth: 'staff',
  right: 'ANY',
  summary: 'End this session.',
  answer: done,
  errors: [],
})

export const openInvitation = endpoint({
  operationId: 'openInvitation',
  method: 'POST',
  path: '/invitation/challenge',
  auth: 'guest',
  summary: 'What a new passkey is made of, for the holder of the link of an invitation.',
  body: z.strictObject({ token: tokenField }),
  answer: creationOptions,
  errors: ['INVITATION_ENDED'],
})

export const acceptInvitation = endpoint({
  operationId: 'acceptInvitation',
  method: 'POST',
  path: '/invitation',
  auth: 'guest',
  summary: 'Register the first passkey by the link of an invitation, once, and log in.',
  body: z.strictObject({ token: tokenField, label: labelField, attestation: attestationField }),
  answer: consoleSession,
  errors: [
    'INVITATION_ENDED',
    'PASSKEY_CHALLENGE',
    'PASSKEY_ORIGIN',
    'PASSKEY_UNVERIFIED',
    'PASSKEY_INVALID',
    'PASSKEY_TAKEN',
    'STAFF_SUSPENDED',
  ],
})

export const listPasskeys = endpoint({
  operationId: 'listPasskeys',
  method: 'GET',
  path: '/passkeys',
  auth: 'staff',
  right: 'ANY',
  summary: 'The passkeys of the person who asks.',
  answer: z.object({
    list: z.array(
      z.object({ id: z.string(), label: z.string(), addedAt: instant, usedAt: z.nullable(instant) }),
    ),
  }),
  errors: [],
})

export const offerPasskey = endpoint({
  operationId: 'offerPasskey',
  method: 'POST',
  path: '/passkeys/challenge',
  auth: 'staff',
  right: 'ANY',
  summary: 'What another passkey is made of; within five minutes after a login.',
  answer: creationOptions,
  errors: ['LOGIN_NOT_FRESH', 'PASSKEYS_FULL'],
})

export const addPasskey = endpoint({
  operationId: 'addPasskey',
  method: 'POST',
  path: '/passkeys',
  auth: 'staff',
  right: 'ANY',
  summary: 'Register another passkey of one’s own; within five minutes after a login.',
  body: z.strictObject({ label: labelField, attestation: attestationField }),
  answer: done,
  errors: [
    'LOGIN_NOT_FRESH',
    'PASSKEYS_FULL',
    'PASSKEY_CHALLENGE',
    'PASSKEY_ORIGIN',
    'PASSKEY_UNVERIFIED',
    'PASSKEY_INVALID',
    'PASSKEY_TAKEN',
  ],
})

export const endPasskey = endpoint({
  operationId: 'endPasskey',
  method: 'POST',
  path: '/passkeys/end',
  auth: 'staff',
  right: 'ANY',
  summary: 'Revoke a passkey of one’s own, but not the last one.',
  body: z.strictObject({ id: z.string().check(z.maxLength(1400)) }),
  answer: done,
  errors: ['PASSKEY_UNKNOWN', 'PASSKEY_LAST', 'RULE_UNSATISFIABLE'],
})
