import type { FastifyInstance } from 'fastify'
import type { Context } from '../../context.ts'
import type { Routes } from '../../platform/http/routes.ts'
import { openSigning } from './open-signing.ts'
import { receiveCallback } from './receive-callback.ts'
import { receivePrivyNotice } from './receive-privy-notice.ts'
import { esignCallbackPath } from './send-documents.ts'

export const routes = (context: Context): Routes<'generateSigningToken'> => ({
  generateSigningToken: ({ lender, body }) => openSigning(context, lender.lenderId, body),
})

/** The path of Privy's callbacks; it is registered with the merchant at Privy. */
export const privyCallbackPath = '/api/v1/callbacks/privy'

/**
 * The callback route of the configured provider. Its body is read as raw bytes, because the signature over them is
 * checked before they are parsed. Anybody may call, so each address has the limit of public calls; what is refused comes
 * again, and the provider is asked anyway.
 */
export async function callbacks(app: FastifyInstance, context: Context): Promise<void> {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: 16 * 1024 }, (_, body, done) =>
      done(null, body),
    )
    if (context.config.ESIGN_PROVIDER === 'privy') {
      scope.post(privyCallbackPath, { config: { operationId: 'privyCallback' } }, async (request, reply) => {
        app.noise.countGuest(request, 'privyCallback')
        const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
        await receivePrivyNotice(context, body, request.id)
        return reply.status(204).send()
      })
      return
    }
    scope.post(esignCallbackPath, { config: { operationId: 'esignCallback' } }, async (request, reply) => {
      app.noise.countGuest(request, 'esignCallback')
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
