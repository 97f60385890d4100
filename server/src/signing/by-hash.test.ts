import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { EsignRefused, EsignUnavailable } from '../outside/esign/port.ts'
import { type SandboxProcess, startSandbox } from '../outside/testing/sandbox-process.ts'
import { httpXignature } from '../outside/xignature/http-adapter.ts'
import { many } from '../platform/db/database.ts'
import { perform } from '../platform/mutation.ts'
import { type DgsignType, keepSigner } from '../profile/index.ts'
import { runAllJobs } from '../testing/drain.ts'
import { type LoggedIn, logIn, startApp, type TestApp } from '../testing/http.ts'
import { aLoan } from '../testing/people.ts'
import { startTcpProxy, type TcpProxy } from '../testing/tcp-proxy.ts'
import { makeWorld, type World } from '../testing/world.ts'
import { followSigning } from './follow.ts'
import { signingJobs } from './jobs.ts'

const apiKey = 'key of the tests by hash'
let sandbox: SandboxProcess
let line: TcpProxy
let world: World
let app: TestApp
let folder: string

beforeAll(async () => {
  sandbox = await startSandbox({ XIGNATURE_API_KEY: apiKey })
  line = await startTcpProxy({ host: '127.0.0.1', port: Number(new URL(sandbox.baseUrl).port) })
  world = await makeWorld({
    settings: {
      XIGNATURE_BASE_URL: `http://127.0.0.1:${line.port}`,
      XIGNATURE_API_KEY: apiKey,
      SESSION_IDLE_SECONDS: '43200',
    },
  })
  app = await startApp(world)
  folder = await mkdtemp(join(tmpdir(), 'by-hash-'))
})
afterEach(async () => {
  world.travel(undefined)
  expect(await world.books()).toEqual([])
})
afterAll(async () => {
  await app.close()
  await world.close()
  await line.close()
  await sandbox.stop()
  await rm(folder, { recursive: true, force: true })
})

const hasPdfsig = (() => {
  try {
    execFileSync('pdfsig', ['-v'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
})()

const drain = () => runAllJobs(world.context, signingJobs(world.context))

async function aSigner(dgsignType: DgsignType = 'XIGNATURE'): Promise<LoggedIn> {
  const lender = await logIn(world, app, { cash: 1_000_000 })
  const actor = { kind: 'operator', name: 'test' } as const
  await perform(world.context, keepSigner, { actor, input: { lenderId: lender.lenderId, dgsignType } })
  return lender
}

/** Reads the agreements and funds, by HTTP. */
async function fund(lender: LoggedIn): Promise<{ docToken: string; digiSignId: string }> {
  const loan = await aLoan(world.context)
  const input = { loanNumber: loan.loanNumber, lenderUserId: lender.lenderId, amount: 500_000 }
  expect((await lender.post('/funding/agreement', input)).status).toBe(200)
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

/** The parts of a signed PDF: what the signature covers, and the signature itself. */
function signatureOf(pdf: Buffer): { covered: Buffer; cms: Buffer } {
  const range = /\/ByteRange\s*\[\s*0\s+(\d+)\s+(\d+)\s+(\d+)\s*\]/.exec(pdf.toString('latin1'))
  const [first = 0, second = 0, length = 0] = range?.slice(1).map(Number) ?? []
  const hex = pdf.subarray(first + 1, second - 1).toString('latin1')
  return {
    covered: Buffer.concat([pdf.subarray(0, first), pdf.subarray(second, second + length)]),
    cms: Buffer.from(hex.replace(/(00)+$/, ''), 'hex'),
  }
}

test('POR-06 XIGNATURE signs what was shown without a page, and both files open as PDF', async () => {
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
    if (hasPdfsig) {
      const file = join(folder, `${place}.pdf`)
      await writeFile(file, bytes)
      // A program that had no part in it finds that the signature is good, over the whole document.
      const told = execFileSync('pdfsig', ['-nocert', file]).toString()
      expect(told).toContain('Signature is Valid.')
      expect(told).toContain('Total document signed')
    }
  }
  expect(await cash(lender)).toBe(500_000)
  expect((await lender.get(`/funding/status?docToken=${funded.docToken}`)).json.state).toBe('SETTLED')
})

test('POR-06 PRIVY stays the way of whoever has not been changed, and of what it has already', async () => {
  const lender = await aSigner('PRIVY')
  await fund(lender)
  expect(await rowOf(lender)).toMatchObject({
    dgsignType: 'PRIVY',
    xignaturePpUrl: null,
    xignaturePpfpUrl: null,
  })
  const { propertyLenderId } = await rowOf(lender)
  await many(
    world.context.db,
    'test.at_privy',
    `insert into signing_request (funding_id, lender_id, provider_token) values ($1, $2, 'privy-1')`,
    [propertyLenderId, lender.lenderId],
  )
  const actor = { kind: 'operator', name: 'test' } as const
  const input = { lenderId: lender.lenderId, dgsignType: 'XIGNATURE' } as const
  await perform(world.context, keepSigner, { actor, input })
  expect(await rowOf(lender)).toMatchObject({ dgsignType: 'PRIVY' })
})

test('while the provider is away the money waits, and after the time for signing it is back', async () => {
  const [first, second] = [await aSigner(), await aSigner()]
  await fund(first)
  line.cut()
  await drain()
  expect(await rowOf(first)).toMatchObject({ isSigned: false })
  expect(await cash(first)).toBe(500_000)
  line.mend()
  world.travel('1 minute')
  await drain()
  expect(await rowOf(first)).toMatchObject({ isSigned: true })

  world.travel(undefined)
  await fund(second)
  line.cut()
  await drain()
  world.travel('31 minutes')
  await drain()
  line.mend()
  expect(await rowOf(second)).toBeUndefined()
  expect(await cash(second)).toBe(1_000_000)
})

test('a signer whom the provider does not know gets the money back', async () => {
  const lender = await aSigner()
  const funded = await fund(lender)
  await many(world.context.db, 'test.unknown', 'update lender set digi_sign_id = $2 where id = $1', [
    lender.lenderId,
    `unknown-${lender.lenderId}`,
  ])
  await drain()
  expect((await lender.get(`/funding/status?docToken=${funded.docToken}`)).json.state).toBe('REJECTED')
  expect(await cash(lender)).toBe(1_000_000)
})

test('a key that the provider does not take says nothing of the signer: the funding waits', async () => {
  const lender = await aSigner()
  const { docToken } = await fund(lender)
  const xignature = httpXignature({ baseUrl: sandbox.baseUrl, apiKey: 'another key', timeoutMs: 2_000 })
  await expect(followSigning({ ...world.context, xignature }, docToken)).rejects.toThrow(EsignUnavailable)
  expect((await lender.get(`/funding/status?docToken=${docToken}`)).json.state).toBe('WAITING')
  await drain()
  expect((await lender.get(`/funding/status?docToken=${docToken}`)).json.state).toBe('SETTLED')
})

test('the adapter tells a refusal from a provider that is away', async () => {
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
