import { createServer, type Server } from 'node:https'
import type { AddressInfo, Socket } from 'node:net'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { certificateOf } from '../../../testing/tls-certificate.ts'
import { type HostileGateway, startHostileGateway } from '../sms/testing/hostile-gateway.ts'
import { httpsCallBacks } from './https-adapter.ts'
import { publicAddresses } from './networks.ts'
import type { CallBackSender } from './port.ts'

const name = 'hook.partner.co.id'
const certificate = certificateOf(name)
const message = { headers: { 'webhook-id': 'msg_1' }, body: '{"type":"cash.moved"}' }
const sockets = new Set<Socket>()
let calls = 0
let server: Server
let port: number
let hostile: HostileGateway
const senders: CallBackSender[] = []

beforeAll(async () => {
  hostile = await startHostileGateway()
  server = createServer(certificate, (request, response) => {
    calls += 1
    request.resume().on('end', () => response.end('ok'))
  })
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  ;({ port } = server.address() as AddressInfo)
})
afterEach(() => {
  for (const sender of senders.splice(0)) sender.close()
  for (const socket of sockets) socket.destroy()
  calls = 0
})
afterAll(async () => {
  await hostile.close()
  server.close()
})

type Options = Parameters<typeof httpsCallBacks>[0]
function sender(options: Partial<Options> = {}): CallBackSender {
  const made = httpsCallBacks({
    allowsLocal: false,
    mayCall: () => true,
    resolve: async () => ['127.0.0.1'],
    ca: certificate.cert,
    ...options,
  })
  senders.push(made)
  return made
}
const local = (limitMs?: number) =>
  sender({ allowsLocal: true, ...(limitMs === undefined ? {} : { limitMs }) })
const own = () => `https://${name}:${port}/hook`

test('KEY-03 a call back is delivered by TLS to the address that was checked, on a connection that is kept', async () => {
  const one = sender()
  expect(await one.send(own(), message)).toEqual({ status: 200, fault: null })
  expect(await one.send(own(), message)).toEqual({ status: 200, fault: null })
  expect(calls).toBe(2)
  expect(sockets.size).toBe(1)
})

test.each(['169.254.169.254', '::ffff:10.0.0.1', '10.0.0.1'])(
  'KEY-03 a name that leads to %s at a second look is refused where the socket is opened',
  async (then) => {
    let looks = 0
    const rebinding = sender({
      resolve: async () => {
        looks += 1
        return looks === 1 ? ['127.0.0.1'] : [then]
      },
      // Stands for an address of the internet at the first look.
      mayCall: (address) => address === '127.0.0.1' || publicAddresses([])(address),
    })
    expect(await rebinding.send(own(), message)).toEqual({ status: 200, fault: null })
    for (const socket of sockets) socket.destroy()
    expect(await rebinding.send(own(), message)).toEqual({ status: null, fault: 'ADDRESS_REFUSED' })
    expect(looks).toBe(2)
    expect(calls).toBe(1)
  },
)

test('KEY-03 a name with one private address among public ones is refused', async () => {
  const mixed = sender({ resolve: async () => ['8.8.8.8', '10.0.0.1'], mayCall: publicAddresses([]) })
  expect(await mixed.send(own(), message)).toEqual({ status: null, fault: 'ADDRESS_REFUSED' })
})

test.each(['https://127.0.0.1:9/', 'https://[::1]:9/', 'http://127.0.0.1:9/', 'http://hook.partner.co.id/'])(
  'KEY-03 %s is refused although no name is looked up',
  async (url) => {
    expect(await sender().send(url, message)).toEqual({ status: null, fault: 'ADDRESS_REFUSED' })
  },
)

test('KEY-03 a name that nobody knows, and a certificate of another name or of no authority, are faults of their own', async () => {
  const unknown = sender({ resolve: async () => [] })
  expect(await unknown.send(own(), message)).toEqual({ status: null, fault: 'NAME_UNKNOWN' })
  expect(await sender().send(`https://other.partner.co.id:${port}/`, message)).toEqual({
    status: null,
    fault: 'CERTIFICATE',
  })
  const { ca: _, ...usual } = {
    allowsLocal: false,
    mayCall: () => true,
    resolve: async () => ['127.0.0.1'],
    ca: '',
  }
  const strict = httpsCallBacks(usual)
  senders.push(strict)
  expect(await strict.send(own(), message)).toEqual({ status: null, fault: 'CERTIFICATE' })
  expect(calls).toBe(0)
})

test('KEY-03 a redirect is a failure and is not followed', async () => {
  hostile.behave({ answer: 307, headers: { location: `${hostile.origin}/elsewhere` } })
  expect(await local().send(hostile.origin, message)).toEqual({ status: 307, fault: 'REDIRECT' })
  expect(hostile.received.map(({ url }) => url)).toEqual(['/'])
})

test.each([
  ['silence', { status: null, fault: 'TIMEOUT' }],
  ['drip', { status: null, fault: 'TIMEOUT' }],
  ['flood', { status: 200, fault: 'ANSWER_TOO_LONG' }],
  ['nonsense', { status: null, fault: 'ANSWER_INVALID' }],
  ['another protocol', { status: null, fault: 'CONNECTION' }],
  ['cut', { status: null, fault: 'CONNECTION' }],
  ['cut in the body', { status: null, fault: 'CONNECTION' }],
] as const)('KEY-03 a receiver that answers with %s is cut', async (behaviour, result) => {
  hostile.behave(behaviour)
  expect(await local(2_000).send(hostile.origin, message)).toEqual(result)
})

test('KEY-03 the status of an answer is told, whatever it says', async () => {
  for (const answer of [204, 410, 500]) {
    hostile.behave({ answer })
    expect(await local().send(hostile.origin, message)).toEqual({ status: answer, fault: null })
  }
  expect(hostile.received.at(-1)).toMatchObject({ method: 'POST', body: message.body })
})
