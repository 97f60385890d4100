import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { PrivyConfig } from '../config.ts'
import { readSigned } from '../esign/documents.ts'
import type { Provider } from '../esign/provider.ts'
import { Refusal } from '../platform/refusal.ts'
import { FieldsRefused, takeUpload } from './upload.ts'
import { documentView, mayDownload } from './view.ts'

/**
 * Privy's public API for merchants, on the documents of the e-signature provider: upload as form data and status under
 * /v3/merchant with the header Merchant-Key and a user name and password; signed files at the URL in the status. The
 * signing page is at /doc.
 */
export async function addPrivy(app: FastifyInstance, provider: Provider, config: PrivyConfig): Promise<void> {
  const now = () => ({ secret: config.merchantKey, now: provider.now() })
  await app.register(
    async (merchant) => {
      merchant.addContentTypeParser('multipart/form-data', { parseAs: 'buffer' }, (_request, body, done) =>
        done(null, body),
      )
      merchant.addHook('onRequest', async ({ headers }) => {
        const login = Buffer.from(`${config.username}:${config.password}`).toString('base64')
        const isRight =
          same(headers.authorization, `Basic ${login}`) && same(headers['merchant-key'], config.merchantKey)
        if (!isRight) throw new Refusal(401, 'UNAUTHORIZED', 'Unauthorized')
      })
      merchant.setErrorHandler(async (error, _request, reply) => {
        if (error instanceof FieldsRefused)
          return reply.code(422).send({ code: 422, errors: error.errors, message: 'Unprocessable Entity' })
        if (!(error instanceof Refusal)) throw error
        return reply.code(error.status).send({ code: error.status, errors: [], message: error.message })
      })

      merchant.post<{ Body: Buffer }>('/document/upload', async ({ body, headers }, reply) => {
        const { docToken, recipient } = await takeUpload(provider, config, await readForm(body, headers))
        const { type, privyId, enterpriseToken = null } = recipient
        return reply.code(201).send({
          code: 201,
          data: {
            docToken,
            urlDocument: `${provider.publicUrl()}/doc/${docToken}`,
            recipients: [{ type, privyId, enterpriseToken, magicLink: null }],
          },
          message: 'Document successfully upload and shared',
        })
      })

      merchant.get<{ Params: { docToken: string } }>('/document/status/:docToken', async (request) => {
        const record = provider.store.find(request.params.docToken)
        if (!record?.privy) throw new Refusal(404, 'DOCUMENT_UNKNOWN', 'Document not found')
        // The URL uses the host of this request, because the app's server may not resolve the host name of the signing
        // page.
        const filesUrl = `${request.protocol}://${request.host}`
        const origin = { publicUrl: provider.publicUrl(), filesUrl, ...now() }
        return { code: 200, data: documentView(record, origin), message: 'Document status' }
      })
    },
    { prefix: '/v3/merchant' },
  )

  app.get<{ Params: { docToken: string }; Querystring: { until?: string; proof?: string } }>(
    '/privy/files/:docToken',
    async ({ params: { docToken }, query }, reply) => {
      const record = provider.store.find(docToken)
      if (!record?.privy || !mayDownload(docToken, query, now()))
        throw new Refusal(403, 'ADDRESS_EXPIRED', 'This address is not good any more')
      return reply
        .type('application/pdf')
        .send(await readSigned(provider, docToken, record.files[0]?.name ?? ''))
    },
  )
}

async function readForm(body: unknown, headers: Record<string, unknown>): Promise<FormData> {
  try {
    if (!Buffer.isBuffer(body)) throw new TypeError('no form')
    return await new Response(new Uint8Array(body), {
      headers: { 'content-type': String(headers['content-type']) },
    }).formData()
  } catch {
    throw new FieldsRefused('document', 'the body is not multipart/form-data')
  }
}

/** Digests have equal length, so the comparison leaks nothing about the secret. */
const same = (given: unknown, expected: string): boolean =>
  typeof given === 'string' && timingSafeEqual(digestOf(given), digestOf(expected))

const digestOf = (value: string): Buffer => createHash('sha256').update(value).digest()
