import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { FastifyInstance } from 'fastify'
import { toInternationalLoosely } from './numbers.ts'
import { inboxPage } from './page/inbox-page.ts'
import type { SmsStore } from './store.ts'

const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "font-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ')

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

/** What lies in the phones: the page at /sms, the same as JSON at /sms/inbox.json, and the page's own files. */
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

    app.get<{ Params: { name: string } }>('/assets/:name', async (request, reply) => {
      const { name } = request.params
      const type = Object.hasOwn(ASSETS, name) ? ASSETS[name] : undefined
      if (type === undefined)
        return reply.code(404).send({ code: 'NOT_FOUND', message: 'There is no such file' })
      const bytes = await readFile(fileURLToPath(new URL(`./page/assets/${name}`, import.meta.url)))
      const etag = `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`
      reply.header('etag', etag).header('cache-control', 'no-cache')
      if (request.headers['if-none-match'] === etag) return reply.code(304).send()
      return reply.type(type).send(bytes)
    })
  }
}
