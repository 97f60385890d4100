import * as z from 'zod/mini'
import { endpoint } from '../../endpoint.ts'

export const downloadDocument = endpoint({
  operationId: 'downloadDocument',
  method: 'POST',
  path: '/documents/download',
  auth: 'lender',
  costs: 'DOWNLOAD',
  summary: 'The bytes of one document that this lender may see.',
  body: z.strictObject({ document_url: z.string().check(z.minLength(1), z.maxLength(300)) }),
  answer: { binary: ['application/pdf', 'image/png', 'image/jpeg'] },
  errors: ['NOT_FOUND', 'DOCUMENT_UNAVAILABLE'],
})

export const listTerms = endpoint({
  operationId: 'listTerms',
  method: 'GET',
  path: '/terms',
  auth: 'lender',
  summary: 'The terms and conditions, as plain text paragraphs.',
  query: z.strictObject({ category: z.literal('TNC'), key: z.literal('GENERAL') }),
  answer: z.object({ list: z.array(z.object({ description: z.string() })) }),
  errors: [],
})
