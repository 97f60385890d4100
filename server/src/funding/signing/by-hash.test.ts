import { createHash } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { EsignRefused, EsignUnavailable } from '../../outside/esign/port.ts'
import { type SandboxProcess, startSandbox } from '../../outside/testing/sandbox-process.ts'
import { httpXignature } from '../../outside/xignature/http-adapter.ts'
import { cancelLoan } from '../../loans/testing.ts'
import { many, one } from '../../platform/db/database.ts'
import { perform } from '../../platform/commands/perform.ts'
import { type DgsignType, storeSigner } from '../../lenders/testing.ts'
import { runAllJobs } from '../../../testing/drain.ts'
import { givePassword, type LoggedIn, logIn, startApp, type TestApp } from '../../../testing/http.ts'
import { readAgreements } from '../../../testing/agreements.ts'
import { aLoan } from '../../../testing/people.ts'
import { startTcpProxy, type TcpProxy } from '../../../testing/tcp-proxy.ts'
import { makeFixture, type Fixture } from '../../../testing/fixture.ts'
import { poppler } from '../../../testing/poppler.ts'
import { followSigning } from './follow.ts'
import { jobs as signingJobs } from './jobs.ts'
import { followAll, signingState } from '../../../testing/signing-provider.ts'

const apiKey = 'key of the tests by hash'
let sandbox: SandboxProcess
let line: TcpProxy
let fixture: Fixture
let app: TestApp
let folder: string

beforeAll(async () => {
  sandbox = await startSandbox({ XIGNATURE_API_KEY: apiKey })
  line = await startTcpProxy({ host: '127.0.0.1', port: Number(new URL(sandbox.baseUrl).port) })
  fixture = await makeFixture({
    settings: {
      XIGNATURE_BASE_URL: `http://127.0.0.1:${line.port}`,
      XIGNATURE_API_KEY: apiKey,
      ESIGN_TRUST_FILE: sandbox.trust.signers,
      SESSION_IDLE_SECONDS: '43200',
    },
  })
  app = await startApp(fixture)
  folder = await mkdtemp(join(tmpdir(), 'by-hash-'))
})
afterEach(async () => {
  fixture.travel(undefined)
  expect(await fixture.books()).toEqual([])
})
afterAll(async () => {
  await app.close()
  await fixture.close()
  await line.close()
  await sandbox.stop()
  await rm(folder, { recursive: true, force: true })
})

const drain = () => runAllJobs(fixture.context, signingJobs(fixture.context))

async function aSigner(dgsignType: DgsignType = 'XIGNATURE'): Promise<LoggedIn> {
  const lender = await logIn(fixture, app, { cash: 1_000_000 })
  const actor = { kind: 'operator', name: 'test' } as const
  await perform(fixture.context, storeSigner, { actor, input: { lenderId: lender.lenderId, dgsignType } })
  return lender
}

async function fund(lender: LoggedIn): Promise<{ docToken: string; digiSignId: string }> {
  const loan = await aLoan(fixture.context)
  await readAgreements(lender, { ...loan, amount: 500_000 })
  await givePassword(lender)
  const { status, json } = await lender.pay('/funding', {
    loanInfo: [{ loanId: loan.loanId, amount: 500_000 }],
  })
  expect(status).toBe(200)
  return json
}

const rowOf = async (lender: LoggedIn) => (await lender.get('/portfolio')).json.list[0]
const cash = async (lender: LoggedIn) => (await lender.get('/lender/summary')).json.cashBalance
const download = async (lender: LoggedIn, document_url: string): Promise<Buffer> => {
  const { status, bytes } = await lender.post('/documents/download', { document_url })
  expect(status).toBe(200)
  return bytes
}

function signatureOf(pdf: Buffer): { covered: Buffer; cms: Buffer } {
  const ranges = pdf.toString('latin1').matchAll(/\/ByteRange\s*\[\s*0\s+(\d+)\s+(\d+)\s+(\d+)\s*\]/g)
  // The last signature is the lender's; the first is the platform's, which covers what was shown.
  const range = [...ranges].at(-1)
  const [first = 0, second = 0, length = 0] = range?.slice(1).map(Number) ?? []
  const hex = pdf.subarray(first + 1, second - 1).toString('latin1')
  return {
    covered: Buffer.concat([pdf.subarray(0, first), pdf.subarray(second, second + length)]),
    cms: Buffer.from(hex.replace(/(00)+$/, ''), 'hex'),
  }
}

test('POR-06 with XIGNATURE the shown documents are signed without a signing page, and both files are valid PDFs', async () => {
  const lender = await aSigner()
  const funded = await fund(lender)
  const waiting = await rowOf(lender)
  expect(waiting).toMatchObject({ dgsignType: 'XIGNATURE', isSigned: false, statusName: 'FUNDED' })
  const shown = [
    await download(lender, waiting.xignaturePpUrl),
    await download(lender, waiting.xignaturePpfpUrl),
  ]
  const token = await lender.post('/signing/token', {
    docToken: funded.docToken,
    digiSignId: funded.digiSignId,
  })
  expect([token.status, token.json.code]).toEqual([409, 'SIGNING_WITHOUT_PAGE'])

  await drain()
  const signed = await rowOf(lender)
  expect(signed).toMatchObject({ dgsignType: 'XIGNATURE', isSigned: true })
  for (const [place, url] of [signed.xignaturePpUrl, signed.xignaturePpfpUrl].entries()) {
    const bytes = await download(lender, url)
    expect(bytes.subarray(0, shown[place]?.length).equals(shown[place] as Buffer)).toBe(true)
    const { covered, cms } = signatureOf(bytes)
    const digest = createHash('sha256').update(covered).digest()
    expect(covered.length + 2 * 8_192 + 2).toBe(bytes.length)
    expect(cms.includes(digest)).toBe(true)
    const file = join(folder, `${place}.pdf`)
    await writeFile(file, bytes)
    // An independent program confirms that both signatures are valid and the last one covers the whole document.
    const result = poppler('pdfsig', '-nocert', file)
    expect(result.match(/Signature is Valid\./g)).toHaveLength(2)
    expect(result).toContain('Total document signed')
  }
  expect(await cash(lender)).toBe(500_000)
  expect((await lender.get(`/funding/status?docToken=${funded.docToken}`)).json.state).toBe('SETTLED')
})

test('POR-06 PRIVY stays the provider of lenders not switched, and of documents sent to it before a switch', async () => {
  const lender = await aSigner('PRIVY')
  await fund(lender)
  expect(await rowOf(lender)).toMatchObject({
    dgsignType: 'PRIVY',
    isSigned: false,
    signBefore: expect.any(String),
  })
  const { propertyLenderId } = await rowOf(lender)
  await many(
    fixture.context.db,
    'test.at_privy',
    `insert into signing_request (funding_id, lender_id, provider_token) values ($1, $2, 'privy-1')`,
    [propertyLenderId, lender.lenderId],
  )
  const actor = { kind: 'operator', name: 'test' } as const
  const input = { lenderId: lender.lenderId, dgsignType: 'XIGNATURE' } as const
  await perform(fixture.context, storeSigner, { actor, input })
  expect(await rowOf(lender)).toMatchObject({ dgsignType: 'PRIVY' })
})

test('a reservation is kept while the provider is unreachable, and released after the time for signing', async () => {
  const [first, second] = [await aSigner(), await aSigner()]
  await fund(first)
  line.cut()
  await drain()
  expect(await rowOf(first)).toMatchObject({ isSigned: false })
  expect(await cash(first)).toBe(500_000)
  line.mend()
  fixture.travel('1 minute')
  await drain()
  expect(await rowOf(first)).toMatchObject({ isSigned: true })

  fixture.travel(undefined)
  await fund(second)
  line.cut()
  await drain()
  fixture.travel('31 minutes')
  await drain()
  line.mend()
  expect(await rowOf(second)).toBeUndefined()
  expect(await cash(second)).toBe(1_000_000)
})

test('the reservation of a signer unknown to the provider is released', async () => {
  const lender = await aSigner()
  const funded = await fund(lender)
  await many(fixture.context.db, 'test.unknown', 'update lender set digi_sign_id = $2 where id = $1', [
    lender.lenderId,
    `unknown-${lender.lenderId}`,
  ])
  await drain()
  expect((await lender.get(`/funding/status?docToken=${funded.docToken}`)).json.state).toBe('REJECTED')
  expect(await cash(lender)).toBe(1_000_000)
})

test('a reservation is kept while the provider rejects our API key', async () => {
  const lender = await aSigner()
  const { docToken } = await fund(lender)
  const xignature = httpXignature({ baseUrl: sandbox.baseUrl, apiKey: 'another key', timeoutMs: 2_000 })
  await expect(followSigning({ ...fixture.context, xignature }, docToken)).rejects.toThrow(EsignUnavailable)
  expect((await lender.get(`/funding/status?docToken=${docToken}`)).json.state).toBe('WAITING')
  await drain()
  expect((await lender.get(`/funding/status?docToken=${docToken}`)).json.state).toBe('SETTLED')
})

const sandboxXignature = () => fixture.context.xignature
const stateOf = async (docToken: string) => signingState(fixture.context, { docToken })

test.each([
  [401, 'EXPIRED', null],
  [403, 'EXPIRED', null],
  [404, 'REJECTED', 'CODE_404'],
  [422, 'REJECTED', 'CODE_422'],
] as const)(
  'FIX-10 a reservation whose hash-signing provider answers %s for a day ends as %s without a dead job',
  async (status, state, reason) => {
    const lender = await aSigner()
    const { docToken } = await fund(lender)
    const sign = () => Promise.reject(new EsignRefused(`CODE_${status}`, status, 'refused'))
    for (const minutes of [0, 5, 15, 29, 45, 120, 1_440]) {
      fixture.travel(`${minutes} minutes`)
      await followAll({ ...fixture.context, xignature: { sign } })
    }
    fixture.travel(undefined)
    expect(await stateOf(docToken)).toEqual({ state, reason, stall: null, dead: 0, live: 0 })
    expect(await cash(lender)).toBe(1_000_000)
    const [notice] = (await lender.get('/notices')).json.list
    expect(notice.message).not.toContain('Anda menolak')
  },
)

test('FIX-10 a reservation is released after the time for signing when the signature by hash is unusable', async () => {
  const lender = await aSigner()
  const { docToken } = await fund(lender)
  const sign = async () => ({
    signedAt: new Date(),
    signatures: [Buffer.alloc(100_000), Buffer.alloc(100_000)],
  })
  const context = { ...fixture.context, xignature: { sign } }
  await followAll(context)
  expect(await stateOf(docToken)).toMatchObject({ state: 'WAITING', stall: 'ERROR', live: 1 })
  fixture.travel('31 minutes')
  await followAll(context)
  expect(await stateOf(docToken)).toMatchObject({ state: 'EXPIRED', dead: 0, live: 0 })
})

test('FIX-10 after a crash between signing by hash and settling, the retry signs again and settles the funding once', async () => {
  const lender = await aSigner()
  const { docToken } = await fund(lender)
  const context = {
    ...fixture.context,
    xignature: {
      async sign(input: Parameters<ReturnType<typeof sandboxXignature>['sign']>[0]) {
        await sandboxXignature().sign(input)
        throw new Error('the process was killed here')
      },
    },
  }
  await followAll(context)
  expect(await stateOf(docToken)).toMatchObject({ state: 'WAITING' })
  fixture.travel('1 minute')
  await drain()
  expect(await stateOf(docToken)).toMatchObject({ state: 'SETTLED', dead: 0, live: 0 })
})

const meanwhile = (between: () => Promise<unknown>) => ({
  ...fixture.context,
  xignature: {
    async sign(input: Parameters<ReturnType<typeof sandboxXignature>['sign']>[0]) {
      const answer = await sandboxXignature().sign(input)
      await between()
      return answer
    },
  },
})
const cancelLoanOf = async (docToken: string) => {
  const { loanNumber } = await one<{ loanNumber: string }>(
    fixture.context.db,
    'test.loan_of',
    'select loan_number as "loanNumber" from funding f join loan l on l.id = f.loan_id where f.id = $1',
    [docToken],
  )
  const actor = { kind: 'operator', name: 'test' } as const
  return perform(fixture.context, cancelLoan, { actor, input: { loanNumber } })
}

test('FIX-07 a loan cancelled between signing by hash and settling is refunded through the loan', async () => {
  const lender = await aSigner()
  const { docToken } = await fund(lender)
  await followAll(
    meanwhile(async () => expect(await cancelLoanOf(docToken)).toMatchObject({ released: 0, cancelling: 1 })),
  )
  await followAll(fixture.context)
  expect(await stateOf(docToken)).toMatchObject({ state: 'REFUNDED', dead: 0 })
  expect(await cash(lender)).toBe(1_000_000)
  expect(await rowOf(lender)).toMatchObject({ statusName: 'REFUNDED', xignaturePpUrl: expect.any(String) })
})

test('FIX-07 agreements of a cancelled loan are not signed by hash', async () => {
  const lender = await aSigner()
  const { docToken } = await fund(lender)
  expect(await cancelLoanOf(docToken)).toMatchObject({ released: 1, cancelling: 0 })
  let asked = 0
  await followAll(meanwhile(async () => (asked += 1)))
  expect(asked).toBe(0)
  expect(await stateOf(docToken)).toMatchObject({ state: 'CANCELLED', live: 0 })
  expect(await cash(lender)).toBe(1_000_000)
})

test('FIX-07 a signature by hash is stored as void and moves no money when the funding has ended meanwhile', async () => {
  const lender = await aSigner()
  const { docToken } = await fund(lender)
  const slow = meanwhile(async () => {
    fixture.travel('31 minutes')
    await followSigning(fixture.context, docToken)
    fixture.travel(undefined)
  })
  await followAll(slow)
  expect(await stateOf(docToken)).toMatchObject({ state: 'EXPIRED', live: 0 })
  expect(await cash(lender)).toBe(1_000_000)
  const { voids } = await one<{ voids: number }>(
    fixture.context.db,
    'test.voids',
    `select count(*) as voids from void_signature v join document d on d.agreement_id = v.funding_id
      where v.funding_id = $1 and d.kind in ('PP_VOID', 'PPFP_VOID')`,
    [docToken],
  )
  expect(voids).toBe(2)
  const titles = (await lender.get('/notices')).json.list.map((notice: { title: string }) => notice.title)
  expect(titles).toContain('Tanda tangan tidak berlaku')
})

test('the adapter for signing by hash distinguishes a refusal from an unreachable provider', async () => {
  const request = {
    reference: 'r',
    signer: { token: 't', name: 'n' },
    digests: [{ name: 'PP', sha256: 'ab'.repeat(32) }],
  }
  const at = (baseUrl: string, key = apiKey) => httpXignature({ baseUrl, apiKey: key, timeoutMs: 2_000 })
  const answer = await at(sandbox.baseUrl).sign(request)
  expect(answer.signatures).toHaveLength(1)
  expect(answer.signedAt.getTime()).toBeLessThanOrEqual(Date.now())
  await expect(at(sandbox.baseUrl, 'another key').sign(request)).rejects.toThrow(EsignRefused)
  await expect(
    at(sandbox.baseUrl).sign({ ...request, digests: [{ name: 'PP', sha256: 'not a digest' }] }),
  ).rejects.toThrow(EsignRefused)
  await expect(at('http://127.0.0.1:9').sign(request)).rejects.toThrow(EsignUnavailable)
})
