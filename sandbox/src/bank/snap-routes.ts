import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Desk, inquireAccount, tellStatus, transfer } from './desk.ts'
import { Door, faultAnswer, type GenuineCall, type RawCall } from './door.ts'
import { type Answer, answer, type Service, SnapFault } from './snap/answers.ts'
import { state } from './statement.ts'

const BODY_LIMIT = 16 * 1024

/** The calls of the app's server at one bank, under /bank/1 and /bank/2; whatever happens is answered in SNAP's way. */
export function snapRoutes(desk: Desk) {
  const door = new Door(desk.bank, desk.book, desk.now)
  const method = desk.bank.methodPayment
  return async (app: FastifyInstance): Promise<void> => {
    app.removeAllContentTypeParsers()
    app.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: BODY_LIMIT }, (_, body, done) =>
      done(null, body),
    )
    const on = (path: string, service: Service, work: (call: RawCall) => Promise<Answer> | Answer) =>
      app.post(path, async (request, reply) => {
        if (desk.book.switches(method).transfers === 'offline') {
          return reply.code(503).type('text/plain').send('Service Unavailable')
        }
        const told = await attempt(service, () => work(toRawCall(request)))
        // Nobody is told of what a crash could take back.
        await desk.book.flushed()
        return send(request, reply, told)
      })
    const onGenuine = (path: string, service: Service, work: (call: GenuineCall) => Promise<Answer>) =>
      on(path, service, async (call) => work(await door.admit(call)))

    on('/v1.0/access-token/b2b', '73', (call) => door.giveToken(call))
    onGenuine('/v1.0/account-inquiry-internal', '15', (call) => inquireAccount(desk, '15', call))
    onGenuine('/v1.0/account-inquiry-external', '16', (call) => inquireAccount(desk, '16', call))
    onGenuine('/v1.0/transfer-intrabank', '17', (call) => transfer(desk, '17', call))
    onGenuine('/v1.0/transfer-interbank', '18', (call) => transfer(desk, '18', call))
    onGenuine('/v1.0/transfer/status', '36', (call) => tellStatus(desk, call))
    onGenuine('/v1.0/bank-statement', '14', (call) => state(desk, call))
  }
}

async function attempt(service: Service, work: () => Promise<Answer> | Answer): Promise<Answer> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof SnapFault) return faultAnswer(service, error)
    process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`)
    return answer(service, 'generalError')
  }
}

function send(request: FastifyRequest, reply: FastifyReply, told: Answer): FastifyReply {
  if (told !== 'cut') return reply.code(told.status).send(told.body)
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
