import type { FastifyInstance } from 'fastify'
import { pagePolicy } from '../platform/page-policy.ts'
import { Refusal } from '../platform/refusal.ts'
import { inboxPage } from './page/inbox-page.ts'
import type { MailStore } from './store.ts'

const POLICY = pagePolicy({ 'form-action': "'self'", 'frame-src': "'self'" })
/** E-mail is shown as a reader shows it: its own styles, no scripts, nothing fetched, links in another window. */
const MAIL_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self'; base-uri 'none'; sandbox allow-popups allow-popups-to-escape-sandbox"

type ToQuery = { Querystring: { to?: string } }
const query = {
  type: 'object',
  additionalProperties: false,
  properties: { to: { type: 'string', maxLength: 254 } },
} as const

/** The e-mails that arrived: the page at /mail, the same as JSON at /mail/inbox.json, and each one's HTML. */
export function inboxRoutes(store: MailStore, smtpUrl: string) {
  return async (app: FastifyInstance): Promise<void> => {
    app.get<ToQuery>('/', { schema: { querystring: query } }, async (request, reply) => {
      const asked = request.query.to?.trim() ?? ''
      return reply
        .type('text/html; charset=utf-8')
        .header('content-security-policy', POLICY)
        .send(inboxPage({ asked, smtpUrl, messages: store.inbox(asked === '' ? null : asked).slice(0, 30) }))
    })

    app.get<ToQuery>('/inbox.json', { schema: { querystring: query } }, async (request) => ({
      smtp: smtpUrl,
      messages: store.inbox(request.query.to ?? null),
    }))

    app.get<{ Params: { id: string } }>('/messages/:id', async (request, reply) => {
      const mail = store.find(request.params.id)
      if (!mail) throw new Refusal(404, 'NOT_FOUND', 'There is no such e-mail')
      return reply
        .type('text/html; charset=utf-8')
        .header('content-security-policy', MAIL_POLICY)
        .send(mail.html.replace('<head>', '<head><base target="_blank">'))
    })
  }
}
