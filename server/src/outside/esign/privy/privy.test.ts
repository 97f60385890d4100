import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import PDFDocument from 'pdfkit'
import { type CallbackInbox, startCallbackInbox } from '../callback-inbox.ts'
import {
  type EsignProvider,
  EsignRefused,
  EsignUnavailable,
  type EsignUpload,
  isKeyRefused,
} from '../port.ts'
import { type EsignSandbox, startEsignSandbox } from '../testing.ts'
import { readSet, writeSet } from './document-set.ts'
import type { PrivyConfig } from './client.ts'
import { privyEsign } from './http-adapter.ts'
import { merchant, privySandbox, type Scripted, startScripted } from './testing.ts'

const place = { page: 2, x: 130, y: 468, fixed: false }
let sandbox: EsignSandbox
let provider: EsignProvider
let inbox: CallbackInbox
let agreement: Buffer
let facility: Buffer
let scripted: Scripted | undefined

beforeAll(async () => {
  inbox = await startCallbackInbox()
  agreement = await pdfOf(3)
  facility = await pdfOf(2)
  sandbox = await startEsignSandbox({
    apiKey: 'key of nobody',
    callbackSecret: 'secret of nobody',
    appOrigin: 'http://localhost:3000',
    settings: privySandbox(inbox.url),
  })
  provider = privyEsign(configOf(sandbox.baseUrl))
})
afterAll(async () => {
  await sandbox.stop()
  await inbox.close()
})
afterEach(async () => {
  await scripted?.close()
  scripted = undefined
})

const configOf = (baseUrl: string, change: Partial<PrivyConfig> = {}): PrivyConfig => ({
  baseUrl,
  pageOrigin: baseUrl,
  fileHosts: [],
  ...merchant,
  ...change,
})

const setOf = (change: Partial<EsignUpload> = {}): EsignUpload => ({
  reference: 'funding-1',
  callbackUrl: 'http://nobody.example',
  signer: { id: 'SITI07', name: 'Siti Rahmawati' },
  documents: [
    { name: 'pp.pdf', content: agreement, page: 1 },
    { name: 'ppfp.pdf', content: facility, page: 2 },
  ],
  ...change,
})

const open = (docToken: string, change: object = {}) =>
  provider.openSession({ docToken, signerId: 'SITI07', ...place, furtherPages: [1], ...change })

async function answering(
  status: number,
  body: string,
  change: Partial<PrivyConfig> = {},
): Promise<EsignProvider> {
  scripted = await startScripted((_request, response) => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(body)
  })
  return privyEsign(configOf(scripted.baseUrl, change))
}

const statusAnswer = (change: object): string =>
  JSON.stringify({
    code: 200,
    message: 'ok',
    data: { docToken: 'a', documentStatus: 'In Progress', recipients: [], ...change },
  })

describe('DOOR-12 the Privy adapter', () => {
  test('DOOR-12 the Privy adapter uploads two agreements one by one and reports signed once both are signed', async () => {
    const kept: string[] = []
    const { docToken } = await provider.upload(setOf({ keep: async ({ name }) => kept.push(name) }))
    expect(kept).toEqual(['pp.pdf', 'ppfp.pdf'])
    const tokens = [...readSet(docToken)]
    expect(tokens.map(([name, token]) => [name, /^[0-9a-f]{64}$/.test(token)])).toEqual([
      ['pp.pdf', true],
      ['ppfp.pdf', true],
    ])

    const first = await open(docToken)
    const url = new URL(first.url)
    expect(url.pathname).toBe(`/doc/${tokens[0]?.[1]}`)
    expect(Object.fromEntries(url.searchParams)).toEqual({
      page: '2',
      x: '130',
      y: '468',
      fixed: 'false',
      privyId: 'SITI07',
    })
    expect([first.token, first.further, first.expiresAt]).toEqual([tokens[0]?.[1], 1, null])
    expect((await sandbox.sign(first.url)).status).toBe(200)
    expect(await provider.status(docToken)).toMatchObject({ status: 'pending', signedAt: null })
    await expect(provider.fetchSigned(docToken, 'ppfp.pdf')).rejects.toMatchObject({ code: 'NOT_SIGNED' })

    const second = await open(docToken)
    expect([second.token, second.further]).toEqual([tokens[1]?.[1], 0])
    expect(new URL(second.url).searchParams.get('page')).toBe('1')
    const signing = Date.now()
    await sandbox.sign(second.url)
    const state = await provider.status(docToken)
    expect(state.status).toBe('signed')
    expect(Math.abs((state.signedAt?.getTime() ?? 0) - signing)).toBeLessThan(5_000)
    for (const [name, shown] of [
      ['pp.pdf', agreement],
      ['ppfp.pdf', facility],
    ] as const) {
      const signed = Buffer.from(await provider.fetchSigned(docToken, name))
      expect(signed.subarray(0, shown.length).equals(shown), name).toBe(true)
      expect(signed.length).toBeGreaterThan(shown.length)
    }
    await expect(open(docToken)).rejects.toMatchObject({ code: 'DOCUMENT_ENDED', status: 409 })
    await expect(provider.fetchSigned(docToken, 'other.pdf')).rejects.toMatchObject({ status: 404 })
  })

  test('DOOR-12 the Privy adapter does not upload a file again when its token is known', async () => {
    const first = await provider.upload(setOf())
    const known = readSet(first.docToken).get('pp.pdf') ?? ''
    const { docToken } = await provider.upload(setOf({ uploaded: { 'pp.pdf': known } }))
    expect(readSet(docToken).get('pp.pdf')).toBe(known)
    expect(readSet(docToken).get('ppfp.pdf')).not.toBe(readSet(first.docToken).get('ppfp.pdf'))
  })

  test('DOOR-12 at Privy a declined agreement rejects both, and a pending one cannot be cancelled', async () => {
    const { docToken } = await provider.upload(setOf())
    expect(await provider.cancel(docToken)).toBe('pending')
    await sandbox.reject((await open(docToken)).url)
    expect((await provider.status(docToken)).status).toBe('rejected')
  })

  test('DOOR-12 callbacks of Privy carry the document token and no proof of origin', async () => {
    const { docToken } = await provider.upload(setOf())
    const [token = ''] = readSet(docToken).values()
    await sandbox.sign((await open(docToken)).url, '000003')
    await expect.poll(() => inbox.received.filter(({ rawBody }) => rawBody.includes(token)).length).toBe(5)
    const notice = inbox.received.find(({ rawBody }) => rawBody.includes(token))
    expect(JSON.parse(notice?.rawBody ?? '{}')).toMatchObject({
      eventName: 'document-signed',
      data: { docToken: token, documentStatus: 'Completed', download: { url: expect.any(String) } },
    })
    expect([notice?.timestamp, notice?.signature]).toEqual([undefined, undefined])
  })

  test.each([
    ['merchant key', { merchantKey: 'another' }],
    ['password', { password: 'another' }],
  ])('DOOR-12 the Privy adapter reports a wrong %s as a refused key', async (_what, change) => {
    const stranger = privyEsign(configOf(sandbox.baseUrl, change))
    const error: unknown = await stranger.upload(setOf()).catch((thrown: unknown) => thrown)
    expect(isKeyRefused(error)).toBe(true)
  })

  test('DOOR-12 the Privy adapter reports an unregistered signer, a wrong owner and a file that is not a PDF with the reason', async () => {
    const signer = { id: 'unknown-7', name: 'Nobody' }
    await expect(provider.upload(setOf({ signer }))).rejects.toMatchObject({
      code: 'PRIVY_422',
      status: 422,
      message: expect.stringContaining('recipients: PrivyID unknown-7 is not registered'),
    })
    const owner = { privyId: 'OTHER1', enterpriseToken: 'x' }
    const other = privyEsign(configOf(sandbox.baseUrl, { owner }))
    await expect(other.upload(setOf())).rejects.toMatchObject({ status: 422 })
    const documents = [{ name: 'pp.pdf', content: Buffer.from('no PDF at all'), page: 1 }]
    await expect(provider.upload(setOf({ documents }))).rejects.toBeInstanceOf(EsignRefused)
    await expect(provider.status(writeSet(new Map([['pp.pdf', 'f'.repeat(64)]])))).rejects.toMatchObject({
      status: 404,
    })
  })
})

describe('DOOR-12 invalid responses of Privy', () => {
  const set = writeSet(new Map([['pp.pdf', 'a']]))

  test.each([
    [500, '{"message":"broken"}'],
    [429, '{"message":"too many"}'],
    [422, '<html>'],
    [200, 'no JSON'],
    [200, '{"code":200,"data":{}}'],
    [200, statusAnswer({ docToken: 'another' })],
    [200, statusAnswer({ documentStatus: 'Something New' })],
    [200, statusAnswer({ documentStatus: 'Completed', recipients: [] })],
    [302, ''],
  ])('DOOR-12 the Privy adapter treats status %i with %s as an outage', async (status, body) => {
    await expect((await answering(status, body)).status(set)).rejects.toBeInstanceOf(EsignUnavailable)
  })

  test('DOOR-12 the Privy adapter gives up after the configured timeout when Privy does not answer', async () => {
    scripted = await startScripted(() => undefined)
    const silent = privyEsign(configOf(scripted.baseUrl, { timeoutMs: 200 }))
    await expect(silent.upload(setOf())).rejects.toBeInstanceOf(EsignUnavailable)
    expect(scripted.requests).toEqual(['POST /v3/merchant/document/upload'])
  })

  test.each([
    ['Rejected', [], 'rejected'],
    ['In Progress', [{ signatoryStatus: 'Rejected', signedAt: null }], 'rejected'],
    ['Expired', [], 'cancelled'],
    ['COMPLETED', [{ signatoryStatus: 'Completed', signedAt: '2026-11-22 14:32:52 +0700' }], 'signed'],
  ])(
    'DOOR-12 the Privy adapter maps the status %s with recipients %j to %s',
    async (documentStatus, recipients, meaning) => {
      const body = statusAnswer({ documentStatus, recipients })
      expect((await (await answering(200, body)).status(set)).status).toBe(meaning)
    },
  )

  test.each([
    ['http://localhost:1/file.pdf', /PRIVY_FILE_HOSTS/],
    ['https://localhost:2/file.pdf', /PRIVY_FILE_HOSTS/],
    ['https://files.localhost:1/file.pdf', /PRIVY_FILE_HOSTS/],
    ['https://localhost:1@files.example/file.pdf', /PRIVY_FILE_HOSTS/],
    ['file:///etc/passwd', /PRIVY_FILE_HOSTS/],
    ['nonsense', /PRIVY_FILE_HOSTS/],
    // Nobody listens there, so the message tells that it was asked.
    ['https://localhost:1/file.pdf', /no answer/],
  ])(
    'DOOR-12 a signed file of Privy is fetched over TLS from a host of the settings only: %s',
    async (url, message) => {
      const signed = { documentStatus: 'Completed', recipients: [{ signedAt: '2026-11-22T07:00:00Z' }] }
      const body = statusAnswer({ ...signed, download: { url } })
      const asked = await answering(200, body, { fileHosts: ['localhost:1'] })
      await expect(asked.fetchSigned(set, 'pp.pdf')).rejects.toThrow(message)
    },
  )
})

function pdfOf(pages: number): Promise<Buffer> {
  const document = new PDFDocument({ size: 'A4', autoFirstPage: false })
  for (let page = 1; page <= pages; page += 1) document.addPage().text(`Halaman ${page}`)
  document.end()
  return new Promise((resolve) => {
    const pieces: Buffer[] = []
    document.on('data', (piece: Buffer) => pieces.push(piece))
    document.on('end', () => resolve(Buffer.concat(pieces)))
  })
}
