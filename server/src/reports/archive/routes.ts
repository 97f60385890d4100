import type { Context } from '../../context.ts'
import { perform } from '../../platform/commands/perform.ts'
import { lenderActor } from '../../platform/http/requests.ts'
import type { Routes } from '../../platform/http/routes.ts'
import { required } from '../../platform/refusal.ts'
import { downloadArchive } from './download.ts'
import { listFundingDocuments } from './funding-documents.ts'
import { hashOfTicket, openArchive, requestArchive, toArchive } from './request.ts'
import { archivesOf, ticketCookie } from './store.ts'

type Operations =
  | 'listFundingDocuments'
  | 'requestDocumentArchive'
  | 'listDocumentArchives'
  | 'openDocumentArchive'
  | 'downloadDocumentArchive'

export const routes = (context: Context): Routes<Operations> => ({
  listFundingDocuments: ({ lender, query }) => listFundingDocuments(context.db, lender.lenderId, query),
  requestDocumentArchive: ({ lender, body, requestId, source }) =>
    perform(context, requestArchive, {
      actor: lenderActor(lender),
      input: body,
      requestId,
      source,
    }),
  listDocumentArchives: async ({ lender }) => ({
    list: (await archivesOf(context.db, lender.lenderId)).map(toArchive),
  }),
  openDocumentArchive: async ({ lender, body, requestId, source, cookies }) => {
    const ticket = context.random.token()
    await perform(context, openArchive, {
      actor: lenderActor(lender),
      input: { id: body.id, sha256: hashOfTicket(ticket), session: lender.tokenHash },
      requestId,
      source,
    })
    cookies.set(ticketCookie.name, ticket, ticketCookie.seconds)
    return { message: 'success' }
  },
  downloadDocumentArchive: async ({ cookies, requestId, source }) => {
    const ticket = required(cookies.get(ticketCookie.name), 'NOT_FOUND')
    cookies.clear(ticketCookie.name)
    return downloadArchive(context, ticket, { requestId, source })
  },
})
