import { withdrawalReasons } from '@pematang/contract/cash/withdrawal/rules'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { creditTopUp } from '../deposit/index.ts'
import type { TestBank } from '../../outside/bank/testing/paying-bank.ts'
import { one } from '../../platform/db/database.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { perform } from '../../platform/commands/perform.ts'
import { openAdditionalCashAccount } from '../../lenders/testing.ts'
import { entriesFor } from '../../../testing/entries.ts'
import { logIn } from '../../../testing/http.ts'
import { holdWithdrawal, type Withdraw } from './withdraw.ts'
import {
  aWithdrawalScenario,
  statesOf,
  type WithdrawalScenario,
  type Withdrawer,
} from '../../../testing/withdrawal-scenario.ts'

let scenario: WithdrawalScenario
beforeAll(async () => {
  scenario = await aWithdrawalScenario()
})
afterAll(() => scenario.close())
afterEach(async () => expect(await scenario.fixture.books()).toEqual([]))

const sentence = async (answer: Promise<{ status: number; json: { message: string; code: string } }>) => {
  const { status, json } = await answer
  return [status, json.code, json.message]
}

describe('the fee', () => {
  test('WDR-01 the withdrawal fee is for INTERBANK to another bank and IM within it, with either spelling of bank code', async () => {
    const lender = await scenario.lender()
    const fee = async (code: object) =>
      (await lender.post('/withdrawals/fee', { amount: 500_000, payment_method: 1, ...code })).json
    expect(await fee({ bankCode: '014' })).toEqual({ transfer_fee: 2_500, transfer_type: 'INTERBANK' })
    expect(await fee({ bank_code: '009' })).toEqual({ transfer_fee: 0, transfer_type: 'IM' })
    expect((await fee({ bank_code: '009', payment_method: 2 })).transfer_type).toBe('INTERBANK')
    const both = { amount: 1, bankCode: '009', bank_code: '014', payment_method: 1 }
    expect((await lender.post('/withdrawals/fee', both)).status).toBe(400)
  })

  test('WDR-05 the withdrawal fee is added to the amount, or deducted from it when the whole balance is withdrawn', async () => {
    const some = await scenario.lender({ cash: 300_000 })
    expect(await some.withdraw(200_000)).toMatchObject({ amount: 200_000, transfer_fee: 2_500 })
    expect(await some.cash()).toBe(97_500)
    const all = await scenario.lender({ cash: 300_000 })
    expect(await all.withdraw(300_000)).toMatchObject({ amount: 297_500, transfer_fee: 2_500 })
    expect(await all.cash()).toBe(0)
    const free = await scenario.lender({ cash: 300_000, bankCode: '009' })
    expect(await free.withdraw(300_000)).toMatchObject({
      amount: 300_000,
      transfer_fee: 0,
      transfer_type: 'IM',
    })
    await scenario.followAll()
    const paid = [...scenario.bank.transfers.values()].map(({ amount }) => amount)
    expect(paid.toSorted((a, b) => a - b)).toEqual([200_000, 297_500, 300_000])
  })
})

describe('the fee and the balance', () => {
  const most = 'Tarik paling banyak Rp197.500, atau pilih Tarik Semua.'
  const tooLow = 'Saldo tidak cukup untuk jumlah ini dan biaya transfernya.'

  test('FIX-16 a withdrawal whose fee the balance does not cover is refused, naming the largest possible amount', async () => {
    const lender = await scenario.lender({ cash: 200_000 })
    for (const amount of [197_501, 199_999]) {
      expect(await sentence(lender.pay('/withdrawals', lender.body(amount)))).toEqual([
        400,
        'WITHDRAWAL_FEE_ABOVE_BALANCE',
        `${tooLow} ${most}`,
      ])
    }
    expect(await lender.cash()).toBe(200_000)
    expect(await lender.withdraw(197_500)).toMatchObject({ amount: 197_500, transfer_fee: 2_500 })
    expect(await lender.cash()).toBe(0)
    const all = await scenario.lender({ cash: 200_000 })
    expect(await all.withdraw(200_000)).toMatchObject({ amount: 197_500, transfer_fee: 2_500 })
    const little = await scenario.lender({ cash: 101_000 })
    expect((await sentence(little.pay('/withdrawals', little.body(100_000))))[2]).toBe(
      `${tooLow} Pilih Tarik Semua.`,
    )
    expect(await little.withdraw(101_000)).toMatchObject({ amount: 98_500 })
  })

  test('FIX-16 a withdrawal that would send another amount than the lender was shown is refused', async () => {
    const lender = await scenario.lender({ cash: 300_000 })
    const asked = lender.body(200_000, { sent: 197_500 })
    const [status, code] = await sentence(lender.pay('/withdrawals', asked))
    expect([status, code]).toEqual([409, 'WITHDRAWAL_CHANGED'])
    expect(await lender.cash()).toBe(300_000)
    expect(await lender.withdraw(300_000, { sent: 297_500 })).toMatchObject({ amount: 297_500 })
  })
})

describe('an idempotency key', () => {
  test('FIX-16 a withdrawal refused because the password changed meanwhile can be retried under the same idempotency key', async () => {
    const lender = await scenario.lender()
    const { context } = scenario.fixture
    const { password: _, ...input } = lender.body(100_000) as { password: string } & Withdraw
    const checked = { lenderId: lender.lenderId, session: Buffer.alloc(32), passwordHash: 'of before' }
    const stale = perform({ ...context, checked }, holdWithdrawal, {
      actor: { kind: 'lender', lenderId: lender.lenderId },
      input,
      key: 'key-of-a-changed-password',
    })
    await expect(stale).rejects.toThrow('Invalid input password')
    expect(await lender.cash()).toBe(1_000_000)
    const made = await lender.withdraw(100_000, {}, 'key-of-a-changed-password')
    expect(await lender.withdraw(100_000, {}, 'key-of-a-changed-password')).toEqual(made)
    expect(await lender.cash()).toBe(897_500)
  })

  test('FIX-16 a withdrawal may be retried under its idempotency key after a bank outage, but not after a final refusal', async () => {
    const lender = await scenario.lender()
    const { context } = scenario.fixture
    const { passwordHash } = await one<{ passwordHash: string }>(
      context.db,
      'test.password_hash',
      'select password_hash as "passwordHash" from lender where id = $1',
      [lender.lenderId],
    )
    const checked = { lenderId: lender.lenderId, session: Buffer.alloc(32), passwordHash }
    const { password: _, ...input } = lender.body(100_000) as { password: string } & Withdraw
    const actor = { kind: 'lender', lenderId: lender.lenderId } as const
    const withoutBank = perform({ ...context, banks: [], checked }, holdWithdrawal, {
      actor,
      input,
      key: 'key-of-a-bank-away',
    })
    await expect(withoutBank).rejects.toMatchObject({ code: 'WITHDRAWAL_UNAVAILABLE' })
    await lender.withdraw(100_000, {}, 'key-of-a-bank-away')
    const refused = () => lender.pay('/withdrawals', lender.body(900_000), 'key-of-a-refusal')
    expect((await refused()).json.code).toBe('WITHDRAWAL_ABOVE_BALANCE')
    await perform(context, creditTopUp, {
      actor: { kind: 'operator', name: 'test' },
      input: { bank: 'BNI', paymentRequestId: 'm', lenderId: lender.lenderId, amount: 900_000, reason: 'x' },
    })
    expect((await refused()).json.code).toBe('WITHDRAWAL_ABOVE_BALANCE')
  })
})

describe('refusals of a withdrawal', () => {
  test('WDR-02 a withdrawal above the balance or below the minimum is refused with the screen’s message, and holds nothing', async () => {
    const lender = await scenario.lender({ cash: 250_000 })
    expect(await sentence(lender.pay('/withdrawals', lender.body(250_001)))).toEqual([
      400,
      'WITHDRAWAL_ABOVE_BALANCE',
      'Jumlah penarikan melebihi saldo yang tersedia',
    ])
    for (const amount of [99_999, 1, 0, -1, -250_000, Number.MIN_SAFE_INTEGER]) {
      expect(await sentence(lender.pay('/withdrawals', lender.body(amount))), String(amount)).toEqual([
        400,
        'WITHDRAWAL_BELOW_MINIMUM',
        'Minimum jumlah penarikan dana adalah Rp100.000',
      ])
    }
    for (const amount of [100_000.5, '100000', null, 2 ** 53]) {
      expect(await sentence(lender.pay('/withdrawals', lender.body(amount as number)))).toEqual([
        400,
        'INPUT_INVALID',
        'Jumlah harus berupa angka rupiah bulat.',
      ])
    }
    expect(await lender.cash()).toBe(250_000)
    const poor = await scenario.lender({ cash: 60_000 })
    expect((await sentence(poor.pay('/withdrawals', poor.body(60_000))))[1]).toBe('WITHDRAWAL_BELOW_MINIMUM')
  })

  test('WDR-01 a withdrawal with an unknown reason is refused, and with each of the eight known ones accepted', async () => {
    const lender = await scenario.lender({ cash: 1_000_000, bankCode: '009' })
    for (const reason of ['', 'x', undefined, withdrawalReasons[0].toUpperCase()]) {
      expect((await lender.pay('/withdrawals', lender.body(100_000, { reason }))).status).toBe(400)
    }
    expect(withdrawalReasons).toHaveLength(8)
    for (const reason of withdrawalReasons) {
      expect(await lender.withdraw(100_000, { reason })).toMatchObject({ reason })
    }
    await scenario.followAll()
  })

  test('WDR-03 a withdrawal with a wrong password is refused with the screen’s message, and the fifth one ends the session', async () => {
    const lender = await scenario.lender()
    const wrong = () => lender.pay('/withdrawals', lender.body(100_000, { password: 'Salah-Sekali-1' }))
    expect(await sentence(wrong())).toEqual([
      400,
      'WITHDRAWAL_PASSWORD_WRONG',
      'Invalid input password. Please try again',
    ])
    expect(await lender.cash()).toBe(1_000_000)
    await lender.withdraw(100_000)
    for (let times = 1; times <= 4; times += 1) expect((await wrong()).status).toBe(400)
    expect((await lender.get('/notices')).status).toBe(200)
    await wrong()
    expect((await lender.get('/notices')).status).toBe(401)
    await scenario.followAll()
  })

  test('a withdrawal to any account other than the registered one is refused, and for a lender without an account', async () => {
    const lender = await scenario.lender()
    const changes = [
      { accountNumber: '9999999999' },
      { bankCode: '008' },
      { accountName: 'Orang Lain' },
      { accountNumber: '9999999999', bankCode: '008', accountName: 'Orang Lain' },
    ]
    const answers = await Promise.all(
      changes.map((change) => sentence(lender.pay('/withdrawals', lender.body(100_000, change)))),
    )
    expect(new Set(answers.map((answer) => answer.join()))).toEqual(
      new Set([
        '400,WITHDRAWAL_ACCOUNT_MISMATCH,Penarikan dana hanya dapat dikirim ke rekening bank Anda yang terdaftar.',
      ]),
    )
    const stranger = await logIn(scenario.fixture, scenario.app, { cash: 500_000 })
    const body = lender.body(100_000)
    expect((await sentence(stranger.pay('/withdrawals', body)))[1]).toBe('WITHDRAWAL_ACCOUNT_MISSING')
    expect((await sentence(scenario.app.post('/withdrawals', body)))[0]).toBe(401)
    expect(await lender.cash()).toBe(1_000_000)
  })

  test('I11 a withdrawal waits for a concurrent change of the bank account, and is refused because of it', async () => {
    const { db } = scenario.fixture.context
    const lender = await scenario.lender()
    const [updated, changing] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const changed = inTransaction(db, { repeatable: false }, async (tx) => {
      await tx.query({
        text: `with changed as (
                 update lender_bank_account set account_number = '5551112223' where lender_id = $1 returning lender_id
               ) ${entriesFor('storeBankAccount', 'changed')}`,
        values: [lender.lenderId],
      })
      updated.resolve()
      await changing.promise
    })
    await updated.promise
    const asked = sentence(lender.pay('/withdrawals', lender.body(100_000, { accountNumber: '5551112223' })))
    const waiting = `select from pg_locks join pg_stat_activity using (pid)
      where not granted and datname = current_database()`
    await expect.poll(async () => (await db.query({ text: waiting })).rowCount).toBeGreaterThan(0)
    changing.resolve()
    await changed
    expect((await asked).slice(0, 2)).toEqual([403, 'WITHDRAWAL_WAITS'])
    expect(await lender.cash()).toBe(1_000_000)
  })

  test('a withdrawal by a payment method without a configured bank is refused', async () => {
    const [bni] = scenario.fixture.context.banks
    const without = await aWithdrawalScenario({ overrides: { banks: bni ? [bni] : [] } })
    try {
      const lender = await without.lender()
      const answer = await sentence(lender.pay('/withdrawals', lender.body(100_000, { methodPayment: 2 })))
      expect(answer.slice(0, 2)).toEqual([503, 'WITHDRAWAL_UNAVAILABLE'])
      expect(await lender.cash()).toBe(1_000_000)
    } finally {
      await without.close()
    }
  })
})

describe('an additional cash account', () => {
  const summary = async (lender: Withdrawer) => {
    const { cashBalance, additionalCashBalance, withdrawingBalance, reservedBalance, additionalBalanceBank } =
      (await lender.get('/lender/summary')).json
    return {
      cashBalance,
      additionalCashBalance,
      additionalBalanceBank,
      withdrawingBalance,
      reservedBalance,
    }
  }

  test('WDR-05 the payment method of a withdrawal selects the cash account and the paying bank, each with its own balance', async () => {
    const { context } = scenario.fixture
    const operator = { kind: 'operator', name: 'test' } as const
    const lender = await scenario.lender({ cash: 300_000 })
    const one = { lenderId: lender.lenderId }
    const topUp = (paymentRequestId: string) =>
      perform(context, creditTopUp, {
        actor: operator,
        input: { bank: 'OTHER', paymentRequestId, ...one, amount: 500_000, reason: 'test' },
      })
    await topUp('before')
    expect(await summary(lender)).toMatchObject({
      cashBalance: 800_000,
      additionalCashBalance: null,
      additionalBalanceBank: null,
    })
    await perform(context, openAdditionalCashAccount, { actor: operator, input: one })
    await perform(context, openAdditionalCashAccount, { actor: operator, input: one })
    await topUp('after')
    const refused = await sentence(lender.pay('/withdrawals', lender.body(500_001, { methodPayment: 2 })))
    expect(refused[1]).toBe('WITHDRAWAL_ABOVE_BALANCE')
    const second = await lender.withdraw(450_000, { methodPayment: 2 })
    const first = await lender.withdraw(200_000)
    expect(await summary(lender)).toEqual({
      cashBalance: 597_500,
      additionalCashBalance: 47_500,
      additionalBalanceBank: 'Bank Kedua',
      withdrawingBalance: 655_000,
      reservedBalance: 0,
    })
    await scenario.followAll()
    expect(await summary(lender)).toMatchObject({ additionalCashBalance: 47_500, withdrawingBalance: 0 })
    const paidBy = (bank: TestBank) =>
      [first, second].map(({ id }) => bank.transfers.has(id.replaceAll('-', '')))
    expect([paidBy(scenario.bank), paidBy(scenario.other)]).toEqual([
      [true, false],
      [false, true],
    ])
  })

  test('TRX-01 the transaction history shows a withdrawal as In Progress, then Success or Failed', async () => {
    const lender = await scenario.lender({ cash: 600_000 })
    await lender.withdraw(100_000)
    const history = async (query = 'type=6') =>
      (await lender.get(`/transactions?${query}`)).json.list.map((row: Record<string, unknown>) => [
        row.typeName,
        row.status,
        row.amount,
        row.loanNumber,
      ])
    expect(await history()).toEqual([['Withdraw', 'In Progress', -102_500, null]])
    await scenario.followAll()
    scenario.bank.trouble = () => 'refuse'
    await lender.withdraw(200_000)
    await scenario.followAll()
    scenario.bank.trouble = () => 'none'
    const [failed, success] = [
      ['Withdraw', 'Failed', -202_500, null],
      ['Withdraw', 'Success', -102_500, null],
    ]
    expect(await history()).toEqual([failed, success])
    expect(await history('type=6&status=1')).toEqual([success])
    expect(await history('type=6&status=3')).toEqual([failed])
    expect(await history('status=2')).toEqual([])
  })
})

describe('idempotency', () => {
  test('WDR-05 a withdrawal under one idempotency key moves money once, by POST and by PUT, and is refused with another body', async () => {
    const lender = await scenario.lender()
    const key = 'key-of-a-withdrawal'
    const first = await lender.withdraw(150_000, {}, key)
    const options = { token: lender.user.token, headers: { 'idempotency-key': key } }
    const again = await scenario.app.call('PUT', '/withdrawals', lender.body(150_000), options)
    expect(again.json).toEqual(first)
    expect((await lender.pay('/withdrawals', lender.body(150_001), key)).status).toBe(409)
    expect((await lender.post('/withdrawals', lender.body(150_000))).json.code).toBe(
      'IDEMPOTENCY_KEY_REQUIRED',
    )
    expect(await lender.cash()).toBe(1_000_000 - 152_500)
    const { kept } = await one<{ kept: string }>(
      scenario.fixture.context.db,
      'test.kept',
      `select string_agg(answer::text, ' ') as kept from idempotency where route = 'withdraw'`,
    )
    expect(kept).not.toContain('Terasering')
    await scenario.followAll()
    expect(await lender.cash()).toBe(1_000_000 - 152_500)
  })

  test('WDR-05 of ten concurrent withdrawals on a balance for three, three are held and seven refused', async () => {
    const lender = await scenario.lender({ cash: 350_000, bankCode: '009' })
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => lender.pay('/withdrawals', lender.body(100_000))),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(3)
    for (const { status, json } of answers) {
      if (status !== 200) expect(json.code).toBe('WITHDRAWAL_ABOVE_BALANCE')
    }
    expect(await lender.cash()).toBe(50_000)
    await scenario.followAll()
    const states = await statesOf(scenario.fixture)
    expect(answers.flatMap(({ json }) => states.get(json.id) ?? [])).toEqual(['PAID', 'PAID', 'PAID'])
  })
})

describe('the outcome of a request whose answer was lost', () => {
  test('SCR-13 looking up a withdrawal by its key returns it, or makes sure that it is never executed', async () => {
    const lender = await scenario.lender()
    const made = await lender.withdraw(100_000, {}, 'key-of-a-lost-answer')
    const found = await lender.post('/withdrawals/outcome', { key: 'key-of-a-lost-answer' })
    expect([found.status, found.json]).toEqual([200, made])

    const never = () => lender.post('/withdrawals/outcome', { key: 'key-that-never-came' })
    expect((await never()).json.code).toBe('REQUEST_NOT_RECEIVED')
    const late = await lender.pay('/withdrawals', lender.body(100_000), 'key-that-never-came')
    expect(late.status).toBe(409)
    expect((await never()).json.code).toBe('REQUEST_NOT_RECEIVED')
    expect(await lender.cash()).toBe(897_500)
    await scenario.followAll()
  })
})
