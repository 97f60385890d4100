import type { FastifyInstance } from 'fastify'
import { serveAssets } from '../platform/assets.ts'
import { pagePolicy } from '../platform/page-policy.ts'
import { toInternationalLoosely } from './numbers.ts'
import { inboxPage } from './page/inbox-page.ts'
import type { SmsStore } from './store.ts'

const POLICY = pagePolicy({ 'form-action': "'self'" })

const ASSETS: Record<string, string> = {
  'inbox.css': 'text/css; charset=utf-8',
  'inbox.js': 'text/javascript; charset=utf-8',
}

type ToQuery = { Querystring: { to?: string } }
const query = {
  type: 'object',
  additionalProperties: false,
  properties: { to: { type: 'string', maxLength: 30 } },
} as const

/** The delivered messages: the page at /sms, the same as JSON at /sms/inbox.json, and the page's own files. */
export function inboxRoutes(store: SmsStore) {
  return async (app: FastifyInstance): Promise<void> => {
    app.get<ToQuery>('/', { schema: { querystring: query } }, async (request, reply) => {
      const asked = request.query.to?.trim() ?? ''
      const number = asked === '' ? null : toInternationalLoosely(asked)
      const messages = asked !== '' && number === null ? [] : store.inbox(number)
      return reply
        .type('text/html; charset=utf-8')
        .header('content-security-policy', POLICY)
        .send(inboxPage({ asked: number ?? asked, isNumber: asked === '' || number !== null, messages }))
    })

    app.get<ToQuery>('/inbox.json', { schema: { querystring: query } }, async (request) => {
      const { to } = request.query
      const number = to === undefined ? null : toInternationalLoosely(to)
      return { messages: to !== undefined && number === null ? [] : store.inbox(number) }
    })

    serveAssets(app, new URL('./page/assets/', import.meta.url), ASSETS)
  }
}
