import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Context } from '../../context.ts'
import { httpTimestamps } from '../../outside/tsa/http-adapter.ts'
import type { TimestampAuthority } from '../../outside/tsa/port.ts'
import { productionProblem, productionWarnings } from '../../platform/settings/production.ts'
import { Database, one } from '../../platform/db/database.ts'
import { runAllJobs } from '../../../testing/drain.ts'
import { type LoggedIn, logIn } from '../../../testing/http.ts'
import { operatorOn } from '../../../testing/operator.ts'
import { aLoan } from '../../../testing/people.ts'
import { poppler } from '../../../testing/poppler.ts'
import { makeSigningFixture, type SigningFixture } from '../../../testing/signing.ts'
import { jobs as documentJobs } from '../agreements/jobs.ts'
import { structureFaults } from '../pdf/testing/structure.ts'
import { checkTrustFiles } from '../signature/settings.ts'

let fixture: SigningFixture
let folder: string
beforeAll(async () => {
  fixture = await makeSigningFixture(({ baseUrl, trust }) => ({
    // All lenders of these tests share one device and address, so the limits are raised.
    LIMIT_DOWNLOAD_DEVICE: '100000/60',
    LIMIT_DOWNLOAD_ADDRESS: '100000/60',
    TIMESTAMP_URL: `${baseUrl}/tsa`,
    TIMESTAMP_TRUST_FILE: trust.timestamps,
    LIMIT_LOGIN_ADDRESS: '10000/60',
    LIMIT_CODE_ADDRESS: '10000/60',
  }))
  folder = await mkdtemp(join(tmpdir(), 'timestamps-'))
})
afterEach(async () => {
  fixture.travel(undefined)
  await fixture.drain()
  expect(await fixture.books()).toEqual([])
})
afterAll(async () => {
  await fixture.close()
  await rm(folder, { recursive: true, force: true })
})

type Signed = { lender: LoggedIn; funding: string; document: string; bytes: Buffer }

/** Creates a funding that is settled by its signature; its time stamp is not requested yet. */
async function aSignedAgreement(): Promise<Signed> {
  const lender = await logIn(fixture, fixture.app, { cash: 1_000_000 })
  const funded = await fixture.fund(lender, await aLoan(fixture.context), 1_000_000)
  await fixture.sandbox.sign((await fixture.open(lender, funded)).json.token)
  // Replaces the job by one that only postpones itself, so that each test chooses the authority.
  const { signingJobs } = await import('../../funding/testing.ts')
  for (const limit = Date.now() + 10_000; ; ) {
    await runAllJobs(fixture.context, { ...signingJobs(fixture.context), 'documents.timestamp': later })
    const { json } = await lender.get(`/funding/status?docToken=${funded.docToken}`)
    if (json.state === 'SETTLED') break
    expect(Date.now()).toBeLessThan(limit)
  }
  const { id, bytes } = await one<{ id: string; bytes: Buffer }>(
    fixture.context.db,
    'test.signed',
    `select id, bytes from document where agreement_id = $1 and kind = 'PP_SIGNED'`,
    [funded.docToken],
  )
  return { lender, funding: funded.docToken, document: id, bytes }
}
const later = async () => ({ again: '1 second' })

const at = (trouble: string): Context => ({
  ...fixture.context,
  tsa: httpTimestamps({
    url: `${fixture.sandbox.baseUrl}/tsa/${trouble}`,
    timeoutMs: trouble === 'hangs' ? 300 : 10_000,
  }),
})

async function ask(context: Context, minutes: number): Promise<void> {
  fixture.travel(`${minutes} minutes`)
  await runAllJobs(context, documentJobs(context))
}

const standing = ({ document }: Signed) =>
  one<{ stamped: boolean; reason: string | null; tries: number | null; jobs: number; dead: number }>(
    fixture.context.db,
    'test.stamp',
    `select exists (select from document_timestamp where document_id = $1) as stamped, r.reason, r.tries,
            (select count(*) from job where payload ->> 'documentId' = $1) as jobs,
            (select count(*) from job where payload ->> 'documentId' = $1 and dead_at is not null) as dead
       from (values (1)) as one left join timestamp_request r on r.document_id = $1`,
    [document],
  )

async function download({ lender, document }: Signed): Promise<Buffer> {
  const answer = await lender.post('/documents/download', { document_url: `/documents/${document}.pdf` })
  expect(answer.status).toBe(200)
  return answer.bytes
}

function lastSignature(pdf: Buffer): { covered: Buffer; token: Buffer; end: number } {
  const text = pdf.toString('latin1')
  const [, start = 0, end = 0, rest = 0] = (
    /\[\s*([\d\s]+)\]/.exec(text.slice(text.lastIndexOf('/ByteRange')))?.[1] ?? ''
  )
    .trim()
    .split(/\s+/)
    .map(Number)
  const token = Buffer.from(pdf.subarray(start + 1, end - 1).toString('latin1'), 'hex')
  return {
    covered: Buffer.concat([pdf.subarray(0, start), pdf.subarray(end, end + rest)]),
    token: token.subarray(0, 4 + token.readUInt16BE(2)),
    end: end + rest,
  }
}

const openssl = (...args: string[]): string =>
  execFileSync('openssl', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })

test('FIX-06 openssl verifies a document’s time stamp over the whole file, and its signatures stay valid', async () => {
  const signed = await aSignedAgreement()
  expect(await download(signed)).toEqual(signed.bytes)
  await ask(fixture.context, 1)
  const stamped = await download(signed)
  expect(stamped.subarray(0, signed.bytes.length).equals(signed.bytes)).toBe(true)
  const { covered, token, end } = lastSignature(stamped)
  expect(end).toBe(stamped.length)
  const files = {
    covered: join(folder, 'covered'),
    token: join(folder, 'token'),
    pdf: join(folder, 'stamped.pdf'),
  }
  await writeFile(files.covered, covered)
  await writeFile(files.token, token)
  await writeFile(files.pdf, stamped)
  const verify = [
    'ts',
    '-verify',
    '-token_in',
    '-in',
    files.token,
    '-CAfile',
    fixture.sandbox.trust.timestamps,
  ]
  expect(openssl(...verify, '-data', files.covered)).toContain('Verification: OK')
  await writeFile(files.covered, covered.subarray(1))
  expect(() => openssl(...verify, '-data', files.covered)).toThrow()
  const report = poppler('pdfsig', files.pdf)
  // The two valid signatures are the platform's and the lender's; this version of pdfsig does not support document time
  // stamps.
  expect(report.match(/Signature is Valid/g)?.length).toBeGreaterThanOrEqual(2)
  expect(report).toContain('Signature #3')
  expect(await structureFaults(stamped)).toEqual([])
  expect(await standing(signed)).toMatchObject({ stamped: true, reason: null, jobs: 0 })
})

describe('FIX-06 failing time stamp authorities', () => {
  test.each([
    ['refuses', 'REFUSED', 'quota'],
    ['fails', 'UNAVAILABLE', 'status 503'],
    ['hangs', 'UNAVAILABLE', 'no answer'],
    ['other-nonce', 'INVALID', 'its nonce is not ours'],
    ['other-hash', 'INVALID', 'something else'],
    ['no-purpose', 'INVALID', 'not one for time stamps alone'],
    ['other-authority', 'INVALID', 'nobody trusted stands behind'],
    ['late', 'INVALID', 'and our clock'],
  ])(
    'FIX-06 a time stamp of the authority "%s" is rejected with the reason %s, and a later valid one accepted',
    async (trouble, reason, detail) => {
      const signed = await aSignedAgreement()
      await ask(at(trouble), 1)
      expect(await standing(signed)).toEqual({ stamped: false, reason, tries: 1, jobs: 1, dead: 0 })
      const listed = await operatorOn(fixture)(['timestamps', 'waiting', '--json'])
      expect(listed.exit).toBe(1)
      const mine = listed.json.timestamps.find(
        (one: { documentId: string }) => one.documentId === signed.document,
      )
      expect(mine).toMatchObject({ kind: 'PP_SIGNED', fundingId: signed.funding, reason })
      expect(mine.detail).toContain(detail)
      expect(await download(signed)).toEqual(signed.bytes)
      await ask(fixture.context, 10)
      expect(await standing(signed)).toMatchObject({ stamped: true, reason: null, jobs: 0 })
    },
  )
})

test('FIX-06 a time stamp made by openssl is accepted even when its certificates exceed the space reserved by default', async () => {
  const signed = await aSignedAgreement()
  const { tsa, root } = await anAuthorityOfOpenssl()
  const context = {
    ...fixture.context,
    tsa,
    config: { ...fixture.context.config, TIMESTAMP_TRUST_FILE: root },
  }
  await ask(context, 1)
  expect(await standing(signed)).toMatchObject({ stamped: true, reason: null })
  const { covered, token } = lastSignature(await download(signed))
  expect(token.length).toBeGreaterThan(8_192)
  const files = { covered: join(folder, 'large'), token: join(folder, 'large.token') }
  await writeFile(files.covered, covered)
  await writeFile(files.token, token)
  const verify = ['ts', '-verify', '-token_in', '-in', files.token, '-CAfile', root, '-data', files.covered]
  expect(openssl(...verify)).toContain('Verification: OK')
})

/** An authority run by OpenSSL, which adds ten unneeded certificates to its answer. */
async function anAuthorityOfOpenssl(): Promise<{ tsa: TimestampAuthority; root: string }> {
  const file = (name: string) => join(folder, `openssl-${name}`)
  const make = (name: string, ...more: string[]) =>
    openssl(
      'req',
      '-newkey',
      'rsa:2048',
      '-nodes',
      '-keyout',
      file(`${name}.key`),
      '-subj',
      `/CN=${name}`,
      ...more,
    )
  make('root', '-x509', '-days', '30', '-out', file('root.pem'))
  make('tsa', '-new', '-out', file('tsa.csr'))
  await writeFile(file('purpose'), 'extendedKeyUsage = critical, timeStamping\n')
  const issue = ['-CA', file('root.pem'), '-CAkey', file('root.key'), '-CAcreateserial', '-days', '10']
  openssl(
    'x509',
    '-req',
    '-in',
    file('tsa.csr'),
    ...issue,
    '-extfile',
    file('purpose'),
    '-out',
    file('tsa.pem'),
  )
  const others = Array.from({ length: 10 }, (_, place) => make(`other ${place}`, '-x509', '-days', '1'))
  await writeFile(file('chain.pem'), others.join(''))
  await writeFile(file('serial'), '01\n')
  await writeFile(
    file('conf'),
    `[tsa]\nserial = ${file('serial')}\ndefault_policy = 1.2.3.4\nsigner_digest = sha256\ndigests = sha256\ness_cert_id_alg = sha256\n`,
  )
  return {
    root: file('root.pem'),
    tsa: {
      // Blocks the thread, because two documents are stamped concurrently and these files hold only one request.
      async ask(request) {
        writeFileSync(file('query'), request)
        const by = ['-signer', file('tsa.pem'), '-inkey', file('tsa.key'), '-chain', file('chain.pem')]
        const conf = ['-config', file('conf'), '-section', 'tsa']
        openssl('ts', '-reply', ...conf, '-queryfile', file('query'), ...by, '-out', file('reply'))
        return readFileSync(file('reply'))
      },
    },
  }
}

test('FIX-06 a failing time stamp authority is retried for over a day with backoff, and the funding is settled meanwhile', async () => {
  const signed = await aSignedAgreement()
  for (let minutes = 1; minutes < 30 * 60; minutes += 30) await ask(at('fails'), minutes)
  const { tries, ...rest } = await standing(signed)
  expect(rest).toEqual({ stamped: false, reason: 'UNAVAILABLE', jobs: 1, dead: 0 })
  // The pause between attempts grows up to an hour and stays there.
  expect(tries).toBeGreaterThan(25)
  expect(tries).toBeLessThan(45)
  const { state } = await one<{ state: string }>(
    fixture.context.db,
    'test.state',
    'select state from funding where id = $1',
    [signed.funding],
  )
  expect(state).toBe('SETTLED')
  await ask(fixture.context, 32 * 60)
  expect(await standing(signed)).toMatchObject({ stamped: true })
})

test('FIX-06 documents signed before a time stamp authority was set are stamped only when the operator requests it', async () => {
  const without = { ...fixture, context: { ...fixture.context, tsa: null } }
  const signed = await aSignedAgreement()
  await many('delete from job where kind = $1', ['documents.timestamp'])
  await many('delete from timestamp_request', [])
  const refused = await operatorOn(without)(['repair', 'timestamps'])
  expect([refused.exit, refused.err]).toEqual([2, expect.stringContaining('TIMESTAMP_URL tidak diisi')])
  const dry = await operatorOn(fixture)(['repair', 'timestamps', '--dry-run'])
  expect(dry.out).toContain('2 stempel waktu akan diminta')
  expect((await operatorOn(fixture)(['repair', 'timestamps', '--json'])).json).toEqual({ requested: 2 })
  await ask(without.context, 1)
  expect(await standing(signed)).toMatchObject({ stamped: false, reason: 'NOT_CONFIGURED' })
  await ask(fixture.context, 10)
  expect(await standing(signed)).toMatchObject({ stamped: true })
  expect((await operatorOn(fixture)(['timestamps', 'waiting', '--json'])).json).toMatchObject({
    timestamps: [],
    waiting: 0,
  })
})

const many = async (text: string, values: unknown[]): Promise<void> => {
  await fixture.context.db.query({ text, values })
}

test('FIX-06 the audit of the books reports a stamped document whose bytes were changed', async () => {
  const signed = await aSignedAgreement()
  await ask(fixture.context, 1)
  expect(await fixture.books()).toEqual([])
  const owner = new Database({ url: fixture.databaseUrl, size: 1 })
  const change = async (bytes: Buffer) => {
    await owner.query({ text: 'alter table document disable trigger all', values: [] })
    const values = [signed.document, bytes]
    await owner.query({ text: 'update document set bytes = $2 where id = $1', values })
    await owner.query({ text: 'alter table document enable trigger all', values: [] })
  }
  const other = Buffer.from(signed.bytes)
  other.writeUInt8(0x20, other.length - 1)
  await change(other)
  expect((await fixture.books()).map(({ invariant }) => invariant)).toContain('I31c')
  await change(signed.bytes)
  await owner.close()
})

test('FIX-06 production warns without a time stamp authority, and does not start with one but no trusted certificates', () => {
  const of = (settings: Record<string, string>) => ({ NODE_ENV: 'production', ...settings })
  const TIMESTAMP_URL = 'https://tsa.example'
  expect(productionWarnings(of({}))).toContainEqual(expect.stringContaining('TIMESTAMP_URL is not set'))
  expect(productionProblem(of({}))).not.toContain('TIMESTAMP')
  expect(productionProblem(of({ TIMESTAMP_URL }))).toContain('TIMESTAMP_TRUST_FILE')
  const check = (TIMESTAMP_TRUST_FILE: string) =>
    checkTrustFiles({
      ...fixture.context.config,
      NODE_ENV: 'production',
      ESIGN_TRUST_FILE: null,
      TIMESTAMP_URL,
      TIMESTAMP_TRUST_FILE,
    })
  expect(() => check(join(folder, 'none.pem'))).toThrow('cannot be read')
  expect(() => check(import.meta.filename)).toThrow('holds no certificate')
  check(fixture.sandbox.trust.timestamps)
})
