import diagnostics from 'node:diagnostics_channel'
import dns from 'node:dns'
import fs from 'node:fs'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { many } from '../../platform/db/database.ts'
import { type LoggedIn, logIn, startApp, type TestApp } from '../../../testing/http.ts'
import { aLoan, anAgreement } from '../../../testing/people.ts'
import { makeFixture, type Fixture } from '../../../testing/fixture.ts'

let fixture: Fixture
let app: TestApp
let lender: LoggedIn
let document: string
/** Accepts every connection, so that an outgoing request is noticed. */
let listener: Server
let arrived = 0

beforeAll(async () => {
  const none = '100000/60'
  fixture = await makeFixture({ settings: { LIMIT_DOWNLOAD_ACCOUNT: none, LIMIT_DOWNLOAD_DEVICE: none } })
  app = await startApp(fixture)
  lender = await logIn(fixture, app, { cash: 1_000_000 })
  await anAgreement(fixture.context, {
    lenderId: lender.lenderId,
    ...(await aLoan(fixture.context)),
    amount: 500_000,
  })
  const [row] = await many<{ id: string }>(
    fixture.context.db,
    'test.document',
    `select id from document where lender_id = $1 and kind = 'PP'`,
    [lender.lenderId],
  )
  document = row?.id ?? ''
  listener = createServer((socket) => {
    arrived += 1
    socket.once('data', () => {
      socket.end('HTTP/1.1 200 OK\r\nconnection: close\r\ncontent-length: 8\r\n\r\n%PDF-1.7')
      socket.destroySoon()
    })
  })
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve))
})
afterAll(async () => {
  await new Promise((resolve) => listener.close(resolve))
  await app.close()
  await fixture.close()
})

const download = (document_url: string) => lender.post('/documents/download', { document_url })

/**
 * Counts the sockets that this process opens during the work to other servers than the app, and the host names it looks
 * up.
 */
async function outboundDuring(work: () => Promise<void>): Promise<{ sockets: number; lookups: unknown[] }> {
  const sockets: Socket[] = []
  const seen = (message: unknown) => void sockets.push((message as { socket: Socket }).socket)
  const appPort = Number(new URL(app.origin).port)
  const lookup = vi.spyOn(dns, 'lookup')
  diagnostics.subscribe('net.client.socket', seen)
  try {
    await work()
    const elsewhere = sockets.filter(({ remotePort }) => remotePort !== appPort)
    const lookups = lookup.mock.calls.map(([name]) => name).filter((name) => name !== '127.0.0.1')
    return { sockets: elsewhere.length, lookups }
  } finally {
    diagnostics.unsubscribe('net.client.socket', seen)
    lookup.mockRestore()
  }
}

test('ROL-02 API-05 the test detector of outbound connections and file reads does detect them', async () => {
  const { port } = listener.address() as AddressInfo
  const before = arrived
  expect(
    await outboundDuring(async () => {
      await fetch(`http://127.0.0.1:${port}/`).then((answer) => answer.text())
    }),
  ).toMatchObject({ sockets: 1 })
  expect(arrived).toBe(before + 1)
})

test('API-05 ROL-02 a document address on a foreign host is refused without a connection, a DNS query or a file read', async () => {
  const { port } = listener.address() as AddressInfo
  const hosts = [
    `127.0.0.1:${port}`,
    `localhost:${port}`,
    `2130706433:${port}`,
    `0x7f000001:${port}`,
    `0177.0.0.1:${port}`,
    `127.1:${port}`,
    `[::1]:${port}`,
    `[::ffff:127.0.0.1]:${port}`,
    `127.0.0.1.nip.io:${port}`,
    `user:secret@127.0.0.1:${port}`,
    `evil.example#@127.0.0.1:${port}`,
    '169.254.169.254',
    'metadata.google.internal',
  ]
  const paths = [`/documents/${document}.pdf`, '/latest/meta-data/', '/redirect?to=/documents/x.pdf']
  const addresses = [
    ...hosts.flatMap((host) =>
      ['http:', 'https:', 'ftp:', 'gopher:', ''].flatMap((scheme) =>
        paths.map((path) => `${scheme}//${host}${path}`),
      ),
    ),
    'file:///etc/passwd',
    'file://localhost/etc/passwd.pdf',
    'FILE:/etc/passwd',
    '/etc/passwd',
    '/proc/self/environ',
    'data:application/pdf;base64,JVBERi0=',
    'javascript:fetch("/")//.pdf',
    'jar:http://127.0.0.1!/x.pdf',
    'blob:http://127.0.0.1/x.pdf',
    '\\\\127.0.0.1\\documents\\x.pdf',
    `/documents\\${document}.pdf`,
    `/documents/./${document}.pdf`,
    `/documents/x/../${document}.pdf`,
    `/documents/%2e%2e/documents/${document}.pdf`,
    `/documents/..%2f..%2fetc%2fpasswd.pdf`,
    `/documents/${document}.pdf%00.png`,
    `/documents/${document}.pdf/`,
    `/documents/${document}.pdf;jsessionid=1`,
    `/api/v1/documents/${document}.pdf`,
    `${app.origin}/api/v1/lender/summary`,
    `${app.origin}/documents/${document}.pdf`,
  ]
  const before = arrived
  const reads = vi.spyOn(fs, 'readFile')
  const streams = vi.spyOn(fs, 'createReadStream')
  const answers: string[] = []
  const went = await outboundDuring(async () => {
    for (const address of addresses) {
      const { status, json } = await download(address)
      if (status !== 404 || json.message !== 'Data tidak ditemukan.') answers.push(`${status} ${address}`)
    }
  })
  expect(answers).toEqual([])
  expect(went).toEqual({ sockets: 0, lookups: [] })
  expect(arrived).toBe(before)
  expect([...reads.mock.calls, ...streams.mock.calls]).toEqual([])
  reads.mockRestore()
  streams.mockRestore()
})

test('API-05 pictures and PDFs are served only under their own file extension', async () => {
  const picture = Buffer.from('89504e470d0a1a0a', 'hex')
  const id = fixture.context.random.secureId()
  await many(
    fixture.context.db,
    'test.picture',
    `insert into document (id, lender_id, agreement_id, kind, media_type, bytes, sha256)
     select $2, lender_id, agreement_id, 'PP_SIGNED', 'image/png', $3, sha256($3) from document where id = $1`,
    [document, id, picture],
  )
  const answer = await download(`/documents/${id}.png`)
  expect(answer.headers.get('content-type')).toBe('image/png')
  expect(answer.headers.get('content-disposition')).toBe(`inline; filename="PP_SIGNED-${id}.png"`)
  expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
  expect(answer.bytes.equals(picture)).toBe(true)
  expect((await download(`/documents/${document}.pdf`)).status).toBe(200)
  for (const other of [`${id}.pdf`, `${id}.jpg`, `${document}.png`, `${document}.jpg`])
    expect((await download(`/documents/${other}`)).status, other).toBe(404)
})
