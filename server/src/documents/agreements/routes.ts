import type { DocumentContext } from '../context.ts'
import type { Routes } from '../../platform/http/routes.ts'
import { downloadDocument } from './download.ts'
import { generalTerms } from './terms.ts'

export const routes = (context: DocumentContext): Routes<'downloadDocument' | 'listTerms'> => ({
  downloadDocument: ({ lender, body, member, requestId, source }) =>
    downloadDocument(context, lender.lenderId, body.document_url, { requestId, source, member }),
  listTerms: async () => ({ list: generalTerms.map((description) => ({ description })) }),
})
