import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { aDisbursementScenario, type DisbursementScenario } from '../../../testing/disbursement-scenario.ts'
import { operatorOn } from '../../../testing/operator.ts'
import type { Trouble } from '../../outside/bank/testing/paying-bank.ts'
import { cancelLoan, disburseLoan } from '../../loans/testing.ts'
import { perform } from '../../platform/commands/perform.ts'
import { many } from '../../platform/db/database.ts'
import { followOrder } from './follow.ts'
import { stopOrder } from './end-order.ts'

const actor = { kind: 'operator', name: 'test' } as const
let scenario: DisbursementScenario
beforeAll(async () => {
  scenario = await aDisbursementScenario()
})
afterEach(async () => {
  scenario.bank.trouble = () => 'none'
  expect(await scenario.fixture.books()).toEqual([])
})
afterAll(() => scenario.close())

async function ordered(trouble: Trouble = 'none', more: object = {}) {
  const loan = await scenario.funded(more)
  scenario.bank.trouble = ({ account }) => (account === loan.accountNumber ? trouble : 'none')
  const { json } = await scenario.operator([
    '--json',
    'loans',
    'disburse-list',
    loan.loanNumber,
    '--transfer',
  ])
  expect(json).toMatchObject({ ordered: 1, amount: 1_200_000, file: null })
  const { id, reference } = (await scenario.order(loan.loanNumber)) ?? { id: '', reference: '' }
  return { ...loan, id, reference, received: () => scenario.bank.orders.get(reference) ?? 0 }
}

test('OPS-05 a transfer that the bank has paid waits for the line of its statement, which disburses the loan', async () => {
  const { loanNumber, reference, accountNumber } = await ordered()
  expect(await scenario.state(loanNumber)).toBe('ORDERED')
  await scenario.followOrders(0)
  expect(scenario.bank.transfers.get(reference)).toMatchObject({ amount: 1_200_000, account: accountNumber })
  expect([await scenario.state(loanNumber), await scenario.loan(loanNumber)]).toEqual([
    'PAID',
    { status: 'FUNDED', on: null },
  ])
  // Its own statement lists the transfer.
  expect(await scenario.compare(0)).toEqual({ found: [], open: [] })
  expect([await scenario.state(loanNumber), (await scenario.loan(loanNumber)).status]).toEqual([
    'COMPLETED',
    'ACTIVE',
  ])
})

test.each<Trouble>([
  'lose-paid',
  'hang-paid',
  'error-paid',
  'pending-paid',
  'nonsense-paid',
  'busy',
  'token',
])(
  'OPS-05 a transfer with the trouble "%s" is ordered until the bank has it, asked for again, and paid once',
  async (trouble) => {
    const { loanNumber, reference } = await ordered(trouble)
    for (const seconds of [0, 60]) await scenario.followOrders(seconds)
    scenario.bank.finish()
    for (const seconds of [400, 800, 1_200]) await scenario.followOrders(seconds)
    expect(await scenario.state(loanNumber)).toBe('PAID')
    expect(scenario.bank.transfers.get(reference)?.status).toBe('00')
  },
)

test.each<[Trouble, RegExp]>([
  ['refuse', /^RETURNED 4031818$/],
  ['pending-failed', /^RETURNED STATUS_06$/],
  ['lose', /^RETURNED LOST$/],
])(
  'OPS-05 a transfer that ends as "%s" leaves the loan funded, and it is ordered again',
  async (trouble, end) => {
    const { loanNumber, received } = await ordered(trouble)
    for (const seconds of [0, 60]) await scenario.followOrders(seconds)
    scenario.bank.finish()
    for (const seconds of [400, 800, 1_200, 2_400]) await scenario.followOrders(seconds)
    expect(await scenario.state(loanNumber)).toMatch(end)
    expect([(await scenario.loan(loanNumber)).status, received()]).toEqual(['FUNDED', 1])
    scenario.bank.trouble = () => 'none'
    await scenario.operator(['loans', 'disburse-list', loanNumber, '--transfer'])
    await scenario.followOrders(0)
    expect(await scenario.state(loanNumber)).toBe('PAID')
  },
)

test('OPS-05 nothing is sent to an account that is closed or of somebody else', async () => {
  const closed = await ordered()
  scenario.bank.accounts.set(closed.accountNumber, { status: 'Closed' })
  const other = await ordered()
  scenario.bank.accounts.set(other.accountNumber, { name: 'Orang Lain Sekali' })
  // An inquiry that a busy machine cut is made again.
  for (const seconds of [0, 60, 400]) await scenario.followOrders(seconds)
  expect([await scenario.state(closed.loanNumber), await scenario.state(other.loanNumber)]).toEqual([
    'RETURNED ACCOUNT_INACTIVE',
    'RETURNED ACCOUNT_OF_OTHERS',
  ])
  expect([closed.received(), other.received()]).toEqual([0, 0])
})

test('OPS-05 while the bank has an order nobody says that the loan is paid out, cancels it or stops the order', async () => {
  const { context } = scenario.fixture
  const { loanNumber } = await ordered('pending-paid')
  await scenario.followOrders(0)
  const input = { loanNumber }
  for (const verb of [disburseLoan, cancelLoan] as const)
    await expect(perform(context, verb as typeof cancelLoan, { actor, input })).rejects.toMatchObject({
      code: 'LOAN_ORDERED',
    })
  const stop = () => perform(context, stopOrder, { actor, input: { loanNumber, note: 'x' } })
  await expect(stop()).rejects.toThrow('bank mungkin masih menerimanya')
  expect(await scenario.state(loanNumber)).toBe('SENT')
})

test('OPS-05 what the bank says it has paid is not stopped, and so not ordered again, until its statement had its days to list it', async () => {
  const { loanNumber, received } = await ordered()
  await scenario.followOrders(0)
  expect([await scenario.state(loanNumber), received()]).toEqual(['PAID', 1])
  const stop = () => scenario.operator(['disbursements', 'stop', loanNumber, '--note', 'said on the phone'])
  expect(await stop()).toMatchObject({ exit: 2, err: expect.stringContaining('menyatakan sudah mencairkan') })
  expect((await scenario.operator(['loans', 'disburse-list', loanNumber, '--transfer'])).exit).toBe(1)
  scenario.fixture.travel('10 days')
  expect(await stop()).toMatchObject({ exit: 0 })
  scenario.fixture.travel(undefined)
  expect(await scenario.state(loanNumber)).toBe('RETURNED NOT_PAID')
})

test('OPS-05 an order that no bank has is stopped, never sent, and its loan cancelled', async () => {
  const { loanNumber, received } = await ordered()
  await scenario.operator(['disbursements', 'stop', loanNumber, '--note', 'the borrower stepped back'])
  expect((await scenario.operator(['loans', 'cancel', loanNumber])).exit).toBe(0)
  await scenario.followOrders(0)
  expect([await scenario.state(loanNumber), received()]).toEqual(['RETURNED STOPPED', 0])
})

test('OPS-05 a cancellation and an order at once end with one of them', async () => {
  const { context } = scenario.fixture
  for (let round = 0; round < 6; round += 1) {
    const { loanNumber } = await scenario.funded()
    const [listed, cancelled] = await Promise.allSettled([
      scenario.operator(['--json', 'loans', 'disburse-list', loanNumber, '--transfer']),
      perform(context, cancelLoan, { actor, input: { loanNumber } }),
    ])
    const isOrdered = listed.status === 'fulfilled' && listed.value.json.ordered === 1
    expect(cancelled.status).toBe(isOrdered ? 'rejected' : 'fulfilled')
    expect((await scenario.loan(loanNumber)).status).toBe(isOrdered ? 'FUNDED' : 'CANCELLED')
  }
})

test('OPS-05 an order and the word of an operator at once disburse a loan by one of them', async () => {
  const { context } = scenario.fixture
  for (let round = 0; round < 6; round += 1) {
    const { loanNumber } = await scenario.funded()
    const [listed, made] = await Promise.allSettled([
      scenario.operator(['--json', 'loans', 'disburse-list', loanNumber, '--transfer']),
      perform(context, disburseLoan, { actor, input: { loanNumber } }),
    ])
    const isOrdered = listed.status === 'fulfilled' && listed.value.json.ordered === 1
    expect(made.status).toBe(isOrdered ? 'rejected' : 'fulfilled')
    expect((await scenario.loan(loanNumber)).status).toBe(isOrdered ? 'FUNDED' : 'ACTIVE')
  }
})

test('OPS-05 a process that dies before or after its call orders once, and five workers at once order once', async () => {
  const { context } = scenario.fixture
  const bank = context.payers.get(1)
  if (!bank) throw new Error('no bank')
  for (const dies of ['before the transfer', 'after the transfer'] as const) {
    const { id, loanNumber, received } = await ordered()
    const dying = {
      ...bank,
      async transfer(order: Parameters<typeof bank.transfer>[0]) {
        if (dies === 'after the transfer') await bank.transfer(order)
        throw new Error('killed')
      },
    }
    await expect(followOrder({ ...context, payers: new Map([[1, dying]]) }, id)).rejects.toThrow('killed')
    expect(await scenario.state(loanNumber)).toBe('SENT')
    await followOrder(context, id)
    expect(received()).toBe(dies === 'after the transfer' ? 1 : 0)
    for (const seconds of [600, 1_200]) await scenario.followOrders(seconds)
    expect(await scenario.state(loanNumber)).toBe(dies === 'after the transfer' ? 'PAID' : 'RETURNED LOST')
  }
  const { id, received } = await ordered()
  await Promise.all(Array.from({ length: 5 }, () => followOrder(context, id)))
  expect(received()).toBe(1)
})

test('OPS-05 what a bank was ordered to pay and is not in the books yet does not make it short', async () => {
  const { context } = scenario.fixture
  const { loanNumber } = await ordered()
  await scenario.followOrders(0)
  await scenario.compare(0)
  expect((await scenario.loan(loanNumber)).status).toBe('ACTIVE')
  const next = await ordered()
  await scenario.followOrders(0)
  const expected = async () => {
    scenario.bank.balance = 1
    await scenario.compare(0)
    scenario.bank.balance = null
    const [check] = await many<{ expected: number }>(
      context.db,
      'test.check',
      'select expected from bank_balance_check where method_payment = 1 order by checked_at desc limit 1',
    )
    return check?.expected ?? 0
  }
  expect(await scenario.state(next.loanNumber)).toBe('PAID')
  const whilePaid = await expected()
  const afterwards = await expected()
  expect(whilePaid).toBe(afterwards)
})

test('OPS-05 a bank that is not registered for transfers to borrowers gets none', async () => {
  const { context } = scenario.fixture
  const { loanNumber } = await scenario.funded()
  const banks = context.banks.map((bank) => ({
    ...bank,
    ...(bank.outbound ? { outbound: { ...bank.outbound, disbursements: false } } : {}),
  }))
  const operator = operatorOn({ context: { ...context, banks } })
  const { exit, err } = await operator(['loans', 'disburse-list', loanNumber, '--transfer'])
  expect([exit, err]).toEqual([2, expect.stringContaining('tidak menerima transfer kepada Penerima Dana')])
  expect(await scenario.state(loanNumber)).toBe('none')
})
