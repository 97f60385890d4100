import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'

/** Where a document has no page of its own for the signature (specification, section 9). */
export const defaultSigningPage = 17
/** Points from the lower left corner of the page (specification, section 7). */
export const signaturePlace = { x: 130, y: 468, fixed: false } as const

export const generateSigningToken = endpoint({
  operationId: 'generateSigningToken',
  method: 'POST',
  path: '/signing/token',
  auth: 'lender',
  summary: 'A one-use token that opens the e-signature page for this document and this lender.',
  body: z.strictObject({
    docToken: z.string().check(z.minLength(1), z.maxLength(100)),
    signCoordinatePage: z.optional(z.int().check(z.gt(0), z.lte(10_000))),
    digiSignId: z.string().check(z.maxLength(100)),
  }),
  answer: z.object({ token: z.string(), url: z.string(), expiresAt: z.string() }),
  errors: [
    'SIGNING_NOT_FOUND',
    'SIGNING_ENDED',
    'SIGNING_WITHOUT_PAGE',
    'SIGNING_PAGE_UNKNOWN',
    'ESIGN_UNAVAILABLE',
  ],
})
