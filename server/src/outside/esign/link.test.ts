import PDFDocument from 'pdfkit'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { httpEsign } from './http-adapter.ts'
import type { EsignProvider } from './port.ts'
import { type EsignSandbox, startEsignSandbox } from './testing.ts'

const secrets = { apiKey: 'key of the tests', callbackSecret: 'secret of the tests' }
const lender = { id: 'lender-7', name: 'Siti Rahmawati' }
let sandbox: EsignSandbox
let provider: EsignProvider
let agreement: Buffer

beforeAll(async () => {
  agreement = await pdfOf(18)
  sandbox = await startEsignSandbox({ ...secrets, appOrigin: 'http://localhost:3000' })
  provider = httpEsign({ baseUrl: sandbox.baseUrl, apiKey: secrets.apiKey })
})
afterAll(() => sandbox.stop())

const upload = (reference: string) =>
  provider.upload({
    reference,
    callbackUrl: 'http://127.0.0.1:9/callbacks',
    signer: lender,
    documents: [{ name: 'pp.pdf', content: agreement, page: 1 }],
  })

const contextOf = (page: string): Record<string, unknown> =>
  JSON.parse(
    (/data-context="([^"]+)"/.exec(page)?.[1] ?? '{}').replaceAll('&quot;', '"').replaceAll('&#34;', '"'),
  )

test('DOOR-12 the sandbox serves the signing page at the URL of Privy’s SDK and signs at the requested position', async () => {
  const { docToken } = await upload('of a session')
  const session = await provider.openSession({
    docToken,
    signerId: lender.id,
    page: 17,
    x: 130,
    y: 468,
    fixed: false,
  })
  const at = (token: string, query: string) => fetch(`${sandbox.baseUrl}/doc/${token}?${query}`)
  const asked = `page=3&x=200&y=300&fixed=true&debug=false&visibility=true&privyId=${lender.id}`
  const page = await (await at(session.token, asked)).text()
  expect(contextOf(page).docToken).toBe(session.token)
  expect((await at(session.token, 'page=two&x=1&y=1')).status).toBe(422)
  expect((await at(session.token, 'page=3&x=200&y=300&privyId=lender-8')).status).toBe(403)
  expect((await at('unknown', asked)).status).toBe(404)
  const body = { pin: '123456', x: 10, y: 10 }
  const moved = await fetch(`${sandbox.baseUrl}/esign/sign/${session.token}/sign`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  expect([moved.status, await moved.json()]).toMatchObject([422, { code: 'PLACE_FIXED' }])
  expect((await sandbox.sign(session.token)).status).toBe(200)
  const signed = Buffer.from(await provider.fetchSigned(docToken, 'pp.pdf'))
  const update = signed.subarray(agreement.length).toString('latin1')
  expect(/\/Rect \[ 200 300 /.test(update)).toBe(true)
  expect(pageRefs(agreement).indexOf(/\/P (\d+ 0 R)/.exec(update)?.[1] ?? '') + 1).toBe(3)
  expect((await at(session.token, asked)).status).toBe(410)
})

test('SCR-15 a signing link to a page beyond the document opens the document’s default signature page and says so', async () => {
  const { docToken } = await upload('of a short document')
  const opened = await fetch(`${sandbox.baseUrl}/doc/${docToken}?page=999&x=130&y=468`)
  const page = await opened.text()
  expect([opened.status, page.includes('karena halaman 999 tidak ada')]).toEqual([200, true])
  const { status } = await fetch(`${sandbox.baseUrl}/doc/${docToken}?page=0&x=130&y=468`)
  expect(status).toBe(422)
})

test('DOOR-12 the document token also opens the signing page, by default at the signature position of the document', async () => {
  const { docToken } = await upload('of a document')
  const empty = 'page=&x=&y=&fixed=&privyId='
  const page = await (await fetch(`${sandbox.baseUrl}/doc/${docToken}?${empty}`)).text()
  expect(contextOf(page).docToken).toBe(docToken)
  expect((await sandbox.sign(`${sandbox.baseUrl}/doc/${docToken}?${empty}`)).status).toBe(200)
  const signed = Buffer.from(await provider.fetchSigned(docToken, 'pp.pdf'))
  expect(signed.subarray(agreement.length).toString('latin1')).toMatch(/\/Rect \[ 130 468 /)
})

/** References to the pages of a PDF, in order. */
function pageRefs(bytes: Buffer): string[] {
  return (/\/Kids \[([^\]]+)\]/.exec(bytes.toString('latin1'))?.[1] ?? '').match(/\d+ 0 R/g) ?? []
}

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
