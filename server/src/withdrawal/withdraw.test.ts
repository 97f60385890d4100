import { withdrawalReasons } from '@pematang/contract/withdrawal/rules'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { creditTopUp } from '../deposit/credit-top-up.ts'
import type { TestBank } from '../outside/bank/testing/paying-bank.ts'
import { one } from '../platform/db/database.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { perform } from '../platform/mutation.ts'
import { openSecondPocket } from '../profile/index.ts'
import { logIn } from '../testing/http.ts'
import { aWithdrawalStage, statesOf, type WithdrawalStage, type Withdrawer } from './testing/stage.ts'

let stage: WithdrawalStage
beforeAll(async () => {
  stage = await aWithdrawalStage()
})
afterAll(() => stage.close())
afterEach(async () => expect(await stage.world.books()).toEqual([]))

const sentence = async (answer: Promise<{ status: number; json: { message: string; code: string } }>) => {
  const { status, json } = await answer
  return [status, json.code, json.message]
}

describe('the fee', () => {
  test('WDR-01 is by bank: INTERBANK to another one, IM within it; both spellings of the bank’s code', async () => {
    const lender = await stage.lender()
    const fee = async (body: object) => (await lender.post('/withdrawals/fee', body)).json
    expect(await fee({ amount: 500_000, bankCode: '014', payment_method: 1 })).toEqual({
      transfer_fee: 2_500,
      transfer_type: 'INTERBANK',
    })
    expect(await fee({ amount: 500_000, bank_code: '009', payment_method: 1 })).toEqual({
      transfer_fee: 0,
      transfer_type: 'IM',
    })
    expect((await fee({ amount: 500_000, bank_code: '009', payment_method: 2 })).transfer_type).toBe(
      'INTERBANK',
    )
    const both = { amount: 1, bankCode: '009', bank_code: '014', payment_method: 1 }
    expect((await lender.post('/withdrawals/fee', both)).status).toBe(400)
  })

  test('WDR-05 is on top where the balance has it, and inside where it has not: Tarik Semua leaves nothing', async () => {
    const some = await stage.lender({ cash: 300_000 })
    expect(await some.withdraw(200_000)).toMatchObject({ amount: 200_000, transfer_fee: 2_500 })
    expect(await some.cash()).toBe(97_500)
    const all = await stage.lender({ cash: 300_000 })
    expect(await all.withdraw(300_000)).toMatchObject({ amount: 297_500, transfer_fee: 2_500 })
    expect(await all.cash()).toBe(0)
    const free = await stage.lender({ cash: 300_000, bankCode: '009' })
    expect(await free.withdraw(300_000)).toMatchObject({
      amount: 300_000,
      transfer_fee: 0,
      transfer_type: 'IM',
    })
    await stage.followAll()
    const paid = [...stage.bank.transfers.values()].map(({ amount }) => amount)
    expect(paid.toSorted((a, b) => a - b)).toEqual([200_000, 297_500, 300_000])
  })
})

describe('what is refused', () => {
  test('WDR-02 over the balance and under the minimum, with the sentences of the screen; nothing is held', async () => {
    const lender = await stage.lender({ cash: 250_000 })
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
    const poor = await stage.lender({ cash: 60_000 })
    expect((await sentence(poor.pay('/withdrawals', poor.body(60_000))))[1]).toBe('WITHDRAWAL_BELOW_MINIMUM')
  })

  test('WDR-01 a reason that is none of the eight, and each of the eight is one', async () => {
    const lender = await stage.lender({ cash: 1_000_000, bankCode: '009' })
    for (const reason of ['', 'x', undefined, withdrawalReasons[0].toUpperCase()]) {
      expect((await lender.pay('/withdrawals', lender.body(100_000, { reason }))).status).toBe(400)
    }
    expect(withdrawalReasons).toHaveLength(8)
    for (const reason of withdrawalReasons) {
      expect(await lender.withdraw(100_000, { reason })).toMatchObject({ reason })
    }
    await stage.followAll()
  })

  test('WDR-03 a wrong password, with the words that the screen knows; the fifth ends the session', async () => {
    const lender = await stage.lender()
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
    await stage.followAll()
  })

  test('another account than the registered one, whichever part differs, and without one', async () => {
    const lender = await stage.lender()
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
    const stranger = await logIn(stage.world, stage.app, { cash: 500_000 })
    const body = lender.body(100_000)
    expect((await sentence(stranger.pay('/withdrawals', body)))[1]).toBe('WITHDRAWAL_ACCOUNT_MISSING')
    expect((await sentence(stage.app.post('/withdrawals', body)))[0]).toBe(401)
    expect(await lender.cash()).toBe(1_000_000)
  })

  test('I11 an account that is being changed: the withdrawal waits, and goes to the one that it named', async () => {
    const { db } = stage.world.context
    const lender = await stage.lender()
    let change = () => {}
    const changing = new Promise<void>((resolve) => (change = resolve))
    const changed = inTransaction(db, { repeatable: false }, async (tx) => {
      await tx.query({
        text: `update lender_bank_account set account_number = '5551112223' where lender_id = $1`,
        values: [lender.lenderId],
      })
      await changing
    })
    const asked = lender.withdraw(100_000, { accountNumber: '5551112223' })
    await stage.world.context.clock.sleep(500)
    change()
    await changed
    const { id } = await asked
    await stage.followAll()
    expect(stage.bank.transfers.get(id.replaceAll('-', ''))?.account).toBe('5551112223')
  })

  test('no bank pays for this method', async () => {
    const [bni] = stage.world.context.banks
    const without = await aWithdrawalStage({ overrides: { banks: bni ? [bni] : [] } })
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

describe('two pockets', () => {
  const summary = async (lender: Withdrawer) => {
    const { cashBalance, additionalCashBalance, withdrawingBalance, reservedBalance } = (
      await lender.get('/lender/summary')
    ).json
    return { cashBalance, additionalCashBalance, withdrawingBalance, reservedBalance }
  }

  test('WDR-05 the method names the pocket and the bank that pays; each has a balance of its own', async () => {
    const { context } = stage.world
    const operator = { kind: 'operator', name: 'test' } as const
    const lender = await stage.lender({ cash: 300_000 })
    const one = { lenderId: lender.lenderId }
    const topUp = (paymentRequestId: string) =>
      perform(context, creditTopUp, {
        actor: operator,
        input: { bank: 'OTHER', paymentRequestId, ...one, amount: 500_000 },
      })
    await topUp('before')
    expect(await summary(lender)).toMatchObject({ cashBalance: 800_000, additionalCashBalance: null })
    await perform(context, openSecondPocket, { actor: operator, input: one })
    await perform(context, openSecondPocket, { actor: operator, input: one })
    await topUp('after')
    const refused = await sentence(lender.pay('/withdrawals', lender.body(500_001, { methodPayment: 2 })))
    expect(refused[1]).toBe('WITHDRAWAL_ABOVE_BALANCE')
    const second = await lender.withdraw(450_000, { methodPayment: 2 })
    const first = await lender.withdraw(200_000)
    expect(await summary(lender)).toEqual({
      cashBalance: 597_500,
      additionalCashBalance: 47_500,
      withdrawingBalance: 655_000,
      reservedBalance: 0,
    })
    await stage.followAll()
    expect(await summary(lender)).toMatchObject({ additionalCashBalance: 47_500, withdrawingBalance: 0 })
    const paidBy = (bank: TestBank) =>
      [first, second].map(({ id }) => bank.transfers.has(id.replaceAll('-', '')))
    expect([paidBy(stage.bank), paidBy(stage.other)]).toEqual([
      [true, false],
      [false, true],
    ])
  })

  test('TRX-01 it is in the history as Withdraw: In Progress, then Success or Failed', async () => {
    const lender = await stage.lender({ cash: 600_000 })
    await lender.withdraw(100_000)
    const history = async (query = 'type=6') =>
      (await lender.get(`/transactions?${query}`)).json.list.map(
        ({ typeName, status, amount, loanNumber }: Record<string, unknown>) => [
          typeName,
          status,
          amount,
          loanNumber,
        ],
      )
    expect(await history()).toEqual([['Withdraw', 'In Progress', -102_500, null]])
    await stage.followAll()
    stage.bank.trouble = () => 'refuse'
    await lender.withdraw(200_000)
    await stage.followAll()
    stage.bank.trouble = () => 'none'
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

describe('once', () => {
  test('WDR-05 the same key moves the money once, by POST and by PUT; another body is refused', async () => {
    const lender = await stage.lender()
    const key = 'key-of-a-withdrawal'
    const first = await lender.withdraw(150_000, {}, key)
    const options = { token: lender.user.token, headers: { 'idempotency-key': key } }
    const again = await stage.app.call('PUT', '/withdrawals', lender.body(150_000), options)
    expect(again.json).toEqual(first)
    expect((await lender.pay('/withdrawals', lender.body(150_001), key)).status).toBe(409)
    expect((await lender.post('/withdrawals', lender.body(150_000))).json.code).toBe(
      'IDEMPOTENCY_KEY_REQUIRED',
    )
    expect(await lender.cash()).toBe(1_000_000 - 152_500)
    const { kept } = await one<{ kept: string }>(
      stage.world.context.db,
      'test.kept',
      `select string_agg(answer::text, ' ') as kept from idempotency where route = 'withdraw'`,
    )
    expect(kept).not.toContain('Terasering')
    await stage.followAll()
    expect(await lender.cash()).toBe(1_000_000 - 152_500)
  })

  test('WDR-05 ten at once on a balance for three: three are held, the others are refused', async () => {
    const lender = await stage.lender({ cash: 350_000, bankCode: '009' })
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => lender.pay('/withdrawals', lender.body(100_000))),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(3)
    for (const { status, json } of answers) {
      if (status !== 200) expect(json.code).toBe('WITHDRAWAL_ABOVE_BALANCE')
    }
    expect(await lender.cash()).toBe(50_000)
    await stage.followAll()
    const states = await statesOf(stage.world)
    expect(answers.flatMap(({ json }) => states.get(json.id) ?? [])).toEqual(['PAID', 'PAID', 'PAID'])
  })
})
