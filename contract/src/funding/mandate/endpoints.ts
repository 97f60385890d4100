import * as z from 'zod/mini'
import { endpoint } from '../../endpoint.ts'
import { instant, passwordField, rupiahField, versionField } from '../../fields.ts'
import { ceilingOrderSentence, mandateCeilings } from './rules.ts'
import { proposalErrors } from '../../lenders/company/rules.ts'

const { least, most } = mandateCeilings
const ceilingField = rupiahField.check(
  z.gte(least, 'Batas kuasa paling sedikit Rp100.000.'),
  z.lte(most, 'Batas kuasa paling banyak Rp1.000.000.000.000.'),
)

/** Why a mandate has ended. TIME means that its period of validity is over. */
export const mandateEnds = ['REVOKED', 'REPLACED', 'EXPIRED', 'REFUSED', 'TIME'] as const
export type MandateEnd = (typeof mandateEnds)[number]

/**
 * A granted mandate. `state` WAITING: it awaits its signature until `signBefore`. `placed` is the sum of its pending
 * and signed fundings. `filepath` is the newest version of its document.
 */
const mandate = z.object({
  version: versionField,
  number: z.string(),
  state: z.enum(['WAITING', 'IN_FORCE', 'ENDED']),
  largestPerLoan: z.int(),
  totalBudget: z.int(),
  placed: z.int(),
  grantedAt: instant,
  signBefore: instant,
  signedAt: z.nullable(instant),
  validUntil: instant,
  ended: z.nullable(z.object({ reason: z.enum(mandateEnds), at: instant })),
  filepath: z.string(),
})
export type Mandate = z.infer<typeof mandate>

const standing = z.object({
  /** False when the lender's e-signature provider requires its own page and cannot sign by hash. */
  canSign: z.boolean(),
  /** The mandate in force, the one awaiting its signature, and the last ended one; null where there is none. */
  inForce: z.nullable(mandate),
  waiting: z.nullable(mandate),
  ended: z.nullable(mandate),
})
export type MandateStanding = z.infer<typeof standing>

export const getMandate = endpoint({
  operationId: 'getMandate',
  method: 'GET',
  path: '/mandate',
  auth: 'lender',
  summary: 'The standing mandate of this lender for automatic funding.',
  answer: standing,
  errors: [],
})

export const prepareMandate = endpoint({
  operationId: 'prepareMandate',
  method: 'POST',
  path: '/mandate/text',
  auth: 'lender',
  costs: 'AGREEMENT',
  summary:
    'Make the text of a mandate with these ceilings, as a PDF to be read. It gives no right before it is granted.',
  body: z
    .strictObject({ largestPerLoan: ceilingField, totalBudget: ceilingField })
    .check(z.refine((body) => body.largestPerLoan <= body.totalBudget, { error: ceilingOrderSentence })),
  answer: z.object({ version: versionField, number: z.string(), filepath: z.string(), validUntil: instant }),
  errors: [
    'MANDATE_PROVIDER',
    'RISK_WARNING_UNACCEPTED',
    'COMPANY_PIC_MISSING',
    'AGREEMENT_UNAVAILABLE',
    'DOCUMENT_UNAVAILABLE',
    'LENDER_SUSPENDED',
    'LENDER_CLOSED',
  ],
})

export const grantMandate = endpoint({
  operationId: 'grantMandate',
  method: 'POST',
  path: '/mandate/grant',
  auth: 'lender',
  summary:
    'Grant the mandate whose text was read last, with the password. It is in force once it is signed by hash, and then replaces the one before.',
  body: z.strictObject({ version: versionField, password: passwordField }),
  answer: standing,
  errors: [
    'MANDATE_PASSWORD_WRONG',
    'MANDATE_PROVIDER',
    'MANDATE_UNREAD',
    'MANDATE_OUTDATED',
    'RISK_WARNING_UNACCEPTED',
    'LENDER_SUSPENDED',
    'LENDER_CLOSED',
    ...proposalErrors,
  ],
})

export const revokeMandate = endpoint({
  operationId: 'revokeMandate',
  method: 'POST',
  path: '/mandate/revoke',
  auth: 'lender',
  summary:
    'Revoke the mandate at once, also one that waits for its signature. Fundings that are not signed yet are not signed any more. Without one nothing changes.',
  body: z.strictObject({}),
  answer: standing,
  errors: [],
})
