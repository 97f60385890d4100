import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { pagePolicy } from '../platform/page-policy.ts'
import type { DocumentRecord } from './model.ts'
import { endedPage } from './page/ended-page.ts'
import { signPage } from './page/sign-page.ts'
import type { Provider } from './provider.ts'
import { Refusal } from '../platform/refusal.ts'
import { lookUpSession, requireSession } from './sessions.ts'
import { rejectDocument, reviewDocument, signDocument, type Signing } from './signing.ts'

type TokenParams = { Params: { token: string } }
const coordinate = { type: 'number', minimum: 0, maximum: 20_000 } as const
const signing = {
  ...bodyOf({ pin: { type: 'string', maxLength: 20 } }),
  properties: { pin: { type: 'string', maxLength: 20 }, x: coordinate, y: coordinate },
  dependencies: { x: ['y'], y: ['x'] },
}

/** The signing page and its API, under /esign/sign. The token in the URL grants access. */
export function pageRoutes(provider: Provider) {
  const { appOrigin } = provider.config
  return async (app: FastifyInstance): Promise<void> => {
    app.addHook('onRequest', async (request) => refuseOtherOrigins(request))

    app.get<TokenParams>('/:token', async (request, reply) => {
      const { token } = request.params
      const state = lookUpSession(provider, token)
      if (state.kind === 'open') {
        const { record, session } = state
        return sendPage(
          provider,
          reply,
          200,
          signPage({ token, shownToken: token, record, session, appOrigin }),
        )
      }
      const status = state.kind === 'ended' ? state.record.status : state.kind
      return sendPage(provider, reply, state.kind === 'unknown' ? 404 : 410, endedPage(status))
    })

    app.get<{ Params: { token: string; index: string } }>('/:token/files/:index', async (request, reply) => {
      const record = readableRecord(provider, request.params.token)
      const file = record.files[Number(request.params.index)]
      if (file === undefined) throw new Refusal(404, 'FILE_UNKNOWN', 'Berkas tidak ditemukan.')
      return reply
        .type('application/pdf')
        .header('content-disposition', `attachment; filename="${file.name}"`)
        .send(await provider.store.readFile(record.docToken, 'source', record.files.indexOf(file)))
    })

    app.post<TokenParams & { Body: Signing }>(
      '/:token/sign',
      { bodyLimit: 16_384, schema: { body: signing } },
      async (request) => signDocument(provider, request.params.token, request.body),
    )

    app.post<TokenParams & { Body: { reason: string } }>(
      '/:token/reject',
      { bodyLimit: 16_384, schema: { body: bodyOf({ reason: { type: 'string', maxLength: 500 } }) } },
      async (request) => rejectDocument(provider, request.params.token, request.body.reason.trim()),
    )

    app.post<TokenParams>(
      '/:token/review',
      { bodyLimit: 16_384, schema: { body: bodyOf({}) } },
      async (request) => reviewDocument(provider, request.params.token),
    )
  }
}

/** Only the app may embed the page; the page itself loads nothing but its own files. */
export function sendPage(
  { config }: Provider,
  reply: FastifyReply,
  status: number,
  body: string,
): FastifyReply {
  const policy = pagePolicy({
    'img-src': "'self' blob:",
    'worker-src': "'self'",
    'frame-ancestors': config.appOrigin ?? "'none'",
  })
  return reply
    .code(status)
    .type('text/html; charset=utf-8')
    .header('content-security-policy', policy)
    .header('cache-control', 'no-store')
    .send(body)
}

/** The record that the holder of a token may still read, also just after signing, while the page is fetching files. */
function readableRecord(provider: Provider, token: string): DocumentRecord {
  const state = lookUpSession(provider, token)
  if (state.kind === 'ended' && state.record.status === 'signed') return state.record
  return requireSession(provider, token).record
}

/** A browser sends the origin with each POST; another origin means a request forged by another site. */
function refuseOtherOrigins(request: FastifyRequest): void {
  const { origin, host } = request.headers
  if (request.method === 'GET' || origin === undefined) return
  if (URL.parse(origin)?.host !== host) throw new Refusal(403, 'OTHER_ORIGIN', 'Permintaan ditolak.')
}

function bodyOf(properties: Record<string, object>) {
  return { type: 'object', additionalProperties: false, required: Object.keys(properties), properties }
}
