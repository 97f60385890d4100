import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { many, one, run } from '../../platform/db/database.ts'
import { perform } from '../../platform/commands/perform.ts'
import { tellChanges } from '../../lenders/testing.ts'
import { operatorOn } from '../../../testing/operator.ts'
import {
  aWithdrawalScenario,
  statesOf,
  type Withdrawer,
  type WithdrawalScenario,
} from '../../../testing/withdrawal-scenario.ts'
import { creditTopUp } from '../deposit/index.ts'
import { aGivenBackLine } from '../reconciliation/testing/line.ts'

let scenario: WithdrawalScenario
let operator: ReturnType<typeof operatorOn>
let folder: string
let certificate: string
beforeAll(async () => {
  scenario = await aWithdrawalScenario()
  operator = operatorOn(scenario.fixture)
  folder = mkdtempSync(path.join(tmpdir(), 'pematang-estate-'))
  certificate = path.join(folder, 'certificate.pdf')
  writeFileSync(certificate, '%PDF surat keterangan waris')
})
afterEach(async () => {
  scenario.bank.trouble = () => 'none'
  scenario.bank.accounts.clear()
  expect(await scenario.fixture.books()).toEqual([])
})
afterAll(async () => {
  rmSync(folder, { recursive: true })
  await scenario.close()
})

let numbers = 0
/** The words of heirs with these shares; each has an account of their own. */
const heirsWith = (...shares: string[]) =>
  shares.map((share) => {
    numbers += 1
    const number = `8800${String(numbers).padStart(6, '0')}`
    // The bank answers an inquiry with a name that it makes of the last digits.
    return { number, words: `${share} 014 ${number} Pemberi Dana ${number.slice(-4)}` }
  })

const estate = (use: string, phone: string, ...more: string[]) =>
  operator(['--json', 'lenders', 'estate', use, '--phone', phone, ...more])
const record = (
  phone: string,
  words: readonly string[],
  { name = `SKW ${phone}`, file = certificate } = {},
) =>
  estate(
    'record',
    phone,
    ...words.flatMap((one) => ['--heir', one]),
    ...['--document', name, '--document-file', file, '--reason', 'died'],
  )
const pay = (phone: string, ...more: string[]) =>
  estate('pay', phone, '--document-file', certificate, '--fee-by-platform', ...more)
const paidTo = (number: string) =>
  [...scenario.bank.transfers.values()]
    .filter(({ account, status }) => account === number && status === '00')
    .map(({ amount }) => amount)
let topUps = 0
const topUp = ({ lenderId }: Withdrawer, amount: number) =>
  perform(scenario.fixture.context, creditTopUp, {
    actor: { kind: 'operator', name: 'test' },
    input: { bank: 'BNI', paymentRequestId: `estate-${(topUps += 1)}`, lenderId, amount, reason: 'test' },
  })

describe('OPS-04 the estate of a dead lender', () => {
  test('OPS-04 the cash of a dead lender is paid to the accounts of the heirs by their shares, and the account can be closed then', async () => {
    const lender = await scenario.lender({ cash: 1_000_001 })
    const heirs = heirsWith('1/8', '7/8')
    expect(
      (
        await record(
          lender.phone,
          heirs.map(({ words }) => words),
        )
      ).json,
    ).toMatchObject({
      ...{ heirs: 2, known: false, sessionsEnded: 1 },
      sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
    })
    expect((await lender.get('/lender/summary')).status).toBe(401)
    const listed = (await operator(['--json', 'lenders', 'estate', 'list'])).json.estates
    expect(listed).toMatchObject([{ phone: lender.phone, free: 1_000_001, underWay: 0 }])
    const { lines } = (await operator(['--json', 'today'])).json
    expect(lines.find(({ name }: { name: string }) => name === 'estates')).toMatchObject({
      red: true,
      figures: [{ count: 1, amount: 1_000_001 }],
    })

    expect((await pay(lender.phone)).json).toMatchObject({
      payments: [
        { heir: 1, amount: 125_000 },
        { heir: 2, amount: 875_001 },
      ],
      left: 0,
    })
    const early = await operator(['lenders', 'close', '--phone', lender.phone, '--reason', 'x'])
    expect(early.err).toContain('1000001 di antaranya dicadangkan')
    await scenario.followAll()
    expect(heirs.map(({ number }) => paidTo(number))).toEqual([[125_000], [875_001]])
    expect((await operator(['lenders', 'close', '--phone', lender.phone, '--reason', 'x'])).exit).toBe(0)
    expect((await pay(lender.phone)).json).toMatchObject({ payments: [], left: 0 })
    const history = await operator(['lenders', 'history', lender.phone])
    expect(history.out).toContain(`Pembayaran kepada ahli waris: SKW ${lender.phone}`)
  })

  test('OPS-04 a certificate that was swapped after its hash is refused, when heirs are paid and when it is named for another lender', async () => {
    const [one, other] = [await scenario.lender(), await scenario.lender()]
    const words = heirsWith('1/1').map((heir) => heir.words)
    await record(one.phone, words, { name: 'SKW 7/2026' })
    const swapped = path.join(folder, 'swapped.pdf')
    writeFileSync(swapped, '%PDF surat keterangan waris lain')
    const paid = await estate('pay', one.phone, '--document-file', swapped)
    expect([paid.exit, paid.json.code]).toEqual([2, 'DOCUMENT_MISMATCH'])
    const again = await record(other.phone, words, { name: 'SKW 7/2026', file: swapped })
    expect([again.exit, again.json.code]).toEqual([2, 'DOCUMENT_MISMATCH'])
    expect(await one.cash()).toBe(1_000_000)
    expect((await other.get('/lender/summary')).status).toBe(200)
    const { detail } = await one_(`lender:${one.lenderId}`, 'recordEstate')
    expect(detail).toMatchObject({ document: 'SKW 7/2026', parts: [1] })
    expect((await estate('pay', one.phone, '--document-file', path.join(folder, 'none.pdf'))).err).toContain(
      'Tidak ada berkas',
    )
  })

  test('OPS-04 recording the same heirs twice is known, other heirs are refused, as are shares that do not add up, and a dry run writes nothing', async () => {
    const lender = await scenario.lender()
    const [first = '', second = '', third = ''] = heirsWith('1/2', '1/2', '1/3').map(({ words }) => words)
    const wrong = await record(lender.phone, [first, third])
    expect([wrong.exit, wrong.json.code]).toEqual([2, 'SHARES_NOT_WHOLE'])
    expect((await estate('record', lender.phone, '--heir', '0/1 014 1 X')).exit).toBe(2)
    expect((await record(lender.phone, [first, second])).json).toMatchObject({ known: false })
    expect((await record(lender.phone, [first, second])).json).toMatchObject({ known: true })
    expect((await record(lender.phone, [second, first])).json.code).toBe('ESTATE_EXISTS')
    expect((await pay(lender.phone, '--dry-run')).json.payments).toHaveLength(2)
    expect(await lender.cash()).toBe(1_000_000)
    const reactivated = await operator(['lenders', 'reactivate', '--phone', lender.phone, '--reason', 'x'])
    expect([reactivated.exit, reactivated.err]).toEqual([
      2,
      expect.stringContaining('memiliki catatan ahli waris'),
    ])
    expect((await pay((await scenario.lender()).phone)).json.code).toBe('ESTATE_MISSING')
  })

  test('OPS-04 a company has no heirs, and stays active', async () => {
    const { context } = scenario.fixture
    const { phone, lenderId } = await scenario.lender()
    await run(context.db, 'test.company', 'update lender set user_type_id = 3 where id = $1', [lenderId])
    const refused = await record(phone, [heirsWith('1/1')[0]?.words ?? ''])
    expect([refused.exit, refused.json.error]).toEqual([
      2,
      expect.stringContaining('tidak memiliki ahli waris'),
    ])
    expect(
      (await operator(['lenders', 'suspend', '--phone', phone, '--reason', 'x', '--dry-run'])).out,
    ).not.toContain('before')
  })

  test('OPS-04 a payment that the bank refuses is paid again to the same heir, at the account that replaced the wrong one', async () => {
    const lender = await scenario.lender()
    const heirs = heirsWith('1/2', '1/2')
    const [, refused] = heirs
    await record(
      lender.phone,
      heirs.map(({ words }) => words),
    )
    scenario.bank.accounts.set(refused?.number ?? '', { name: 'Orang Lain' })
    await pay(lender.phone)
    await scenario.followAll()
    expect(await lender.cash()).toBe(500_000)
    await topUp(lender, 100_000)
    const letter = path.join(folder, 'letter.pdf')
    writeFileSync(letter, '%PDF surat')
    const [fresh] = heirsWith('1/1')
    const number = fresh?.number ?? ''
    const account = ['--heir', '2', '--number', number, '--holder', `Pemberi Dana ${number.slice(-4)}`]
    const changed = [...account, '--code', '014', '--document', 'Surat 7', '--document-file', letter]
    expect((await estate('account', lender.phone, ...changed)).exit).toBe(0)
    expect((await pay(lender.phone)).json).toMatchObject({
      payments: [
        { heir: 1, amount: 50_000 },
        { heir: 2, amount: 550_000 },
      ],
    })
    await scenario.followAll()
    expect([paidTo(heirs[0]?.number ?? ''), paidTo(refused?.number ?? ''), paidTo(number)]).toEqual([
      [500_000, 50_000],
      [],
      [550_000],
    ])
  })

  test('OPS-04 a payment without an answer stays with its heir until the bank knows, and one that it gives back later is due to that heir again', async () => {
    const lender = await scenario.lender({ cash: 400_000 })
    const heirs = heirsWith('1/4', '3/4')
    await record(
      lender.phone,
      heirs.map(({ words }) => words),
    )
    scenario.bank.trouble = () => 'pending-paid'
    const { payments } = (await pay(lender.phone)).json
    await scenario.follow(0)
    expect((await pay(lender.phone)).json).toMatchObject({ payments: [], left: 0 })
    const early = await estate('take-back', lender.phone, '--reason', 'x')
    expect(early.json.code).toBe('ESTATE_UNDER_WAY')
    scenario.bank.trouble = () => 'none'
    scenario.bank.finish()
    await scenario.followAll()
    const lineId = await aGivenBackLine(scenario.fixture.context, {
      withdrawalId: payments[0].id,
      amount: 100_000,
    })
    const back = ['withdrawals', 'returned-by-bank', payments[0].id, '--line', lineId, '--note', 'x']
    expect((await operator(back)).exit).toBe(0)
    expect((await pay(lender.phone)).json.payments).toMatchObject([{ heir: 1, amount: 100_000 }])
    await scenario.followAll()
    expect([...(await statesOf(scenario.fixture)).values()]).toContain('RETURNED GIVEN_BACK')
  })

  test('OPS-04 two operators who pay at once, and one who takes the estate back meanwhile, pay each rupiah at most once', async () => {
    const lender = await scenario.lender({ cash: 900_000 })
    const heirs = heirsWith('1/3', '2/3')
    await record(
      lender.phone,
      heirs.map(({ words }) => words),
    )
    const ends = await Promise.all([
      pay(lender.phone),
      estate('take-back', lender.phone, '--reason', 'x'),
      pay(lender.phone),
      pay(lender.phone),
    ])
    const counts = [ends[0], ends[2], ends[3]].map((end) => end?.json?.payments?.length ?? end?.json?.code)
    // Whoever comes first decides: all is paid by one of them, or the estate was taken back before any of them.
    expect([
      ['0', '0', '2'],
      ['ESTATE_MISSING', 'ESTATE_MISSING', 'ESTATE_MISSING'],
    ]).toContainEqual(counts.map(String).sort())
    await scenario.followAll()
    const total = heirs.flatMap(({ number }) => paidTo(number)).reduce((sum, amount) => sum + amount, 0)
    expect(total + (await lender.cash())).toBe(900_000)
  })

  test('OPS-04 an estate of the wrong lender is taken back, who is let in again, and cannot be paid any more', async () => {
    const lender = await scenario.lender({ cash: 300_000 })
    const words = heirsWith('1/1').map((heir) => heir.words)
    await record(lender.phone, words)
    const stopped = (await pay(lender.phone)).json.payments[0].id
    const stop = await operator(['withdrawals', 'stop', stopped, '--note', 'the lender called: alive'])
    expect(stop.exit).toBe(0)
    expect((await estate('take-back', lender.phone, '--reason', 'alive')).json).toMatchObject({ paid: 0 })
    expect((await pay(lender.phone)).json.code).toBe('ESTATE_MISSING')
    expect((await operator(['lenders', 'reactivate', '--phone', lender.phone, '--reason', 'x'])).exit).toBe(0)
    await scenario.follow(60)
    expect(await lender.cash()).toBe(300_000)
    const { password } = lender.body(0)
    const login = { phoneNumber: lender.phone, password, type: 'lender' }
    const { token } = (await scenario.app.post('/auth/login', login)).json
    const own = { token, headers: { 'idempotency-key': 'own-withdrawal-of-the-living' } }
    const withdrawn = await scenario.app.post('/withdrawals', lender.body(100_000), own)
    expect([withdrawn.status, withdrawn.json.accountNumber]).toEqual([200, lender.body(0)['accountNumber']])
    await scenario.followAll()
    expect(paidTo(String(lender.body(0)['accountNumber']))).toEqual([100_000])
    expect((await record(lender.phone, words)).json).toMatchObject({ known: false })
  })

  test('OPS-04 of two operators who record different heirs at once one is refused, and none is half recorded', async () => {
    const lender = await scenario.lender()
    const [one = '', other = ''] = heirsWith('1/1', '1/1').map(({ words }) => words)
    const ends = await Promise.all([record(lender.phone, [one]), record(lender.phone, [other])])
    expect(ends.map(({ json }) => String(json.code ?? json.known)).sort()).toEqual(['ESTATE_EXISTS', 'false'])
  })

  test('OPS-04 what reaches a closed account of a dead lender later is paid to the heirs too, while the account stays closed', async () => {
    const lender = await scenario.lender({ cash: 600_000 })
    const heirs = heirsWith('1/3', '2/3')
    await record(
      lender.phone,
      heirs.map(({ words }) => words),
    )
    const { payments } = (await pay(lender.phone)).json
    await scenario.followAll()
    expect((await operator(['lenders', 'close', '--phone', lender.phone, '--reason', 'x'])).exit).toBe(0)
    const of = { withdrawalId: payments[1].id, amount: 400_000 }
    const lineId = await aGivenBackLine(scenario.fixture.context, of)
    await operator(['withdrawals', 'returned-by-bank', of.withdrawalId, '--line', lineId, '--note', 'x'])
    expect((await pay(lender.phone)).json.payments).toMatchObject([{ heir: 2, amount: 400_000 }])
    expect(await scenario.fixture.books()).toEqual([])
    await scenario.followAll()
    expect(paidTo(heirs[1]?.number ?? '')).toEqual([400_000, 400_000])
    const again = await operator(['lenders', 'reactivate', '--phone', lender.phone, '--reason', 'x'])
    expect(again.exit).toBe(2)
  })

  test('OPS-04 the fee of a transfer comes out of the part of its heir, and a part that it would use up waits', async () => {
    const lender = await scenario.lender({ cash: 200_000 })
    const heirs = heirsWith('1/100', '99/100')
    await record(
      lender.phone,
      heirs.map(({ words }) => words),
    )
    const withFee = await estate('pay', lender.phone, '--document-file', certificate)
    expect(withFee.json).toMatchObject({ payments: [{ heir: 2, amount: 195_500, fee: 2_500 }], left: 2_000 })
    expect((await pay(lender.phone)).json).toMatchObject({
      payments: [{ heir: 1, amount: 2_000, fee: 0 }],
      left: 0,
    })
    await scenario.followAll()
    expect(await lender.cash()).toBe(0)
  })
})

const one_ = (subject: string, operation: string) =>
  one<{ detail: Record<string, unknown> }>(
    scenario.fixture.context.db,
    'test.entry',
    'select detail from audit_event where subject = $1 and operation = $2',
    [subject, operation],
  )

test('OPS-04 storing an heir’s account leaves the lender’s registered account as it is, and the lender is told only of the suspension', async () => {
  const lender = await scenario.lender()
  await record(
    lender.phone,
    heirsWith('1/1').map(({ words }) => words),
  )
  const rows = await many<{ what: string }>(
    scenario.fixture.context.db,
    'test.changes',
    `select what from lender_change where lender_id = $1 and what like '%ACCOUNT' order by at`,
    [lender.lenderId],
  )
  expect(rows.map(({ what }) => what)).toEqual(['BANK_ACCOUNT', 'HEIR_ACCOUNT'])
  const told = () =>
    many<{ kind: string }>(
      scenario.fixture.context.db,
      'test.notices',
      'select kind from notice where lender_id = $1 order by id',
      [lender.lenderId],
    )
  const kinds = ['BANK_ACCOUNT_CHANGED', 'LENDER_SUSPENDED']
  expect((await told()).map(({ kind }) => kind)).toEqual(kinds)
  await tellChanges(scenario.fixture.context)
  expect((await told()).map(({ kind }) => kind)).toEqual(kinds)
})
