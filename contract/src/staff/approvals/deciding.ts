import * as z from 'zod/mini'
import { endpoint } from '../../endpoint.ts'
import { assertionField, assertionOptions } from '../../webauthn.ts'

/** What a person decides on: a proposal by its number, with the SHA-256 of its input, which they have read. */
const decisionField = z.strictObject({
  number: z.int().check(z.gt(0)),
  hash: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
})

const verdictField = z.enum(['AGREE', 'REFUSE'])
const decisionsField = z.array(decisionField).check(z.minLength(1), z.maxLength(50))

export const offerDecision = endpoint({
  operationId: 'offerDecision',
  method: 'POST',
  path: '/approvals/challenge',
  auth: 'staff',
  right: 'DECIDE',
  summary:
    'What a passkey is to sign for this decision on these proposals, and for no other: once, within five minutes.',
  body: z.strictObject({ verdict: verdictField, decisions: decisionsField }),
  answer: assertionOptions,
  errors: ['PASSKEYS_TOO_FEW'],
})

export const decideProposals = endpoint({
  operationId: 'decideProposals',
  method: 'POST',
  path: '/approvals/decide',
  auth: 'staff',
  right: 'DECIDE',
  summary:
    'Decide proposals, signed with a passkey just now. With the last agreement that its rule asks for a proposal is run; each proposal is decided by itself.',
  body: z.strictObject({
    verdict: verdictField,
    /** Why they are refused; left out where they are agreed to. */
    reason: z.optional(z.string().check(z.trim(), z.minLength(1), z.maxLength(200))),
    decisions: decisionsField,
    assertion: assertionField,
  }),
  answer: z.object({
    results: z.array(
      z.object({
        number: z.int(),
        /** DONE: run. AGREED: `missing` more must agree. REFUSED: ended. FAILED: not decided, `code` and `message` say why. */
        state: z.enum(['DONE', 'AGREED', 'REFUSED', 'FAILED']),
        missing: z.int(),
        code: z.nullable(z.string()),
        message: z.nullable(z.string()),
      }),
    ),
  }),
  errors: [
    'PASSKEY_UNKNOWN',
    'PASSKEY_CHALLENGE',
    'PASSKEY_ORIGIN',
    'PASSKEY_UNVERIFIED',
    'PASSKEY_CLONED',
    'PASSKEY_INVALID',
    'PASSKEYS_TOO_FEW',
  ],
})
