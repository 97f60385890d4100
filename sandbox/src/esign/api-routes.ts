import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { cancel, readSigned, type UploadBody, upload, viewDocument } from './documents.ts'
import type { Provider } from './provider.ts'
import { Refusal } from '../platform/refusal.ts'
import { openSession, type SessionBody } from './sessions.ts'

const text = (maxLength: number) => ({ type: 'string', minLength: 1, maxLength }) as const
const page = { type: 'integer', minimum: 1, maximum: 100_000 } as const
const coordinate = { type: 'number', minimum: 0, maximum: 20_000 } as const
const object = <T extends Record<string, object>>(properties: T, optional: string[] = []) => ({
  type: 'object',
  additionalProperties: false,
  required: Object.keys(properties).filter((name) => !optional.includes(name)),
  properties,
})

const uploadBody = object({
  reference: text(200),
  callbackUrl: text(2_000),
  signer: object({ id: text(200), name: text(200) }),
  documents: {
    type: 'array',
    minItems: 1,
    maxItems: 5,
    items: object({
      // A name that is safe in a URL, a header and a file system.
      name: { type: 'string', pattern: '^[A-Za-z0-9][A-Za-z0-9 ._-]{0,119}$' },
      contentBase64: { type: 'string', minLength: 8, pattern: '^[A-Za-z0-9+/]+={0,2}$' },
      page,
    }),
  },
})

const sessionBody = object(
  {
    docToken: text(100),
    signerId: text(200),
    page,
    x: coordinate,
    y: coordinate,
    fixed: { type: 'boolean' },
  },
  ['fixed'],
)

/** The calls of the app's server, under /esign/v1. Each needs the header X-Api-Key (401 otherwise). */
export function apiRoutes(provider: Provider) {
  const expected = digest(provider.config.apiKey)
  return async (app: FastifyInstance): Promise<void> => {
    app.addHook('onRequest', async (request) => {
      const given = request.headers['x-api-key']
      // Digests have equal length, so the comparison leaks nothing about the key.
      if (typeof given !== 'string' || !timingSafeEqual(digest(given), expected)) {
        throw new Refusal(401, 'API_KEY', 'The API key is missing or wrong')
      }
    })

    app.post<{ Body: UploadBody }>('/documents', { schema: { body: uploadBody } }, async (request, reply) => {
      const { docToken, created } = await upload(provider, request.body)
      return reply.code(created ? 201 : 200).send({ docToken })
    })

    app.post<{ Body: SessionBody }>(
      '/signing-sessions',
      { schema: { body: sessionBody } },
      async (request, reply) => reply.code(201).send(await openSession(provider, request.body)),
    )

    app.get<{ Params: { docToken: string } }>('/documents/:docToken', async (request) =>
      viewDocument(provider, request.params.docToken),
    )

    app.get<{ Params: { docToken: string; name: string } }>(
      '/documents/:docToken/files/:name',
      async (request, reply) => {
        const { docToken, name } = request.params
        return reply.type('application/pdf').send(await readSigned(provider, docToken, name))
      },
    )

    app.post<{ Params: { docToken: string } }>('/documents/:docToken/cancel', async (request) =>
      cancel(provider, request.params.docToken),
    )
  }
}

function digest(value: string): Buffer {
  return createHash('sha256').update(value).digest()
}
