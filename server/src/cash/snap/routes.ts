import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../../context.ts'
import { makeDepositBatcher } from '../deposit/index.ts'
import {
  type Case,
  cases,
  responseHead,
  type Service,
  services,
  SnapRefusal,
} from '../../outside/bank/snap/response-codes.ts'
import { writeTimestamp } from '../../outside/bank/snap/timestamp.ts'
import { isLockTimeout, isRetryable } from '../../platform/db/failures.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { SnapReply } from './answer.ts'
import { inquire } from './inquiry.ts'
import { payIn } from './payment.ts'
import { createLocalRate } from '../../platform/rate-limit/local-rate.ts'
import { type SnapRequest, toSnapRequest } from './request.ts'
import { issueToken } from './token.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The SNAP service of the route. */
    snapService?: Service
  }
}

/** Maximum body size, bytes; a payment notice is smaller than 2 kB. */
const bodyLimit = 16 * 1024

/**
 * The SNAP endpoints for banks: tokens, inquiries and payments of virtual accounts. A body is parsed only after its
 * signature over the raw bytes is verified, and every error is answered in SNAP's format.
 */
export async function bankCalls(app: FastifyInstance, context: Context): Promise<void> {
  const batcher = makeDepositBatcher(context)
  const { config } = context
  const now = () => performance.now()
  const tokens = createLocalRate(config.LIMIT_SNAP_TOKEN, now)
  const calls = createLocalRate(config.LIMIT_SNAP_CALL, now)
  await app.register(
    async (scope) => {
      scope.removeAllContentTypeParsers()
      scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit }, (_, body, done) => done(null, body))
      scope.addHook('onRequest', async (request, reply) => {
        reply.headers({ 'X-TIMESTAMP': writeTimestamp(context.clock.now()), 'Cache-Control': 'no-store' })
        const { snapService } = request.routeOptions.config
        const may = snapService === services.token ? tokens : calls
        if (!may(request.ip)) throw new SnapRefusal('TOO_MANY')
      })
      scope.setErrorHandler<FastifyError>((error, request, reply) => answerError(error, request, reply))
      const on = (
        path: string,
        operationId: string,
        snapService: Service,
        answer: (request: SnapRequest) => Promise<SnapReply>,
      ) =>
        scope.post(
          path,
          { config: { operationId, snapService, outsideLoadBound: true } },
          async (request, reply) => {
            const { end, body } = await answer(toSnapRequest(request))
            return reply.status(cases[end].status).send(body)
          },
        )
      on('/v1.0/access-token/b2b', 'snapToken', services.token, async (request) => ({
        end: 'SUCCESSFUL',
        body: await issueToken(context, request),
      }))
      on('/v1.0/transfer-va/inquiry', 'snapInquiry', services.virtualAccountInquiry, (request) =>
        inquire(context, request),
      )
      on('/v1.0/transfer-va/payment', 'snapPayment', services.virtualAccountPayment, (request) =>
        payIn(context, batcher, request),
      )
    },
    { prefix: config.SNAP_PREFIX },
  )
}

function answerError(error: FastifyError, request: FastifyRequest, reply: FastifyReply) {
  const [name, detail] = caseOf(error)
  if (name === 'GENERAL_ERROR') {
    request.log.error({ err: error, requestId: request.id }, 'SNAP call failed')
  }
  if (name === 'TOO_MANY' || name === 'TIMEOUT') reply.header('Retry-After', 1)
  const service = request.routeOptions.config.snapService ?? services.virtualAccountPayment
  return reply.status(cases[name].status).send(responseHead(service, name, detail))
}

function caseOf(error: FastifyError): [Case, string?] {
  if (error instanceof SnapRefusal)
    return error.detail === undefined ? [error.case] : [error.case, error.detail]
  if (error.statusCode !== undefined && error.statusCode < 500) return ['BAD_REQUEST']
  // After overload or a short database outage the bank sends the call again.
  if (error instanceof Refusal && error.code === 'OVERLOADED') return ['TIMEOUT']
  if (isRetryable(error) || isLockTimeout(error)) return ['TIMEOUT']
  return ['GENERAL_ERROR']
}
