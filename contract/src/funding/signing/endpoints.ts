import * as z from 'zod/mini'
import { endpoint } from '../../endpoint.ts'

/** The page for the signature where a document does not define its own (specification, section 9). */
export const defaultSigningPage = 17
/** The position of the signature in points from the lower left corner of the page (specification, section 7). */
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
  answer: z.object({
    token: z.string(),
    url: z.string(),
    expiresAt: z.string(),
    /** Number of documents that wait after this one, each signed on a page of its own after this one is signed. */
    furtherDocuments: z.int().check(z.gte(0)),
    /** The page of the signature. If the document lacks the requested page, the answer has the page that is used. */
    signCoordinatePage: z.int().check(z.gt(0)),
  }),
  errors: [
    'SIGNING_NOT_FOUND',
    'SIGNING_ENDED',
    'SIGNING_WITHOUT_PAGE',
    'ESIGN_UNAVAILABLE',
    'DOCUMENT_UNAVAILABLE',
  ],
})
