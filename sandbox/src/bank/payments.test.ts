import { mkdtemp, readFile, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { AddressInfo } from 'node:net'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createHttp } from '../http.ts'
import type { Payment } from './model.ts'
import { addBank } from './plugin.ts'
import { signCall } from './snap/signatures.ts'
import { writeBanks } from './testing/partner.ts'

type Notice = { id: string; amount: string; advise: string; genuine: boolean; externalId: string }

let folder: string
let bank: FastifyInstance
let app: FastifyInstance
/**
 * The notices that the app received, and the answers queued for the next ones; an empty queue answers 2002500
 * (success).
 */
let received: Notice[]
let answers: [status: number, code: string][]

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'sandbox-bank-'))
  await writeBanks(path.join(folder, 'banks.json'))
  received = []
  answers = []
  app = anApp()
  await app.listen({ host: '127.0.0.1', port: 0 })
  bank = await open()
})
afterEach(async () => {
  await Promise.all([bank.close(), app.close()])
  await rm(folder, { recursive: true, force: true })
})

/** An app that records the notices it receives. */
function anApp(): FastifyInstance {
  const server = Fastify()
  server.removeAllContentTypeParsers()
  server.addContentTypeParser('*', { parseAs: 'buffer' }, (_, body, done) => done(null, body))
  server.post('/v1.0/access-token/b2b', async () => ({
    responseCode: '2007300',
    accessToken: 'token',
    expiresIn: '900',
  }))
  server.post('/v1.0/transfer-va/inquiry', async () => ({
    responseCode: '2002400',
    virtualAccountData: { virtualAccountName: 'Ratna' },
  }))
  server.post('/v1.0/transfer-va/payment', async ({ body, headers }, reply) => {
    const { paymentRequestId, paidAmount, flagAdvise } = JSON.parse(String(body)) as {
      paymentRequestId: string
      paidAmount: { value: string }
      flagAdvise: string
    }
    const signed = {
      path: '/v1.0/transfer-va/payment',
      token: 'token',
      body: body as Buffer,
      timestamp: String(headers['x-timestamp']),
    }
    const genuine = signCall('secret of bank 1', signed) === headers['x-signature']
    const externalId = String(headers['x-external-id'])
    received.push({ id: paymentRequestId, amount: paidAmount.value, advise: flagAdvise, genuine, externalId })
    const [status, responseCode] = answers.shift() ?? (genuine ? [200, '2002500'] : [401, '4012500'])
    return reply.code(status).send({ responseCode })
  })
  return server
}

async function open(): Promise<FastifyInstance> {
  const http = createHttp()
  await addBank(http, {
    config: {
      keysFile: path.join(folder, 'banks.json'),
      pastLinesFile: path.join(folder, 'past.json'),
      appUrl: `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`,
      slowMs: 60,
      timeoutMs: 100,
      lateMs: 5_000,
      retryMs: 20,
    },
    file: path.join(folder, 'bank', 'journal.jsonl'),
    now: () => new Date(),
  })
  await http.listen({ host: '127.0.0.1', port: 0 })
  return http
}

const number = '988001234567890'
const payIn = async (more: object = {}): Promise<Payment> => {
  const payload = { number, amount: 1_500_000, ...more }
  const answer = await bank.inject({ method: 'POST', url: '/bank/payments', payload })
  expect(answer.statusCode).toBe(201)
  return answer.json()
}
const about = ({ amount, advise, genuine }: Notice) => `${amount} ${advise} ${genuine ? 'genuine' : 'forged'}`

test('the sandbox bank sends one signed notice of a payment and marks it complete when the app answers', async () => {
  const payment = await payIn()
  expect(payment).toMatchObject({ bank: 1, open: false, deliveries: [{ status: 200, code: '2002500' }] })
  expect(received.map(about)).toEqual(['1500000.00 N genuine'])
  expect(received[0]?.id).toBe(payment.id)
})

test('the sandbox bank repeats a payment notice until the app gives a final answer', async () => {
  answers = [
    [500, '5002500'],
    [504, '5042500'],
    [409, '4092500'],
    [429, '4292500'],
    [401, '4012500'],
    [404, '4042518'],
  ]
  expect((await payIn()).open).toBe(false)
  expect(received.map(about)).toEqual(['1500000.00 N genuine', ...Array(5).fill('1500000.00 Y genuine')])
  expect(new Set(received.map(({ externalId }) => externalId)).size).toBe(6)
})

test.each([
  ['slow', ['1500000.00 N genuine']],
  ['lost', ['1500000.00 Y genuine']],
  ['unanswered', ['1500000.00 N genuine', '1500000.00 Y genuine']],
  ['doubled', ['1500000.00 N genuine', '1500000.00 N genuine', '1500000.00 Y genuine']],
  ['changed', ['1500000.00 N genuine', '1501000.00 Y genuine']],
  ['forged', ['1500000.00 N forged']],
  ['unlisted', ['1500000.00 N genuine']],
])('the sandbox bank sends the expected payment notices for the fault %s', async (fault, notices) => {
  const payment = await payIn({ fault })
  expect(payment.open).toBe(false)
  expect(received.map(about)).toEqual(notices)
  expect(new Set(received.map(({ id }) => id))).toEqual(new Set([payment.id]))
})

test('a past payment is added to the account of the sandbox bank once, without a notice', async () => {
  const before = (await stateOf()).banks[0]?.available ?? 0
  const past = { id: 'past-1', bank: 1, number, amount: 70_000, paidAt: '2026-01-05T03:00:00.000Z' }
  await writeFile(path.join(folder, 'past.json'), JSON.stringify([past]))
  for (const _ of ['first start', 'second start']) {
    await bank.close()
    bank = await open()
    expect((await stateOf()).banks[0]?.available).toBe(before + 70_000)
  }
  expect(received).toEqual([])
})

test('another transfer of the past is added to the account of the sandbox bank once', async () => {
  const before = (await stateOf()).banks[0]?.available ?? 0
  const past = (id: string, amount: number) => ({
    id,
    bank: 1,
    reference: 'RET-1',
    amount,
    at: '2026-01-05T03:00:00Z',
  })
  await writeFile(path.join(folder, 'past.json'), JSON.stringify([past('1', -70_000), past('2', 5_000)]))
  for (const _ of ['first start', 'second start']) {
    await bank.close()
    bank = await open()
    expect((await stateOf()).banks[0]?.available).toBe(before - 65_000)
  }
})

test('the sandbox bank does not start when the file of past lines cannot be read', async () => {
  await writeFile(path.join(folder, 'past.json'), '[{')
  await expect(open()).rejects.toThrow('cannot be read')
})

test('the fault "unsent" credits the account at the sandbox bank without a payment notice', async () => {
  const before = (await stateOf()).banks[0]?.available ?? 0
  expect(await payIn({ fault: 'unsent' })).toMatchObject({ open: false, deliveries: [] })
  expect(received).toEqual([])
  expect((await stateOf()).banks[0]?.available).toBe(before + 1_500_000)
})

test('the fault "reordered" makes the sandbox bank send a notice after that of the next payment', async () => {
  const first = payIn({ fault: 'reordered', amount: 1 })
  await vi.waitFor(async () => expect((await stateOf()).payments).toHaveLength(1), 60_000)
  await payIn({ amount: 2 })
  expect((await first).open).toBe(false)
  expect(received.map(({ amount }) => amount)).toEqual(['2.00', '1.00'])
})

type State = { banks: { available: number }[]; payments: Payment[] }
const stateOf = async () => (await bank.inject('/bank/state.json')).json<State>()

test('payment notices held back while the sandbox bank is offline are sent later, and a forged one is rejected', async () => {
  const before = (await stateOf()).banks[0]?.available ?? 0
  const turn = (notices: string | null) =>
    bank.inject({ method: 'PUT', url: '/bank/switches', payload: { bank: 1, notices, transfers: null } })
  await turn('offline')
  const waiting = payIn()
  await vi.waitFor(async () => expect((await stateOf()).payments).toHaveLength(1), 60_000)
  expect(received).toEqual([])
  await turn('forged')
  expect((await waiting).deliveries).toHaveLength(1)
  await payIn()
  expect(received.map(({ genuine }) => genuine)).toEqual([true, false])
  expect((await stateOf()).banks[0]?.available).toBe(before + 1_500_000)
})

test('the sandbox bank repeats an unanswered notice after a restart, also with a truncated last journal line', async () => {
  const port = (app.server.address() as AddressInfo).port
  await app.close()
  const paying = payIn()
  await vi.waitFor(
    async () => expect((await stateOf()).payments[0]?.deliveries.length).toBeGreaterThanOrEqual(1),
    60_000,
  )
  await bank.close()
  await paying
  const file = path.join(folder, 'bank', 'journal.jsonl')
  await truncate(file, (await readFile(file)).length - 5)
  app = anApp()
  await app.listen({ host: '127.0.0.1', port })
  bank = await open()
  await vi.waitFor(async () => expect((await stateOf()).payments).toMatchObject([{ open: false }]), 60_000)
  expect(received).toHaveLength(1)
})

test('the sandbox bank asks the app who owns an account number, and rejects invalid payments and foreign origins', async () => {
  const ask = (asked: string) =>
    bank.inject({ method: 'POST', url: '/bank/inquiries', payload: { number: asked } })
  expect((await ask(number)).json()).toMatchObject({ code: '2002400' })
  expect((await ask('111111111111111')).statusCode).toBe(422)
  const url = '/bank/payments'
  expect((await bank.inject({ method: 'POST', url, payload: { number, amount: 0 } })).statusCode).toBe(400)
  const payload = { number, amount: 1, fault: 'none such' }
  expect((await bank.inject({ method: 'POST', url, payload })).statusCode).toBe(400)
  const headers = { origin: 'https://elsewhere.example' }
  expect(
    (await bank.inject({ method: 'POST', url, headers, payload: { number, amount: 1 } })).statusCode,
  ).toBe(403)
  expect(received).toEqual([])
})

test('the page of the sandbox bank lists payments with their notices and escapes its query', async () => {
  await payIn({ fault: 'doubled' })
  const page = await bank.inject('/bank/?number=%22%3E%3Cb%3E')
  expect(page.headers['content-security-policy']).not.toContain('unsafe')
  expect(page.body).toContain('Rp1.500.000')
  expect(page.body).toContain('Diterima')
  expect(page.body).toContain('3 pemberitahuan')
  expect(page.body).not.toContain('"><b>')
  expect(page.body).not.toMatch(/<script(?![^>]* src=)|<style|<[^>]* (style|on[a-z]+)=/)
  for (const [, asset = ''] of page.body.matchAll(/(?:src|href)="(\/bank\/assets\/[^"]+)"/g)) {
    expect((await bank.inject(asset)).statusCode, asset).toBe(200)
  }
  expect((await bank.inject('/bank/assets/..%2f..%2fplugin.ts')).statusCode).toBe(404)
})
