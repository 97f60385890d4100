import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { many, one } from '../../platform/db/database.ts'
import { type LoggedIn, logIn, startApp, type TestApp } from '../../../testing/http.ts'
import { aLoan } from '../../../testing/people.ts'
import { makeFixture, type Fixture } from '../../../testing/fixture.ts'
import { sha256 } from '../index.ts'

let fixture: Fixture
let app: TestApp
let owner: LoggedIn
let stranger: LoggedIn
let url: string

beforeAll(async () => {
  fixture = await makeFixture()
  app = await startApp(fixture)
  owner = await logIn(fixture, app, { cash: 1_000_000 })
  stranger = await logIn(fixture, app)
  const { loanNumber } = await aLoan(fixture.context)
  const agreement = await owner.post('/funding/agreement', {
    loanNumber,
    lenderUserId: owner.lenderId,
    amount: 500_000,
  })
  url = agreement.json.PP_filepath
})
afterAll(async () => {
  await app.close()
  await fixture.close()
})

const download = (who: LoggedIn, document_url: string) => who.post('/documents/download', { document_url })
const idOf = (path: string) => path.slice('/documents/'.length, -'.pdf'.length)

describe('API-05 downloading a document', () => {
  test('a document download sends the stored PDF inline under a plain name with sandboxing headers', async () => {
    const answer = await download(owner, url)
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toBe('application/pdf')
    expect(answer.headers.get('content-disposition')).toMatch(/^inline; filename="[\w.-]+\.pdf"$/)
    expect(answer.headers.get('content-security-policy')).toBe("sandbox; frame-ancestors 'none'")
    expect(answer.headers.get('cache-control')).toBe('no-store')
    const kept = await one<{ sha256: Buffer }>(
      fixture.context.db,
      'test.sha',
      'select sha256 from document where id = $1',
      [idOf(url)],
    )
    expect(sha256(answer.bytes).equals(kept.sha256)).toBe(true)
  })

  test('each document download is recorded in the audit trail with lender and document', async () => {
    const answer = await download(owner, url)
    const events = await many(
      fixture.context.db,
      'test.events',
      'select actor, operation, subject, outcome, detail from audit_event where request_id = $1',
      [answer.headers.get('x-request-id')],
    )
    expect(events).toEqual([
      {
        actor: `lender:${owner.lenderId}`,
        operation: 'downloadDocument',
        subject: `document:${idOf(url)}`,
        outcome: 'done',
        detail: { kind: 'PP', agreement: expect.any(String), source: '127.0.0.1' },
      },
    ])
  })

  test('ROL-02 downloading a document of another lender answers 404 like one that does not exist', async () => {
    const [foreign, absent] = [
      await download(stranger, url),
      await download(stranger, `/documents/${'A'.repeat(22)}.pdf`),
    ]
    for (const answer of [foreign, absent]) {
      expect(answer.status).toBe(404)
      expect({ ...answer.json, requestId: '' }).toEqual({
        message: 'Data tidak ditemukan.',
        code: 'NOT_FOUND',
        requestId: '',
      })
    }
  })

  test('downloading a document requires a session', async () => {
    expect((await app.post('/documents/download', { document_url: url })).status).toBe(401)
  })
})

describe('ROL-02 answers 404 to an address that is not a document’s and opens neither a file nor a connection', () => {
  const good = () => idOf(url)
  test.each<[string, (id: string) => string]>([
    ['a relative path out of the folder', () => '../../../../etc/passwd'],
    ['a path below the folder that leads out of it', () => '/documents/../../../etc/passwd.pdf'],
    ['a percent-encoded path out of the folder', () => '/documents/%2e%2e%2f%2e%2e%2fetc%2fpasswd.pdf'],
    ['a path with two leading slashes', (id) => `//documents/${id}.pdf`],
    ['the address of a cloud metadata service', () => 'http://169.254.169.254/latest/meta-data/iam.pdf'],
    ["the server's own address", (id) => `http://127.0.0.1:3000/documents/${id}.pdf`],
    [
      'an absolute address that ends like a document’s',
      (id) => `https://elsewhere.example/documents/${id}.pdf`,
    ],
    ['an address without a scheme', (id) => `//elsewhere.example/documents/${id}.pdf`],
    ['a file: address', () => 'file:///etc/passwd'],
    ['a data: address', () => 'data:application/pdf;base64,JVBERi0='],
    ['a gopher: address', () => 'gopher://127.0.0.1:5432/_x.pdf'],
    ['an ftp: address', () => 'ftp://127.0.0.1/x.pdf'],
    ['a javascript: address', () => 'javascript:alert(1)//.pdf'],
    ['a document’s path with a query', (id) => `/documents/${id}.pdf?x=1`],
    ['a document’s path with a fragment', (id) => `/documents/${id}.pdf#page=2`],
    ['another file extension', (id) => `/documents/${id}.png`],
    ['no file extension', (id) => `/documents/${id}`],
    ['a trailing line break', (id) => `/documents/${id}.pdf\n`],
    ['a leading space', (id) => ` /documents/${id}.pdf`],
    ['upper-case letters', (id) => `/Documents/${id}.PDF`],
    ['percent signs instead of an id', () => `/documents/${'%'.repeat(22)}.pdf`],
    ['SQL instead of an id', () => `/documents/' or '1'='1.pdf`],
    ['an id that is one character short', (id) => `/documents/${id.slice(1)}.pdf`],
  ])('downloading a document by %s answers 404 without opening a file or connection', async (_, address) => {
    const { status, json } = await download(owner, address(good()))
    expect([status, json.code, json.message]).toEqual([404, 'NOT_FOUND', 'Data tidak ditemukan.'])
  })
})

test('API-04 the terms call answers the terms for category TNC and key GENERAL', async () => {
  const { status, json } = await owner.get('/terms?category=TNC&key=GENERAL')
  expect(status).toBe(200)
  expect(json.list.length).toBeGreaterThan(5)
  expect(json.list[0].description).toContain('Syarat dan Ketentuan')
})
