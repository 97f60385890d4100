import { createHash } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import PDFDocument from 'pdfkit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { poppler } from '../../../testing/poppler.ts'
import { verifyCallback } from './callback-signature.ts'
import { type CallbackInbox, type ReceivedCallback, startCallbackInbox } from './callback-inbox.ts'
import { httpEsign } from './http-adapter.ts'
import { EsignRefused, EsignUnavailable, type EsignProvider, type EsignUpload } from './port.ts'
import { type EsignSandbox, startEsignSandbox } from './testing.ts'

const secrets = { apiKey: 'key of the tests', callbackSecret: 'secret of the tests' }
const place = { page: 17, x: 130, y: 468, fixed: false }
const lender = { id: 'lender-7', name: 'Siti Rahmawati' }

let folder: string
let sandbox: EsignSandbox
let provider: EsignProvider
let inbox: CallbackInbox
let agreement: Buffer
let facility: Buffer
let references = 0

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'esign-test-'))
  agreement = await pdfOf(18)
  facility = await pdfOf(3)
  inbox = await startCallbackInbox()
  await start()
})

afterAll(async () => {
  await sandbox.stop()
  await inbox.close()
  await rm(folder, { recursive: true, force: true })
})

async function start() {
  sandbox = await startEsignSandbox({
    ...secrets,
    dataFolder: path.join(folder, 'data'),
    appOrigin: 'http://localhost:3000',
    lateMs: 1_200,
    retryMs: 100,
  })
  provider = httpEsign({ baseUrl: sandbox.baseUrl, apiKey: secrets.apiKey })
}

const setOf = (reference = `funding-${++references}`): EsignUpload => ({
  reference,
  callbackUrl: inbox.url,
  signer: lender,
  documents: [
    { name: 'pp.pdf', content: agreement, page: 1 },
    { name: 'ppfp.pdf', content: facility, page: 2 },
  ],
})

async function waiting() {
  const { docToken } = await provider.upload(setOf())
  const session = await provider.openSession({ docToken, signerId: lender.id, ...place })
  return { docToken, session }
}

const genuine = ({ rawBody, timestamp, signature }: ReceivedCallback) =>
  verifyCallback({ rawBody, timestamp, signature, secret: secrets.callbackSecret, now: new Date() })

describe('documents', () => {
  test('uploading the same document again to the provider gives the same one; other content under its reference is rejected', async () => {
    const input = setOf()
    const first = await provider.upload(input)
    expect(await provider.upload(input)).toEqual(first)
    expect(await provider.upload({ ...input, callbackUrl: `${inbox.url}/moved` })).toEqual(first)
    const other = { ...input, documents: [{ name: 'pp.pdf', content: facility, page: 1 }] }
    await expect(provider.upload(other)).rejects.toMatchObject({ code: 'REFERENCE_REUSED', status: 409 })
  })

  test('twenty concurrent equal uploads to the signature provider create one document', async () => {
    const input = setOf()
    const tokens = await Promise.all(Array.from({ length: 20 }, () => provider.upload(input)))
    expect(new Set(tokens.map(({ docToken }) => docToken)).size).toBe(1)
  })

  test('the signature provider rejects a page beyond the PDF and a file that is not a PDF', async () => {
    const beyond = { ...setOf(), documents: [{ name: 'a.pdf', content: facility, page: 4 }] }
    await expect(provider.upload(beyond)).rejects.toMatchObject({ code: 'PAGE_OUT_OF_RANGE', status: 422 })
    const text = { ...setOf(), documents: [{ name: 'a.pdf', content: Buffer.from('not a PDF'), page: 1 }] }
    await expect(provider.upload(text)).rejects.toMatchObject({ code: 'PDF_UNREADABLE', status: 422 })
    const half = {
      ...setOf(),
      documents: [{ name: 'a.pdf', content: facility.subarray(0, 400), page: 1 }],
    }
    await expect(provider.upload(half)).rejects.toBeInstanceOf(EsignRefused)
  })

  test('a wrong API key is reported as refused, and an unreachable signature provider as unavailable', async () => {
    const stranger = httpEsign({ baseUrl: sandbox.baseUrl, apiKey: 'another key' })
    await expect(stranger.status('any')).rejects.toMatchObject({ code: 'API_KEY', status: 401 })
    const nowhere = httpEsign({ baseUrl: 'http://127.0.0.1:9', apiKey: 'x' })
    await expect(nowhere.status('any')).rejects.toBeInstanceOf(EsignUnavailable)
    await expect(provider.status('doc_unknown')).rejects.toMatchObject({ code: 'DOCUMENT_UNKNOWN' })
  })

  test('cancelling a document at the provider ends its signing sessions, and has no effect after a signature', async () => {
    const { docToken, session } = await waiting()
    expect(await provider.cancel(docToken)).toBe('cancelled')
    expect((await sandbox.sign(session.token)).status).toBe(410)
    expect((await fetch(session.url)).status).toBe(410)
    await expect(provider.openSession({ docToken, signerId: lender.id, ...place })).rejects.toMatchObject({
      code: 'DOCUMENT_ENDED',
      status: 409,
    })

    const signed = await waiting()
    await sandbox.sign(signed.session.token)
    expect(await provider.cancel(signed.docToken)).toBe('signed')
    expect((await provider.status(signed.docToken)).status).toBe('signed')
  })
})

describe('signing sessions', () => {
  test('API-03 a signing session opens only for the signer of the document', async () => {
    const { docToken } = await provider.upload(setOf())
    const asked = { docToken, signerId: 'lender-8', ...place }
    await expect(provider.openSession(asked)).rejects.toMatchObject({ code: 'OTHER_SIGNER', status: 403 })
    const session = await provider.openSession({ ...asked, signerId: lender.id })
    expect(Buffer.from(session.token, 'base64url')).toHaveLength(32)
    expect((session.expiresAt?.getTime() ?? 0) - Date.now()).toBeGreaterThan(14 * 60_000)
    expect((session.expiresAt?.getTime() ?? 0) - Date.now()).toBeLessThanOrEqual(15 * 60_000)
  })

  test('a signing session with a page or position outside the document is rejected', async () => {
    const { docToken } = await provider.upload(setOf())
    const ask = (change: object) =>
      provider.openSession({ docToken, signerId: lender.id, ...place, ...change })
    await expect(ask({ page: 19 })).rejects.toMatchObject({ code: 'PAGE_OUT_OF_RANGE', status: 422 })
    await expect(ask({ x: 590 })).rejects.toMatchObject({ code: 'COORDINATES_OUT_OF_RANGE', status: 422 })
    await expect(ask({ page: 1.5 })).rejects.toMatchObject({ status: 400 })
  })

  test('the signing page may be framed only by the app and has no inline code', async () => {
    const { session } = await waiting()
    const response = await fetch(session.url)
    const policy = response.headers.get('content-security-policy') ?? ''
    expect(response.status).toBe(200)
    expect(policy.split('; ')).toContain('frame-ancestors http://localhost:3000')
    expect(policy).not.toContain('unsafe')
    expect(response.headers.get('x-content-type-options')).toBe('nosniff')
    expect(response.headers.get('referrer-policy')).toBe('no-referrer')
    const page = await response.text()
    expect(page).toContain('Siti Rahmawati')
    expect(page).not.toMatch(/<script(?![^>]* src=)|<style| style=| on[a-z]+=/)
    for (const [, asset = ''] of page.matchAll(/(?:src|href)="([^"]+)"/g)) {
      expect((await fetch(new URL(asset, session.url))).status, asset).toBe(200)
    }
    const shown = await fetch(`${session.url}/files/0`)
    expect(Buffer.from(await shown.arrayBuffer()).equals(agreement)).toBe(true)
    expect((await fetch(`${sandbox.baseUrl}/esign/sign/unknown`)).status).toBe(404)
  })

  test('the signing page rejects a signature request from another origin', async () => {
    const { docToken, session } = await waiting()
    const response = await fetch(`${session.url}/sign`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: 'https://elsewhere.example' },
      body: '{"pin":"123456"}',
    })
    expect(response.status).toBe(403)
    expect((await provider.status(docToken)).status).toBe('pending')
  })
})

describe('the signature', () => {
  test('FND-06 the signature is placed at x 130, y 468 on the requested page as an incremental update of the PDF', async () => {
    const { docToken, session } = await waiting()
    await expect(provider.fetchSigned(docToken, 'pp.pdf')).rejects.toMatchObject({ code: 'NOT_SIGNED' })
    expect((await sandbox.sign(session.url)).status).toBe(200)

    const state = await provider.status(docToken)
    expect(state).toMatchObject({ status: 'signed', signedAt: expect.any(Date) })
    for (const [index, original] of [agreement, facility].entries()) {
      const file = state.files?.[index]
      const bytes = Buffer.from(await provider.fetchSigned(docToken, file?.name ?? ''))
      expect(bytes.subarray(0, original.length).equals(original)).toBe(true)
      expect(createHash('sha256').update(bytes).digest('hex')).toBe(file?.sha256)
      expect(bytes.length).toBe(file?.size)

      const update = bytes.subarray(original.length).toString('latin1')
      const [left, bottom] = (/\/Rect \[ ([^\]]+) \]/.exec(update)?.[1] ?? '').split(' ').map(Number)
      expect([left, bottom]).toEqual([130, 468])
      const pageRef = /\/P (\d+ 0 R)/.exec(update)?.[1] ?? ''
      expect(pageRefs(original).indexOf(pageRef) + 1).toBe(index === 0 ? 17 : 2)
    }
  })

  test('FND-06 pdfsig confirms the e-signature of a signed agreement, and rejects it after one byte was changed', async () => {
    const { docToken, session } = await waiting()
    await sandbox.sign(session.token)
    for (const name of ['pp.pdf', 'ppfp.pdf']) {
      const file = path.join(folder, name)
      const bytes = Buffer.from(await provider.fetchSigned(docToken, name))
      await writeFile(file, bytes)
      const report = poppler('pdfsig', file)
      expect(report).toContain('Signature is Valid')
      expect(report).toContain('Total document signed')
      expect(report).toContain('ETSI.CAdES.detached')
      expect(report).toContain('Siti Rahmawati')
      // Shows that the check itself works: a single changed byte must break the signature.
      bytes[300] = (bytes[300] ?? 0) ^ 1
      await writeFile(file, bytes)
      expect(poppler('pdfsig', file)).not.toContain('Signature is Valid')
    }
  })

  test('twenty concurrent requests to sign a document sign it once', async () => {
    const { docToken, session } = await waiting()
    const answers = await Promise.all(Array.from({ length: 20 }, () => sandbox.sign(session.token)))
    const statuses = answers.map(({ status }) => status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(1)
    expect(statuses.filter((status) => status === 409)).toHaveLength(19)
    await inbox.waitFor(docToken, 1)
    await pause(400)
    expect(inbox.of(docToken)).toHaveLength(1)
  })

  test('the signing page rejects a PIN that is not six digits', async () => {
    const { docToken, session } = await waiting()
    for (const pin of ['12345', '1234567', '12345a', '', '１２３４５６']) {
      expect((await sandbox.sign(session.token, pin)).status).toBe(422)
    }
    expect((await provider.status(docToken)).status).toBe('pending')
  })

  test('declining to sign ends the document and sends a callback', async () => {
    const { docToken, session } = await waiting()
    expect((await sandbox.reject(session.token, 'Bunga terlalu rendah')).status).toBe(200)
    expect((await sandbox.sign(session.token)).status).toBe(410)
    expect((await provider.status(docToken)).status).toBe('rejected')
    const [callback] = await inbox.waitFor(docToken, 1)
    expect(callback?.body.event).toBe('rejected')
  })

  test('reading the document to the end sends one callback', async () => {
    const { docToken, session } = await waiting()
    await Promise.all([sandbox.review(session.token), sandbox.review(session.token)])
    await inbox.waitFor(docToken, 1)
    await pause(300)
    expect(inbox.of(docToken).map(({ body }) => body.event)).toEqual(['reviewed'])
  })
})

describe('callbacks', () => {
  test('signing a document sends a callback with a valid proof of origin', async () => {
    const input = setOf()
    const { docToken } = await provider.upload(input)
    const session = await provider.openSession({ docToken, signerId: lender.id, ...place })
    await sandbox.sign(session.token)
    const [callback] = await inbox.waitFor(docToken, 1)
    expect(callback?.body).toMatchObject({ docToken, reference: input.reference, event: 'signed' })
    expect(callback && genuine(callback)).toBe(true)
  })

  test('a signature callback without a 2xx answer is retried as the same event with a new proof of origin', async () => {
    const { docToken, session } = await waiting()
    inbox.answer(503)
    await sandbox.sign(session.token)
    await inbox.waitFor(docToken, 3)
    inbox.answer(204)
    const last = inbox.of(docToken).length
    await inbox.waitFor(docToken, last + 1)
    await pause(1_000)
    const all = inbox.of(docToken)
    expect(all).toHaveLength(last + 1)
    expect(new Set(all.map(({ body }) => body.eventId)).size).toBe(1)
    expect(all.every(genuine)).toBe(true)
  })

  test('the test PIN 000001 makes signing fail, and the document can be signed later', async () => {
    const { docToken, session } = await waiting()
    const answer = await sandbox.sign(session.token, '000001')
    expect(answer.status).toBe(502)
    expect(await answer.json()).toMatchObject({ code: 'SIGNING_FAILED' })
    expect((await provider.status(docToken)).status).toBe('pending')
    expect((await sandbox.sign(session.token)).status).toBe(200)
  })

  test('the test PIN 000002 signs the document without a callback', async () => {
    const { docToken, session } = await waiting()
    expect((await sandbox.sign(session.token, '000002')).status).toBe(200)
    await pause(800)
    expect(inbox.of(docToken)).toHaveLength(0)
    expect((await provider.status(docToken)).status).toBe('signed')
  })

  test('the test PIN 000003 sends the callback five times', async () => {
    const { docToken, session } = await waiting()
    await sandbox.sign(session.token, '000003')
    const all = await inbox.waitFor(docToken, 5)
    expect(new Set(all.map(({ body }) => body.eventId)).size).toBe(1)
    await pause(300)
    expect(inbox.of(docToken)).toHaveLength(5)
  })

  test('the test PIN 000004 sends the callback late', async () => {
    const { docToken, session } = await waiting()
    await sandbox.sign(session.token, '000004')
    const [callback] = await inbox.waitFor(docToken, 1)
    expect((callback?.atMs ?? 0) - Date.parse(callback?.body.occurredAt ?? '')).toBeGreaterThanOrEqual(1_150)
    expect(callback && genuine(callback)).toBe(true)
  })

  test('the test PIN 000005 sends a forged callback before the genuine one', async () => {
    const { docToken, session } = await waiting()
    await sandbox.sign(session.token, '000005')
    const all = await inbox.waitFor(docToken, 2)
    expect(all.map(genuine)).toEqual([false, true])
    expect(all[0]?.rawBody).toBe(all[1]?.rawBody)
  })

  test('the test PIN 000006 sends an older event after the signature', async () => {
    const { docToken, session } = await waiting()
    await sandbox.sign(session.token, '000006')
    const [first, second] = await inbox.waitFor(docToken, 2)
    expect([first?.body.event, second?.body.event]).toEqual(['signed', 'reviewed'])
    expect((second?.body.occurredAt ?? '') < (first?.body.occurredAt ?? '')).toBe(true)
  })
})

describe('restarting the sandbox', () => {
  test.each(['SIGTERM', 'SIGKILL'] as const)(
    'the signature sandbox keeps every acknowledged document and signature after %s',
    async (signal) => {
      const open = await waiting()
      const signed = await waiting()
      inbox.answer(500)
      await sandbox.sign(signed.session.token)
      await inbox.waitFor(signed.docToken, 1)
      const before = await provider.fetchSigned(signed.docToken, 'pp.pdf')
      await sandbox.stop(signal)
      await expect(provider.status(open.docToken)).rejects.toBeInstanceOf(EsignUnavailable)
      inbox.answer(204)
      const seen = inbox.of(signed.docToken).length
      await start()

      await inbox.waitFor(signed.docToken, seen + 1)
      expect(Buffer.from(await provider.fetchSigned(signed.docToken, 'pp.pdf')).equals(before)).toBe(true)
      expect((await provider.status(open.docToken)).status).toBe('pending')
      expect((await sandbox.sign(open.session.token)).status).toBe(200)
    },
    30_000,
  )

  test('a second signature sandbox on the same data folder is refused', async () => {
    const second = startEsignSandbox({ ...secrets, dataFolder: path.join(folder, 'data') })
    await expect(second).rejects.toThrow('another sandbox already uses the data folder')
  })
})

function pdfOf(pages: number): Promise<Buffer> {
  return new Promise((resolve) => {
    const document = new PDFDocument({ size: 'A4' })
    const pieces: Buffer[] = []
    document.on('data', (piece: Buffer) => pieces.push(piece))
    document.on('end', () => resolve(Buffer.concat(pieces)))
    for (let page = 1; page <= pages; page += 1) {
      if (page > 1) document.addPage()
      document.text(`Perjanjian, halaman ${page}`)
    }
    document.end()
  })
}

/** References to the pages of a PDF, in order. */
function pageRefs(bytes: Buffer): string[] {
  return (/\/Kids \[([^\]]+)\]/.exec(bytes.toString('latin1'))?.[1] ?? '').match(/\d+ 0 R/g) ?? []
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
