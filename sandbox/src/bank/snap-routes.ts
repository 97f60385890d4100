import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type TransferContext, inquireAccount, reportStatus, transfer } from './transfers.ts'
import { Authenticator, errorAnswer, type AuthenticatedCall, type RawCall } from './authentication.ts'
import { type Answer, answer, type Service, SnapError } from './snap/answers.ts'
import { listStatement } from './statement.ts'

const BODY_LIMIT = 16 * 1024

/** The app's calls to one bank, under /bank/1 and /bank/2; every error is answered in the format of SNAP. */
export function snapRoutes(context: TransferContext) {
  const authenticator = new Authenticator(context.bank, context.store, context.now)
  const method = context.bank.methodPayment
  return async (app: FastifyInstance): Promise<void> => {
    app.removeAllContentTypeParsers()
    app.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: BODY_LIMIT }, (_, body, done) =>
      done(null, body),
    )
    const on = (path: string, service: Service, work: (call: RawCall) => Promise<Answer> | Answer) =>
      app.post(path, async (request, reply) => {
        if (context.store.switches(method).transfers === 'offline') {
          return reply.code(503).type('text/plain').send('Service Unavailable')
        }
        const result = await attempt(service, () => work(toRawCall(request)))
        // Answers only after the change is on disk, so that a crash cannot undo an answer.
        await context.store.flushed()
        return send(request, reply, result)
      })
    const onAuthenticated = (
      path: string,
      service: Service,
      work: (call: AuthenticatedCall) => Promise<Answer>,
    ) => on(path, service, async (call) => work(await authenticator.authenticate(call)))

    on('/v1.0/access-token/b2b', '73', (call) => authenticator.issueToken(call))
    onAuthenticated('/v1.0/account-inquiry-internal', '15', (call) => inquireAccount(context, '15', call))
    onAuthenticated('/v1.0/account-inquiry-external', '16', (call) => inquireAccount(context, '16', call))
    onAuthenticated('/v1.0/transfer-intrabank', '17', (call) => transfer(context, '17', call))
    onAuthenticated('/v1.0/transfer-interbank', '18', (call) => transfer(context, '18', call))
    onAuthenticated('/v1.0/transfer/status', '36', (call) => reportStatus(context, call))
    onAuthenticated('/v1.0/bank-statement', '14', (call) => listStatement(context, call))
  }
}

async function attempt(service: Service, work: () => Promise<Answer> | Answer): Promise<Answer> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof SnapError) return errorAnswer(service, error)
    process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`)
    return answer(service, 'generalError')
  }
}

function send(request: FastifyRequest, reply: FastifyReply, result: Answer): FastifyReply {
  if (result !== 'cut') return reply.code(result.status).send(result.body)
  reply.hijack()
  request.raw.socket.destroy()
  return reply
}

const toRawCall = (request: FastifyRequest): RawCall => ({
  path: request.url.split('?')[0] ?? '',
  body: Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0),
  header: (name) => {
    const value = request.headers[name]
    return typeof value === 'string' ? value : undefined
  },
})
