import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { creditTopUp, listConflicts, listSuspense } from '../deposit/index.ts'
import { cashOf } from '../../books/index.ts'
import { perform } from '../../platform/commands/perform.ts'
import { endVirtualAccount } from '../../lenders/testing.ts'
import { type Change, identityOf, nextExternalId, paymentBody } from './testing/bank.ts'
import { aBankScenario, aDepositor, type BankScenario, countRows } from '../../../testing/snap-scenario.ts'

let scenario: BankScenario
let numbers: Record<1 | 2, string>
let lenderId: number
beforeAll(async () => {
  scenario = await aBankScenario()
  ;({ numbers, lenderId } = await aDepositor(scenario.fixture))
})
afterAll(async () => {
  expect(await scenario.fixture.books()).toEqual([])
  await scenario.close()
})
const cash = async (id = lenderId) => (await cashOf(scenario.fixture.context.db, id)).available
let payments = 0
const nextId = () => `P-${(payments += 1)}`

describe('inquiry', () => {
  test('API-01 a virtual account inquiry returns the account name and that any amount may be paid', async () => {
    const answer = await scenario.bni.inquire(numbers[1])
    expect(answer.status).toBe(200)
    expect(answer.json).toEqual({
      responseCode: '2002400',
      responseMessage: 'Successful',
      virtualAccountData: {
        inquiryStatus: '00',
        inquiryReason: { english: 'Success', indonesia: 'Sukses' },
        ...identityOf(numbers[1]),
        virtualAccountName: expect.stringMatching(/^Pemberi Dana/),
        inquiryRequestId: 'i-1',
        totalAmount: { value: '0.00', currency: 'IDR' },
        virtualAccountTrxType: 'O',
      },
    })
    const named = await scenario.other.inquire(numbers[2], {
      amount: { value: '150000.00', currency: 'IDR' },
    })
    expect(named.json).toMatchObject({
      responseCode: '2002400',
      virtualAccountData: { totalAmount: { value: '150000.00', currency: 'IDR' } },
    })
  })

  test('a virtual account inquiry distinguishes an unknown, a foreign and a closed number without revealing a name', async () => {
    const unknown = await scenario.bni.inquire('988009999999999')
    expect(unknown).toMatchObject({ status: 404, code: '4042412' })
    expect(unknown.json).toMatchObject({
      virtualAccountData: { inquiryStatus: '01', virtualAccountName: '' },
    })
    expect((await scenario.bni.inquire(numbers[2])).code).toBe('4042412')
    const leaving = await aDepositor(scenario.fixture)
    await perform(scenario.fixture.context, endVirtualAccount, {
      actor: { kind: 'operator', name: 'test' },
      input: { lenderId: leaving.lenderId, number: leaving.numbers[1] },
    })
    expect((await scenario.bni.inquire(leaving.numbers[1])).code).toBe('4042419')
    const paid = await scenario.bni.pay({ id: nextId(), number: leaving.numbers[1], amount: 5_000 })
    expect(paid.code).toBe('2002500')
    expect(await cash(leaving.lenderId)).toBe(5_000)
  })
})

describe('refuses every call with', () => {
  const at = (seconds: number) => new Date(Date.now() + seconds * 1000).toISOString()
  /** A change may be a function, so that its time is computed when the test runs instead of when the file is loaded. */
  const cases: [string, Change | (() => Change), string][] = [
    ['no token', { headers: { authorization: undefined } }, '01 401'],
    ['another kind of authorization', { headers: { authorization: 'Basic x' } }, '01 401'],
    ['an unknown token', { token: 'x'.repeat(43) }, '01 401'],
    ['no timestamp', { headers: { 'X-TIMESTAMP': undefined } }, '02 400'],
    ['no signature', { headers: { 'X-SIGNATURE': undefined } }, '02 400'],
    ['no partner id', { headers: { 'X-PARTNER-ID': undefined } }, '02 400'],
    ['no external id', { headers: { 'X-EXTERNAL-ID': undefined } }, '02 400'],
    ['no channel id', { headers: { 'CHANNEL-ID': undefined } }, '02 400'],
    ['a malformed timestamp', { timestamp: '21-11-2026' }, '01 400'],
    ['an external id with letters', { externalId: 'abc' }, '01 400'],
    ['an external id that is too long', { externalId: '1'.repeat(37) }, '01 400'],
    ['an expired timestamp', () => ({ timestamp: at(-310) }), '00 401'],
    ['a timestamp in the future', () => ({ timestamp: at(310) }), '00 401'],
    ['the id of another partner', { headers: { 'X-PARTNER-ID': 'partner-2' } }, '00 401'],
    ['a signature with another secret', { secret: 'the secret of somebody else' }, '00 401'],
    ['a signature of another path', { signedPath: '/v1.0/transfer-va/x' }, '00 401'],
    ['a truncated signature', { headers: { 'X-SIGNATURE': 'abc' } }, '00 401'],
    ['a body other than the signed one', { sentBody: '{"a":1}' }, '00 401'],
    ['an unsigned body', { sentBody: '{' }, '00 401'],
  ]
  test.each(cases)('a call of a bank with %s is refused', async (_, given, expected) => {
    const change = typeof given === 'function' ? given() : given
    const [end, status] = expected.split(' ')
    const before = await cash()
    for (const [service, ask] of [
      ['24', () => scenario.bni.inquire(numbers[1], {}, change)],
      ['25', () => scenario.bni.pay({ id: nextId(), number: numbers[1], amount: 10_000 }, {}, change)],
    ] as const) {
      const answer = await ask()
      expect(answer.code).toBe(`${status}${service}${end}`)
      expect(answer.status).toBe(Number(status))
    }
    expect(await cash()).toBe(before)
  })

  test('a call of a bank is refused when its body differs from the signed one, even by order, duplicates or a space', async () => {
    const body = paymentBody({ id: nextId(), number: numbers[1], amount: 10_000 })
    const text = JSON.stringify(body)
    const reordered = JSON.stringify(Object.fromEntries(Object.entries(body).toReversed()))
    for (const sentBody of [
      reordered,
      text.replace('{', '{"referenceNo":"1",'),
      text.replace('"IDR"', '"IDR "'),
      text.replace('10000.00', '10001.00'),
    ]) {
      expect((await scenario.bni.call('/v1.0/transfer-va/payment', body, { sentBody })).code).toBe('4012500')
    }
    const pretty = JSON.stringify(body, null, 3).replaceAll('\n', '\r\n\t')
    expect((await scenario.bni.call('/v1.0/transfer-va/payment', body, { sentBody: pretty })).code).toBe(
      '2002500',
    )
  })

  test('a call of a bank whose signature differs only in upper and lower case is refused', async () => {
    const body = paymentBody({ id: nextId(), number: numbers[1], amount: 10_000 })
    let signature = ''
    const spy = bankSpy((headers) => (signature = headers['X-SIGNATURE'] ?? ''))
    await spy.pay(body)
    expect(signature).not.toBe(signature.toLowerCase())
    const lower = { headers: { 'X-SIGNATURE': signature.toLowerCase() } }
    expect((await scenario.bni.call('/v1.0/transfer-va/payment', body, lower)).code).toBe('4012500')
  })

  test('a call of a bank is refused when its X-EXTERNAL-ID was already used on the same day', async () => {
    const externalId = nextExternalId()
    expect((await scenario.bni.inquire(numbers[1], {}, { externalId })).code).toBe('2002400')
    expect((await scenario.bni.inquire(numbers[1], {}, { externalId })).code).toBe('4092400')
    const payment = { id: nextId(), number: numbers[1], amount: 10_000 }
    expect((await scenario.bni.pay(payment, {}, { externalId })).code).toBe('4092500')
    expect((await scenario.other.inquire(numbers[2], {}, { externalId })).code).toBe('2002400')
    // A call with an invalid signature does not claim its X-EXTERNAL-ID.
    const fresh = nextExternalId()
    await scenario.bni.pay(payment, {}, { externalId: fresh, secret: 'the secret of somebody else' })
    expect((await scenario.bni.pay(payment, {}, { externalId: fresh })).code).toBe('2002500')
    scenario.fixture.travel('1 day')
    try {
      const token = String((await scenario.bni.askToken({ timestamp: at(86_400) })).json['accessToken'])
      const tomorrow = { externalId, token, timestamp: at(86_400) }
      expect((await scenario.bni.inquire(numbers[1], {}, tomorrow)).code).toBe('2002400')
    } finally {
      scenario.fixture.travel(undefined)
    }
  })
})

describe('payment', () => {
  test('DEP-01 a payment notice of a bank is credited at once, and a repeated one answered alike without crediting', async () => {
    const before = await cash()
    const payment = { id: nextId(), number: numbers[1], amount: 250_000 }
    const first = await scenario.bni.pay(payment)
    expect(first.status).toBe(200)
    expect(first.json).toEqual({
      responseCode: '2002500',
      responseMessage: 'Successful',
      virtualAccountData: {
        paymentFlagReason: { english: 'Success', indonesia: 'Sukses' },
        ...identityOf(numbers[1]),
        paymentRequestId: payment.id,
        paidAmount: { value: '250000.00', currency: 'IDR' },
        trxDateTime: '2026-11-21T10:00:00+07:00',
        referenceNo: '12345678901',
        paymentFlagStatus: '00',
      },
    })
    expect((await scenario.bni.pay(payment)).json).toEqual(first.json)
    expect((await scenario.bni.pay(payment, { flagAdvise: 'Y' })).code).toBe('2002500')
    expect(await cash()).toBe(before + 250_000)
  })

  test('a payment notice with a used id and another amount or number is refused as 4042518 and reported as a conflict', async () => {
    const another = await aDepositor(scenario.fixture)
    const payment = { id: nextId(), number: numbers[1], amount: 50_000 }
    expect((await scenario.bni.pay(payment)).code).toBe('2002500')
    const before = [
      await cash(),
      await cash(another.lenderId),
      await countRows(scenario.fixture, 'bank_conflict'),
    ]
    const changed = await scenario.bni.pay({ ...payment, amount: 500_000 })
    expect(changed).toMatchObject({ status: 404, code: '4042518' })
    expect(changed.json).toMatchObject({ virtualAccountData: { paymentFlagStatus: '01' } })
    expect((await scenario.bni.pay({ ...payment, number: another.numbers[1] })).code).toBe('4042518')
    expect((await scenario.bni.pay(payment)).code).toBe('2002500')
    const after = [
      await cash(),
      await cash(another.lenderId),
      await countRows(scenario.fixture, 'bank_conflict'),
    ]
    expect(after).toEqual([before[0], before[1], (before[2] ?? 0) + 2])
    expect(
      (await listConflicts(scenario.fixture.context.db, { days: 1, ended: false })).slice(0, 2),
    ).toMatchObject([
      {
        paymentRequestId: payment.id,
        amount: 50_000,
        toldNumber: `   ${another.numbers[1]}`,
        toldAmount: 50_000,
      },
      { paymentRequestId: payment.id, amount: 50_000, toldNumber: `   ${numbers[1]}`, toldAmount: 500_000 },
    ])
  })

  test('two banks may use the same payment id', async () => {
    const before = await cash()
    const id = nextId()
    expect((await scenario.bni.pay({ id, number: numbers[1], amount: 1_000 })).code).toBe('2002500')
    expect((await scenario.other.pay({ id, number: numbers[2], amount: 2_000 })).code).toBe('2002500')
    expect(await cash()).toBe(before + 3_000)
  })

  test('I13 a payment to an unknown virtual account, or to one of another bank, goes to suspense', async () => {
    const before = [await cash(), await countRows(scenario.fixture, 'top_up')]
    const unknown = { id: nextId(), number: '988009999999999', amount: 75_000 }
    const foreign = { id: nextId(), number: numbers[2], amount: 80_000 }
    for (const payment of [unknown, unknown, foreign]) {
      expect((await scenario.bni.pay(payment)).code).toBe('2002500')
    }
    expect((await scenario.bni.pay({ ...unknown, amount: 1 })).code).toBe('4042518')
    expect([await cash(), await countRows(scenario.fixture, 'top_up')]).toEqual(before)
    expect(await listSuspense(scenario.fixture.context.db)).toMatchObject([
      { paymentRequestId: unknown.id, amount: 75_000, reason: 'NUMBER_UNKNOWN', age: 0 },
      { paymentRequestId: foreign.id, amount: 80_000, reason: 'NUMBER_OF_OTHER_BANK', age: 0 },
    ])
  })

  test('DEP-03 I12 a payment notified by the bank is not credited again when an operator records it, also from suspense', async () => {
    const record = (paymentRequestId: string) =>
      perform(scenario.fixture.context, creditTopUp, {
        actor: { kind: 'operator', name: 'test' },
        input: { bank: 'BNI', paymentRequestId, lenderId, amount: 90_000, reason: 'test' },
      })
    const [waiting, arrived, unheard] = [nextId(), nextId(), nextId()]
    await scenario.bni.pay({ id: waiting, number: '988009999999999', amount: 90_000 })
    await scenario.bni.pay({ id: arrived, number: numbers[1], amount: 90_000 })
    const before = await cash()
    await expect(record(waiting)).rejects.toThrow('belum teridentifikasi')
    expect(await record(arrived)).toEqual({ credited: false })
    expect(await cash()).toBe(before)
    expect(await record(unheard)).toEqual({ credited: true })
    expect((await scenario.bni.pay({ id: unheard, number: numbers[1], amount: 90_000 })).code).toBe('2002500')
    expect(await cash()).toBe(before + 90_000)
  })

  const good = () => paymentBody({ id: nextId(), number: numbers[1], amount: 10_000 })
  const { partnerServiceId, customerNo, virtualAccountNo } = identityOf('988000000000001')
  const bodies: [string, object | string, string][] = [
    ['no service id', { partnerServiceId: '' }, '4002502 partnerServiceId'],
    ['no customer number', { customerNo: null }, '4002502 customerNo'],
    ['no virtual account number', { virtualAccountNo: undefined }, '4002502 virtualAccountNo'],
    ['no payment id', { paymentRequestId: '' }, '4002502 paymentRequestId'],
    ['no amount', { paidAmount: undefined }, '4002502 paidAmount'],
    ['an amount without a value', { paidAmount: { currency: 'IDR' } }, '4002502 paidAmount.value'],
    ['an amount without a currency', { paidAmount: { value: '1.00' } }, '4002502 paidAmount.currency'],
    [
      'a service id without its spaces',
      { partnerServiceId: partnerServiceId.trim() },
      '4002501 partnerServiceId',
    ],
    [
      'a number without its spaces',
      { partnerServiceId, customerNo, virtualAccountNo: virtualAccountNo.trim() },
      '4002501 virtualAccountNo',
    ],
    ['an id that is too long', { paymentRequestId: 'x'.repeat(129) }, '4002501 paymentRequestId'],
    ['an id with a line break', { paymentRequestId: 'a\nb' }, '4002501 paymentRequestId'],
    [
      'a negative amount',
      { paidAmount: { value: '-10000.00', currency: 'IDR' } },
      '4002501 paidAmount.value',
    ],
    ['dollars', { paidAmount: { value: '10000.00', currency: 'USD' } }, '4002501 paidAmount.currency'],
    ['an unknown flagAdvise', { flagAdvise: 'yes' }, '4002501 flagAdvise'],
    ['a fraction of a rupiah', { paidAmount: { value: '10000.50', currency: 'IDR' } }, '4042513'],
    ['a zero amount', { paidAmount: { value: '0.00', currency: 'IDR' } }, '4042513'],
    [
      'an amount beyond the limit',
      { paidAmount: { value: '9999999999999999.00', currency: 'IDR' } },
      '4042513',
    ],
  ]
  test.each(bodies)('a payment notice with %s is refused', async (_, change, expected) => {
    const before = await countRows(scenario.fixture, 'bank_payment')
    const answer = await scenario.bni.call('/v1.0/transfer-va/payment', { ...good(), ...(change as object) })
    const [code = '', field] = expected.split(' ')
    expect(answer.code).toBe(code)
    expect(answer.status).toBe(Number(code.slice(0, 3)))
    if (field) expect(String(answer.json['responseMessage'])).toMatch(new RegExp(` ${field}$`))
    expect(await countRows(scenario.fixture, 'bank_payment')).toBe(before)
  })

  test('a payment notice with a duplicate amount is refused in spite of a valid signature', async () => {
    const before = await countRows(scenario.fixture, 'bank_payment')
    const twice = JSON.stringify(good()).replace('"value":', '"value":"1.00","value":')
    const answer = await scenario.bni.call('/v1.0/transfer-va/payment', twice, { signedBody: twice })
    expect(answer.code).toBe('4002500')
    expect(await countRows(scenario.fixture, 'bank_payment')).toBe(before)
  })

  test('a payment notice whose body is a list or deeply nested is refused', async () => {
    expect((await scenario.bni.call('/v1.0/transfer-va/payment', '[]')).code).toBe('4002500')
    const deep = `${'['.repeat(7_000)}${']'.repeat(7_000)}`
    expect((await scenario.bni.call('/v1.0/transfer-va/payment', deep)).code).toBe('4002500')
    const large = { ...good(), additionalInfo: 'x'.repeat(17_000) }
    expect((await scenario.bni.call('/v1.0/transfer-va/payment', large)).code).toBe('4002500')
  })

  test('an unquoted number of 20 digits in a payment notice is kept exactly', async () => {
    const id = nextId()
    const body = {
      ...paymentBody({ id, number: '988000000000001', amount: 10_000 }),
      customerNo: bare('12345678901234567890'),
      virtualAccountNo: '   9880012345678901234567890',
    }
    expect(JSON.stringify(body)).toContain(':12345678901234567890,')
    const answer = await scenario.bni.call('/v1.0/transfer-va/payment', body)
    expect(answer.code).toBe('2002500')
    const [item] = (await listSuspense(scenario.fixture.context.db)).filter(
      (one) => one.paymentRequestId === id,
    )
    expect(item?.number).toBe('   9880012345678901234567890')
  })
})

/** A value that JSON.stringify prints as these digits, without quotes. */
const bare = (digits: string): unknown =>
  (JSON as unknown as { rawJSON(text: string): unknown }).rawJSON(digits)

/** Calls as the bank does, and passes the sent headers to `see`. */
function bankSpy(see: (headers: Record<string, string>) => void) {
  const original = globalThis.fetch
  return {
    async pay(body: object) {
      globalThis.fetch = (input, init) => {
        see((init?.headers ?? {}) as Record<string, string>)
        return original(input, init)
      }
      try {
        return await scenario.bni.call('/v1.0/transfer-va/payment', body)
      } finally {
        globalThis.fetch = original
      }
    },
  }
}
