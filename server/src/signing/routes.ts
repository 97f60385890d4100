import type { FastifyInstance } from 'fastify'
import type { Context } from '../context.ts'
import type { Routes } from '../platform/http/routes.ts'
import { openSigning } from './open-signing.ts'
import { receiveCallback } from './receive-callback.ts'
import { esignCallbackPath } from './send-documents.ts'

export const signingRoutes = (context: Context): Routes<'generateSigningToken'> => ({
  generateSigningToken: ({ lender, body }) => openSigning(context, lender.lenderId, body),
})

/** The provider's door. Its body is checked by signature over the bytes as they came, so it is not parsed first. */
export async function signingCallbacks(app: FastifyInstance, context: Context): Promise<void> {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: 16 * 1024 }, (_, body, done) =>
      done(null, body),
    )
    scope.post(esignCallbackPath, { config: { operationId: 'esignCallback' } }, async (request, reply) => {
      const header = (name: string) => {
        const value = request.headers[name]
        return typeof value === 'string' ? value : undefined
      }
      const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
      await receiveCallback(
        context,
        { body, timestamp: header('x-timestamp'), signature: header('x-signature') },
        request.id,
      )
      return reply.status(204).send()
    })
  })
}
