import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../context.ts'
import { makeDepositLane } from '../deposit/index.ts'
import {
  type Case,
  cases,
  responseHead,
  type Service,
  services,
  SnapRefusal,
} from '../outside/bank/snap/answers.ts'
import { writeTimestamp } from '../outside/bank/snap/timestamp.ts'
import { isLockTimeout, isPassing } from '../platform/db/failures.ts'
import { Refusal } from '../platform/refusal.ts'
import type { Told } from './answer.ts'
import { inquire } from './inquiry.ts'
import { payIn } from './payment.ts'
import { makeRate } from './rate.ts'
import { type SnapRequest, toSnapRequest } from './request.ts'
import { issueToken } from './token.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The service of SNAP that answers here. */
    snapService?: Service
  }
}

/** A notice has less than 2 kB. */
const bodyLimit = 16 * 1024

/**
 * The banks' door: tokens, inquiries and payments of virtual accounts, as the standard has them. A body is only read
 * once its signature is checked over the bytes as they came. Whatever happens is answered in the banks' way.
 */
export async function snapRoutes(app: FastifyInstance, context: Context): Promise<void> {
  const lane = makeDepositLane(context)
  const { config } = context
  const now = () => performance.now()
  const tokens = makeRate(config.LIMIT_SNAP_TOKEN, now)
  const calls = makeRate(config.LIMIT_SNAP_CALL, now)
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
        answer: (request: SnapRequest) => Promise<Told>,
      ) =>
        scope.post(path, { config: { operationId, snapService } }, async (request, reply) => {
          const { end, body } = await answer(toSnapRequest(request))
          return reply.status(cases[end].status).send(body)
        })
      on('/v1.0/access-token/b2b', 'snapToken', services.token, async (request) => ({
        end: 'SUCCESSFUL',
        body: await issueToken(context, request),
      }))
      on('/v1.0/transfer-va/inquiry', 'snapInquiry', services.virtualAccountInquiry, (request) =>
        inquire(context, request),
      )
      on('/v1.0/transfer-va/payment', 'snapPayment', services.virtualAccountPayment, (request) =>
        payIn(context, lane, request),
      )
    },
    { prefix: config.SNAP_PREFIX },
  )
}

function answerError(error: FastifyError, request: FastifyRequest, reply: FastifyReply) {
  const [name, detail] = caseOf(error)
  if (name === 'GENERAL_ERROR') {
    request.log.error({ err: error, requestId: request.id }, 'a call of a bank failed')
  }
  if (name === 'TOO_MANY' || name === 'TIMEOUT') reply.header('Retry-After', 1)
  const service = request.routeOptions.config.snapService ?? services.virtualAccountPayment
  return reply.status(cases[name].status).send(responseHead(service, name, detail))
}

function caseOf(error: FastifyError): [Case, string?] {
  if (error instanceof SnapRefusal)
    return error.detail === undefined ? [error.case] : [error.case, error.detail]
  // Too much at once, or a database that is away for a moment: the bank asks again.
  if (error instanceof Refusal && error.code === 'OVERLOADED') return ['TIMEOUT']
  if (isPassing(error) || isLockTimeout(error)) return ['TIMEOUT']
  if (error.statusCode !== undefined && error.statusCode < 500) return ['BAD_REQUEST']
  return ['GENERAL_ERROR']
}
