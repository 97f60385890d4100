import type { FastifyInstance } from 'fastify'
import type { Context } from '../../../context.ts'
import { addressOf, unsubscribePath } from './addresses.ts'
import { escapeHtml } from '../../../platform/text/escape-html.ts'
import { knowsUnsubscribeKey, unsubscribe } from './unsubscribe.ts'

type KeyQuery = { Querystring: { key?: string } }

/**
 * The page for unsubscribing without a login. A mail program posts to it (RFC 8058), and a person finds a button on it.
 * Opening it changes nothing, because mail scanners open every link.
 */
export async function callbacks(app: FastifyInstance, context: Context): Promise<void> {
  const { preferencesUrl } = addressOf(context.config.APP_ORIGIN)
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: 4 * 1024 }, (_, body, done) =>
      done(null, body),
    )
    scope.get<KeyQuery>(
      unsubscribePath,
      { config: { operationId: 'openUnsubscribe', isOpenToAll: true } },
      async (request, reply) => {
        const { key = '' } = request.query
        app.noise.countGuest(request, 'openUnsubscribe')
        const isKnown = await knowsUnsubscribeKey(context, key)
        return reply
          .status(isKnown ? 200 : 404)
          .type('text/html; charset=utf-8')
          .send(isKnown ? question(key) : page('Tautan ini sudah tidak berlaku.', preferencesUrl))
      },
    )
    scope.post<KeyQuery>(
      unsubscribePath,
      { config: { operationId: 'unsubscribe', isOpenToAll: true } },
      async (request, reply) => {
        app.noise.countGuest(request, 'unsubscribe')
        await unsubscribe(context, request.query.key ?? '', request.id)
        return reply
          .type('text/html; charset=utf-8')
          .send(page('Anda tidak akan menerima email seperti itu lagi.', preferencesUrl))
      },
    )
  })
}

const question = (key: string): string =>
  html(`<p>Berhenti menerima email seperti ini? Notifikasi tetap ada di aplikasi.</p>
<form method="post" action="${unsubscribePath}?key=${escapeHtml(key)}"><button>Berhenti berlangganan</button></form>`)

const page = (sentence: string, preferencesUrl: string): string =>
  html(`<p>${escapeHtml(sentence)}</p>
<p><a href="${escapeHtml(preferencesUrl)}">Atur notifikasi</a></p>`)

const html = (body: string): string => `<!doctype html>
<html lang="id"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark"><meta name="robots" content="noindex">
<title>Notifikasi email</title></head><body><main>
${body}
</main></body></html>
`
