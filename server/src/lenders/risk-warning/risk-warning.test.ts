import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { prepareAgreement, previewBulk } from '../../funding/testing.ts'
import { aProduct, offerBulk, submitProduct } from '../../../testing/bulk.ts'
import { makeFixture, type Fixture } from '../../../testing/fixture.ts'
import { withClient } from '../../../testing/global-setup.ts'
import { type LoggedIn, logIn, startApp, type TestApp } from '../../../testing/http.ts'
import { operatorOn } from '../../../testing/operator.ts'
import { acceptRisk, aLender, aLoan, anAgreement, fund, reserveFunding } from '../../../testing/people.ts'

let fixture: Fixture
let app: TestApp
let folder: string
beforeAll(async () => {
  fixture = await makeFixture()
  app = await startApp(fixture)
  folder = await mkdtemp(join(tmpdir(), 'pematang-risk-'))
})
afterEach(async () => expect(await fixture.books()).toEqual([]))
afterAll(async () => {
  await app.close()
  await fixture.close()
  await rm(folder, { recursive: true, force: true })
})

const operator = (...args: string[]) => operatorOn(fixture)(['--json', 'risk-warning', ...args])
let texts = 0

async function publish(): Promise<{ version: number; sha256: string }> {
  texts += 1
  const file = join(folder, `${texts}.txt`)
  await writeFile(
    file,
    `Teks nomor ${texts}.  \r\n\r\n\r\n${'Anda dapat kehilangan dana Anda. '.repeat(10)}\n`,
  )
  const result = await operator('publish', file)
  expect(result.exit, result.err).toBe(0)
  return result.json
}

const unaccepted = { code: 'RISK_WARNING_UNACCEPTED' }
const origin = { requestId: 'test' }

describe('LIM-06 before the first funding', () => {
  test('agreements, a funding, a bulk preview and a bulk funding are refused without an accepted risk warning', async () => {
    const { context } = fixture
    const { lenderId } = await aLender(context, { cash: 50_000_000, userTypeId: 3 })
    await offerBulk(context, lenderId)
    const [loan, product] = [await aLoan(context), await aProduct(context, [1_000_000, 2_000_000])]
    await anAgreement(context, { lenderId, ...loan, amount: 1_000_000 })
    await previewBulk(context, lenderId, product.uploadId)
    await publish()

    const input = { loanNumber: loan.loanNumber, lenderUserId: lenderId, amount: 1_000_000 }
    await expect(prepareAgreement(context, lenderId, input, origin)).rejects.toMatchObject(unaccepted)
    await expect(fund(context, { lenderId, ...loan, amount: 1_000_000 })).rejects.toMatchObject(unaccepted)
    await expect(previewBulk(context, lenderId, product.uploadId)).rejects.toMatchObject(unaccepted)

    // A page opened before the text changed submits without asking the lender to accept the new one.
    await acceptRisk(context, lenderId)
    await previewBulk(context, lenderId, product.uploadId)
    await publish()
    await expect(submitProduct(context, lenderId, product)).rejects.toMatchObject(unaccepted)

    await acceptRisk(context, lenderId)
    await fund(context, { lenderId, ...loan, amount: 1_000_000 })
    await submitProduct(context, lenderId, product)
  })

  test('a funding refused for lack of an accepted risk warning succeeds under another idempotency key after the acceptance', async () => {
    const { context } = fixture
    const { lenderId } = await aLender(context, { cash: 5_000_000 })
    const loan = await aLoan(context)
    await anAgreement(context, { lenderId, ...loan, amount: 1_000_000 })
    await publish()
    const request = { lenderId, ...loan, amount: 1_000_000, key: 'the-key-of-it' }
    await expect(fund(context, request)).rejects.toMatchObject(unaccepted)
    await acceptRisk(context, lenderId)
    await expect(fund(context, request)).rejects.toMatchObject(unaccepted)
    expect((await fund(context, { ...request, key: 'another-key' })).docToken).toBeTruthy()
  })

  test('in a batch only the funding of the lender who has not accepted the risk warning is refused', async () => {
    const { context } = fixture
    const [careful, hasty] = [
      await aLender(context, { cash: 5_000_000 }),
      await aLender(context, { cash: 5_000_000 }),
    ]
    const loan = await aLoan(context)
    for (const { lenderId } of [careful, hasty])
      await anAgreement(context, { lenderId, ...loan, amount: 500_000 })
    await publish()
    await acceptRisk(context, careful.lenderId)
    const results = await Promise.allSettled(
      [careful, hasty].map(({ lenderId }) => fund(context, { lenderId, ...loan, amount: 500_000 })),
    )
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected'])
  })
})

test('LIM-06 the check and the funding of a selection of loans are refused without an accepted risk warning, and reserve nothing', async () => {
  const lender = await logIn(fixture, app, { cash: 5_000_000 })
  const loan = await aLoan(fixture.context)
  await anAgreement(fixture.context, { lenderId: lender.lenderId, ...loan, amount: 500_000 })
  await publish()
  const body = { loans: [{ loanNumber: loan.loanNumber, amount: 500_000 }] }
  for (const answer of [
    await lender.post('/funding/selection/check', body),
    await lender.pay('/funding/selection', body),
  ])
    expect([answer.status, answer.json.code]).toEqual([409, 'RISK_WARNING_UNACCEPTED'])
  await acceptRisk(fixture.context, lender.lenderId)
  expect((await lender.post('/funding/selection/check', body)).status).toBe(200)
  expect((await lender.pay('/funding/selection', body)).json.list[0].refusal).toBeNull()
})

describe('LIM-06 the calls of the lender', () => {
  const read = async (lender: LoggedIn) => (await lender.get('/risk-warning')).json
  const accept = (lender: LoggedIn, version: unknown) => lender.post('/risk-warning/acceptance', { version })

  test('the risk warning is shown until it is accepted, and again after a new text is published', async () => {
    const { version } = await publish()
    const lender = await logIn(fixture, app, { acceptsRisk: false })
    const before = await read(lender)
    expect(before).toEqual({ version, paragraphs: expect.any(Array), acceptedAt: null })
    expect(before.paragraphs).toEqual([
      `Teks nomor ${texts}.`,
      expect.stringMatching(/^(Anda dapat kehilangan dana Anda\. ?){10}$/),
    ])

    const accepted = await accept(lender, version)
    expect([accepted.status, accepted.json.version]).toEqual([200, version])
    fixture.travel('5 minutes')
    expect((await accept(lender, version)).json).toEqual(accepted.json)
    fixture.travel(undefined)
    expect((await read(lender)).acceptedAt).toBe(accepted.json.acceptedAt)

    const next = await publish()
    expect(await read(lender)).toMatchObject({ version: next.version, acceptedAt: null })
    const late = await accept(lender, version)
    expect([late.status, late.json.code]).toEqual([409, 'RISK_WARNING_CHANGED'])
    for (const wrong of [0, -1, 1.5, '1', null]) expect((await accept(lender, wrong)).status).toBe(400)
    expect((await accept(lender, next.version + 1)).json.code).toBe('RISK_WARNING_CHANGED')
    expect((await read(lender)).acceptedAt).toBeNull()
  })

  test('a funding over HTTP without an accepted risk warning is refused with an Indonesian message', async () => {
    const lender = await logIn(fixture, app, { cash: 5_000_000, acceptsRisk: false })
    const { loanNumber } = await aLoan(fixture.context)
    const body = { loanNumber, lenderUserId: lender.lenderId, amount: 500_000 }
    const { status, json } = await lender.post('/funding/agreement', body)
    expect([status, json.code]).toEqual([409, 'RISK_WARNING_UNACCEPTED'])
    expect(json.message).toContain('setujui peringatan risiko')
  })
})

describe('LIM-06 records of acceptances', () => {
  test('each acceptance of the risk warning is stored with version, time and text hash, and shown to the operator', async () => {
    const { context } = fixture
    const { lenderId, phone } = await aLender(context, { acceptsRisk: false })
    const first = await publish()
    expect((await operator('acceptances', '--phone', phone)).json.acceptances).toEqual([])
    await acceptRisk(context, lenderId)
    const second = await publish()
    const recorded = await operator('record', '--phone', phone, '--evidence', 'contract 118')
    expect(recorded.json).toMatchObject({ lenderId, version: second.version })
    const { acceptances } = (await operator('acceptances', '--phone', phone)).json
    expect(acceptances).toEqual([
      { ...second, acceptedAt: expect.any(String), evidence: 'contract 118' },
      { ...first, acceptedAt: expect.any(String), evidence: null },
    ])
    const shown = (await operator('show', String(first.version))).json
    expect(shown).toMatchObject({
      ...first,
      accepted: 1,
      text: expect.stringContaining(`nomor ${texts - 1}.`),
    })
    const loan = await aLoan(context)
    const poor = reserveFunding(context, { lenderId, ...loan, amount: 500_000 })
    await expect(poor).rejects.toMatchObject({ code: 'CASH_TOO_LOW' })
  })

  test.each([
    'update risk_acceptance set version = 1',
    'delete from risk_acceptance',
    'delete from risk_warning',
  ])('the database refuses to rewrite the records of the risk warning: %s', async (statement) => {
    await withClient(fixture.databaseUrl, (client) =>
      expect(client.query(statement)).rejects.toThrow(/is append-only/),
    )
  })

  test('publishing a risk warning that is already in force, too short, too long, not UTF-8 or missing is rejected', async () => {
    const publishText = async (content: string | Buffer) => {
      const file = join(folder, 'bad.txt')
      await writeFile(file, content)
      const { exit, json } = await operator('publish', file)
      return [exit, json.error]
    }
    const { version } = await publish()
    const { text } = (await operator('show')).json
    expect(await publishText(`\n${text}\r\n`)).toEqual([2, expect.stringContaining('RISK_WARNING_UNCHANGED')])
    expect(await publishText('Pendek.')).toEqual([2, expect.stringContaining('200 sampai 20000')])
    expect(await publishText('x'.repeat(20_001))).toEqual([2, expect.stringContaining('200 sampai 20000')])
    expect(await publishText(Buffer.alloc(300, 0xff))).toEqual([2, expect.stringContaining('bukan UTF-8')])
    const missing = await operator('publish', join(folder, 'none.txt'))
    expect([missing.exit, missing.json.error]).toEqual([2, expect.stringContaining('tidak dapat dibaca')])
    const dry = join(folder, 'dry.txt')
    await writeFile(dry, 'Kering. '.repeat(40))
    expect((await operator('publish', dry, '--dry-run')).exit).toBe(0)
    expect((await operator('show')).json.version).toBe(version)
  })
})
