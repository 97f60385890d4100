import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { Refusal } from '../platform/refusal.ts'
import { type Gateway, type SmsBody, takeMessage } from './gateway.ts'

const message = {
  type: 'object',
  additionalProperties: false,
  required: ['to', 'text', 'reference'],
  properties: {
    to: { type: 'string', maxLength: 20 },
    // The length of a long message of ten parts.
    text: { type: 'string', minLength: 1, maxLength: 1_530 },
    reference: { type: 'string', minLength: 1, maxLength: 200 },
  },
} as const

/** The calls of the app's server, under /sms/v1. Each needs the header X-Api-Key (401 otherwise). */
export function apiRoutes(gateway: Gateway, apiKey: string) {
  const expected = digest(apiKey)
  return async (app: FastifyInstance): Promise<void> => {
    app.addHook('onRequest', async (request) => {
      const given = request.headers['x-api-key']
      // Digests have equal length, so the comparison leaks nothing about the key.
      if (typeof given !== 'string' || !timingSafeEqual(digest(given), expected)) {
        throw new Refusal(401, 'API_KEY', 'The API key is missing or wrong')
      }
    })
    app.addHook('onError', async (_request, reply, error) => {
      if (error instanceof Refusal && error.status === 429) reply.header('retry-after', '1')
    })

    app.post<{ Body: SmsBody }>(
      '/messages',
      { bodyLimit: 16_384, schema: { body: message } },
      async (request, reply) => {
        const { id, cut } = await takeMessage(gateway, request.body)
        if (!cut) return reply.code(202).send({ id })
        reply.hijack()
        request.raw.socket.destroy()
        return reply
      },
    )
  }
}

function digest(value: string): Buffer {
  return createHash('sha256').update(value).digest()
}
