import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { EsignRefused, EsignUnavailable } from '../../outside/esign/port.ts'
import { readPdf } from '../../documents/testing.ts'
import { perform } from '../../platform/commands/perform.ts'
import { suspendLender } from '../../lenders/testing.ts'
import { logIn } from '../../../testing/http.ts'
import { chooseSigner, localXignature } from '../../../testing/mandates.ts'
import { operatorOn } from '../../../testing/operator.ts'
import { mandatesInForce } from './index.ts'
import { signMandate } from './sign.ts'
import { findVersion } from './store.ts'
import { makeMandateFixture, type MandateFixture, usualCeilings } from './testing/fixture.ts'

let fixture: MandateFixture
beforeAll(async () => {
  fixture = await makeMandateFixture()
})
afterEach(async () => {
  fixture.travel(undefined)
  expect(await fixture.books()).toEqual([])
})
afterAll(() => fixture.close())

const titles = async (lender: { get: (path: string) => Promise<{ json: { list: { title: string }[] } }> }) =>
  (await lender.get('/notices')).json.list.map(({ title }) => title)

test('AUT-03 a mandate is downloaded as a PDF, granted with the password, signed by hash and archived', async () => {
  const lender = await fixture.signer()
  expect((await lender.get('/mandate')).json).toEqual({
    canSign: true,
    inForce: null,
    waiting: null,
    ended: null,
  })
  const made = await lender.post('/mandate/text', usualCeilings)
  expect(made.json).toMatchObject({ version: 1, number: expect.stringMatching(/^KPO-\d{6}-/) })
  const shown = await lender.post('/documents/download', { document_url: made.json.filepath })
  const text = (await readPdf(shown.bytes)).map((page) => page.text).join(' ')
  for (const part of ['Perjanjian Kuasa Pendanaan Otomatis', 'Rp500.000', 'Rp2.000.000', made.json.number])
    expect(text).toContain(part)

  const granted = await fixture.grant(lender, 1)
  expect([granted.status, granted.json.waiting]).toEqual([
    200,
    expect.objectContaining({ version: 1, state: 'WAITING' }),
  ])
  expect(granted.json.inForce).toBeNull()
  await fixture.drain()
  const { json } = await lender.get('/mandate')
  expect(json.waiting).toBeNull()
  expect(json.inForce).toMatchObject({ ...usualCeilings, version: 1, state: 'IN_FORCE', placed: 0 })
  expect(json.inForce.signedAt).toEqual(expect.any(String))
  const signed = await lender.post('/documents/download', { document_url: json.inForce.filepath })
  expect(signed.bytes.subarray(0, shown.bytes.length).equals(shown.bytes)).toBe(true)
  expect(signed.bytes.length).toBeGreaterThan(shown.bytes.length)
  // Repeats the request, as after a lost response.
  expect((await fixture.grant(lender, 1)).json.inForce).toMatchObject({ version: 1 })
})

test('AUT-03 a mandate cannot be granted when not downloaded, outdated or nonexistent, or with a wrong password', async () => {
  const lender = await fixture.signer()
  const codeOf = async (version: number, password?: string) =>
    (await fixture.grant(lender, version, password)).json.code
  expect(await codeOf(1)).toBe('MANDATE_OUTDATED')
  await lender.post('/mandate/text', usualCeilings)
  expect(await codeOf(1)).toBe('MANDATE_UNREAD')
  const second = await fixture.read(lender)
  expect(await codeOf(second, 'Bukan-Kata-Sandi-1')).toBe('MANDATE_PASSWORD_WRONG')
  expect(await codeOf(1)).toBe('MANDATE_OUTDATED')
})

test.each([
  [{ largestPerLoan: 600_000, totalBudget: 500_000 }, 'Batas per pinjaman tidak boleh lebih besar'],
  [{ largestPerLoan: 99_999, totalBudget: 500_000 }, 'paling sedikit Rp100.000'],
  [{ largestPerLoan: 100_000.5, totalBudget: 500_000 }, 'angka rupiah bulat'],
  [{ largestPerLoan: 100_000, totalBudget: 2_000_000_000_000 }, 'paling banyak'],
  [{ largestPerLoan: 100_000 }, ''],
])('AUT-03 a mandate with the limits %o is refused with a message', async (ceilings, sentence) => {
  const lender = await fixture.signer()
  const { status, json } = await lender.post('/mandate/text', ceilings)
  expect([status, json.message]).toEqual([400, expect.stringContaining(sentence)])
})

test('AUT-03 a mandate is refused when the provider cannot sign by hash, giving the reason', async () => {
  const lender = await logIn(fixture, fixture.app)
  expect((await lender.get('/mandate')).json.canSign).toBe(false)
  const refused = await lender.post('/mandate/text', usualCeilings)
  expect([refused.status, refused.json.code]).toEqual([409, 'MANDATE_PROVIDER'])
  await chooseSigner(fixture.context, lender.lenderId, 'XIGNATURE')
  const version = await fixture.read(lender)
  await chooseSigner(fixture.context, lender.lenderId, 'PRIVY')
  expect((await fixture.grant(lender, version)).json.code).toBe('MANDATE_PROVIDER')
})

test('AUT-03 granting a mandate requires an accepted risk warning and an account that is not suspended', async () => {
  const hasty = await logIn(fixture, fixture.app, { acceptsRisk: false })
  await chooseSigner(fixture.context, hasty.lenderId, 'XIGNATURE')
  expect((await hasty.post('/mandate/text', usualCeilings)).json.code).toBe('RISK_WARNING_UNACCEPTED')
  const lender = await fixture.signer()
  await fixture.mandateOf(lender)
  const actor = { kind: 'operator', name: 'test' } as const
  await perform(fixture.context, suspendLender, {
    actor,
    input: { lenderId: lender.lenderId, reason: 'test' },
  })
  expect((await mandatesInForce(fixture.context.db, [lender.lenderId])).size).toBe(0)
})

test('AUT-03 a mandate whose signature the provider refuses ends with a notification, and another one can be granted', async () => {
  const lender = await fixture.signer()
  await fixture.grant(lender, await fixture.read(lender))
  const sign = () => Promise.reject(new EsignRefused('SIGNER_UNKNOWN', 404, 'refused'))
  await fixture.drain({ ...fixture.context, xignature: { sign } })
  expect((await lender.get('/mandate')).json).toMatchObject({
    inForce: null,
    waiting: null,
    ended: { ended: { reason: 'REFUSED' } },
  })
  expect(await titles(lender)).toContain('Kuasa pendanaan otomatis belum berlaku')
  await fixture.mandateOf(lender)
  expect((await lender.get('/mandate')).json.inForce).toMatchObject({ version: 2 })
})

test('AUT-03 signing a mandate is retried while the provider does not answer, until the time for signing is over', async () => {
  const lender = await fixture.signer()
  await fixture.grant(lender, await fixture.read(lender))
  const silent = {
    ...fixture.context,
    xignature: { sign: () => Promise.reject(new EsignUnavailable('away')) },
  }
  await fixture.drain(silent)
  expect((await lender.get('/mandate')).json.waiting).toMatchObject({ state: 'WAITING' })
  expect(await fixture.books()).toEqual([])
  fixture.travel('29 minutes')
  await fixture.drain(silent)
  expect((await lender.get('/mandate')).json.waiting).toMatchObject({ state: 'WAITING' })
  fixture.travel('31 minutes')
  await fixture.drain(silent)
  expect((await lender.get('/mandate')).json).toMatchObject({
    waiting: null,
    ended: { ended: { reason: 'EXPIRED' } },
  })
})

test('AUT-03 a mandate that is revoked while the provider signs it does not come into force', async () => {
  const lender = await fixture.signer()
  await fixture.grant(lender, await fixture.read(lender))
  const sign: typeof localXignature.sign = async (input) => {
    expect((await lender.post('/mandate/revoke', {})).status).toBe(200)
    return localXignature.sign(input)
  }
  await fixture.drain({ ...fixture.context, xignature: { sign } })
  expect((await lender.get('/mandate')).json).toMatchObject({
    inForce: null,
    ended: { signedAt: null, ended: { reason: 'REVOKED' } },
  })
})

test('AUT-03 a new mandate replaces the one in force once it is signed, and a mandate expires', async () => {
  const lender = await fixture.signer()
  await fixture.mandateOf(lender)
  await fixture.grant(lender, await fixture.read(lender, { largestPerLoan: 200_000, totalBudget: 300_000 }))
  expect((await lender.get('/mandate')).json).toMatchObject({
    inForce: { version: 1 },
    waiting: { version: 2 },
  })
  await fixture.drain()
  expect((await lender.get('/mandate')).json).toMatchObject({
    inForce: { version: 2, largestPerLoan: 200_000 },
    waiting: null,
    ended: { version: 1, ended: { reason: 'REPLACED' } },
  })
  const of = () => mandatesInForce(fixture.context.db, [lender.lenderId])
  expect((await of()).get(lender.lenderId)).toMatchObject({ totalBudget: 300_000, placed: 0 })
  fixture.travel('366 days')
  expect((await of()).size).toBe(0)
})

test.each([
  ['first', [0, 1]],
  ['last', [1, 0]],
] as const)(
  'AUT-03 of two mandates awaiting signature the later one comes into force, also when the earlier is signed %s',
  async (_, order) => {
    const lender = await fixture.signer()
    const mandates: string[] = []
    for (const largestPerLoan of [500_000, 200_000]) {
      const version = await fixture.read(lender, { largestPerLoan, totalBudget: 500_000 })
      expect((await fixture.grant(lender, version)).status).toBe(200)
      mandates.push((await findVersion(fixture.context.db, lender.lenderId, version))?.id ?? '')
    }
    expect((await lender.get('/mandate')).json.waiting).toMatchObject({ version: 2 })
    for (const place of order) await signMandate(fixture.context, mandates[place] ?? '')
    await fixture.drain()
    expect((await lender.get('/mandate')).json).toMatchObject({
      inForce: { version: 2, largestPerLoan: 200_000 },
      waiting: null,
      ended: { version: 1, ended: { reason: 'REPLACED' } },
    })
  },
)

test('AUT-03 a mandate signed while a later one awaits its signature is in force until the later one is signed', async () => {
  const lender = await fixture.signer()
  const first = await fixture.read(lender)
  await fixture.grant(lender, first)
  await fixture.grant(lender, await fixture.read(lender, { largestPerLoan: 200_000, totalBudget: 300_000 }))
  await signMandate(
    fixture.context,
    (await findVersion(fixture.context.db, lender.lenderId, first))?.id ?? '',
  )
  expect((await lender.get('/mandate')).json).toMatchObject({
    inForce: { version: 1 },
    waiting: { version: 2 },
  })
  await fixture.drain()
  expect((await lender.get('/mandate')).json).toMatchObject({ inForce: { version: 2 }, waiting: null })
})

test('AUT-03 a lender cannot open the mandate text of another lender', async () => {
  const [lender, other] = [await fixture.signer(), await fixture.signer()]
  const made = await lender.post('/mandate/text', usualCeilings)
  const opened = await other.post('/documents/download', { document_url: made.json.filepath })
  expect(opened.status).toBe(404)
  // The other lender has no version 1 of their own yet.
  expect((await fixture.grant(other, made.json.version)).json.code).toBe('MANDATE_OUTDATED')
})

test('AUT-03 the operator can list, show and revoke mandates, and notifies the lender of a revocation', async () => {
  const lender = await fixture.signer()
  const mandateId = await fixture.mandateOf(lender)
  const operator = (...args: string[]) => operatorOn(fixture)(['--json', 'mandates', ...args])
  const ids = (rows: { id: string }[]) => rows.map(({ id }) => id)
  expect(ids((await operator('list', '--limit', '1000')).json.mandates)).toContain(mandateId)
  const revoke = ['revoke', '--phone', lender.phone, '--reason', 'court order 12']
  expect((await operator(...revoke, '--dry-run')).exit).toBe(0)
  expect((await lender.get('/mandate')).json.inForce).toMatchObject({ version: 1 })
  expect((await operator(...revoke)).exit).toBe(0)
  const again = await operator(...revoke)
  expect([again.exit, again.json.ended]).toEqual([1, []])
  expect((await operator('show', '--phone', lender.phone)).json.mandates).toMatchObject([
    { id: mandateId, state: 'ENDED', endReason: 'REVOKED', endDetail: 'court order 12' },
  ])
  expect(ids((await operator('list', '--limit', '1000')).json.mandates)).not.toContain(mandateId)
  expect(await titles(lender)).toContain('Kuasa pendanaan otomatis dicabut')
  expect((await operator('list', '--after', 'x')).exit).toBe(2)
})

// Must be the last test: it advances the clock, and the rate limits of password checks keep the later time.
test('AUT-03 a mandate text older than a day cannot be granted', async () => {
  const lender = await fixture.signer()
  const version = await fixture.read(lender)
  fixture.travel('25 hours')
  expect((await fixture.grant(lender, version)).json.code).toBe('MANDATE_OUTDATED')
})
