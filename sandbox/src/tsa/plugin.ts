import path from 'node:path'
import type { FastifyInstance } from 'fastify'
import { TestPki } from '../esign/pki.ts'
import { grant, readQuestion, refuse } from './token.ts'

type TsaOptions = { dataFolder: string; now: () => Date }

const AUTHORITY = 'CA Stempel Waktu Kotak Pasir (uji coba, tanpa kekuatan hukum)'

/** Faults of the authority; each is injected by requesting its path below /tsa. */
const faults = [
  'refuses',
  'hangs',
  'fails',
  'no-purpose',
  'other-authority',
  'other-nonce',
  'other-hash',
  'late',
] as const
type Fault = (typeof faults)[number]

/**
 * A time-stamping authority (RFC 3161 over HTTP): POST /tsa. Its certificate comes from its own test authority,
 * generated at the first start. Each fault has its own path, such as /tsa/refuses.
 * @returns its certificate authority
 */
export async function addTimestamps(app: FastifyInstance, { dataFolder, now }: TsaOptions): Promise<TestPki> {
  const pki = new TestPki(path.join(dataFolder, 'pki'), now, AUTHORITY)
  const other = new TestPki(path.join(dataFolder, 'other-pki'), now, AUTHORITY)
  await app.register(
    async (routes) => {
      routes.addContentTypeParser(
        'application/timestamp-query',
        { parseAs: 'buffer', bodyLimit: 16_384 },
        (_request, body, done) => done(null, body),
      )
      routes.post<{ Body: Buffer }>('/', async (request, reply) => send(reply, await answer(request.body)))
      routes.post<{ Params: { fault: Fault }; Body: Buffer }>(
        '/:fault',
        { schema: { params: { type: 'object', properties: { fault: { enum: faults } } } } },
        async (request, reply) => {
          const { fault } = request.params
          // The request is never answered: it ends when the caller gives up or the sandbox stops.
          if (fault === 'hangs') return reply.hijack()
          if (fault === 'fails')
            return reply.code(503).send({ code: 'AWAY', message: 'The authority is away' })
          return send(reply, await answer(request.body, fault))
        },
      )
    },
    { prefix: '/tsa' },
  )
  return pki

  async function answer(body: unknown, fault?: Fault): Promise<Buffer> {
    const question = Buffer.isBuffer(body) ? readQuestion(body) : null
    if (!question) return refuse('The question cannot be read')
    if (fault === 'refuses') return refuse('The quota of this month is used up')
    if (fault === 'other-nonce' && question.nonce) flipLastBit(question.nonce.valueBlock.valueHexView)
    if (fault === 'other-hash') flipLastBit(question.messageImprint.hashedMessage.valueBlock.valueHexView)
    const at = new Date(now().getTime() - (fault === 'late' ? 3_600_000 : 0))
    const from = fault === 'other-authority' ? other : pki
    const signer =
      fault === 'no-purpose' ? pki.signerFor({ id: 'person', name: 'Person' }) : from.timestamper()
    return grant(question, await signer, at)
  }
}

const send = (reply: { type(name: string): { send(body: Buffer): unknown } }, body: Buffer): unknown =>
  reply.type('application/timestamp-reply').send(body)

/** A fixed byte in place of a random one would now and then be the same. */
function flipLastBit(bytes: Uint8Array): void {
  const end = bytes.length - 1
  bytes[end] = (bytes[end] ?? 0) ^ 1
}
