import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { Destination, PayingBank, TransferStatus } from '../port.ts'

/**
 * A bank under test, with the account numbers and amounts that trigger its faults; null for a fault it cannot simulate.
 */
export type BankUnderTest = {
  bank(): PayingBank
  account(kind: 'good' | 'unknown' | 'inactive' | 'of others', way: Destination['transferType']): string
  amount(
    trouble:
      | 'none'
      | 'refused'
      | 'lost'
      | 'paid, answer lost'
      | 'timed out, paid'
      | 'failed'
      | 'failed, but paid'
      | 'pending, then paid'
      | 'pending, then failed'
      | 'doubled'
      | 'late',
  ): number
  bankCode(way: Destination['transferType']): string
}

const ways = ['IM', 'INTERBANK'] as const

/** The tests that every adapter of a paying bank must pass. Call it inside a `describe`. */
export function payingBankConformance(under: () => BankUnderTest): void {
  const destination = (
    way: Destination['transferType'],
    kind: Parameters<BankUnderTest['account']>[0] = 'good',
  ): Destination => ({
    accountNumber: under().account(kind, way),
    accountName: 'Sri Lestari',
    bankCode: under().bankCode(way),
    transferType: way,
  })
  const reference = () => randomUUID().replaceAll('-', '')
  const send = async (
    trouble: Parameters<BankUnderTest['amount']>[0],
    way: Destination['transferType'] = 'INTERBANK',
  ) => {
    const order = {
      ...destination(way),
      reference: reference(),
      amount: under().amount(trouble),
      at: new Date(),
    }
    return { order, answer: await under().bank().transfer(order) }
  }
  /** Polls the status until it is one of these, for at most twenty seconds. */
  const until = async (
    order: { reference: string; transferType: Destination['transferType'] },
    ends: readonly TransferStatus['end'][],
  ) => {
    for (const limit = Date.now() + 20_000; ; ) {
      const status = await under().bank().status(order)
      if (ends.includes(status.end) || Date.now() > limit) return status
      await new Promise((resolve) => setTimeout(resolve, 200))
    }
  }

  test.each(ways)(
    'a bank answers an account inquiry, pays a transfer (%s) once and lists it in the statement',
    async (way) => {
      expect(await under().bank().inquire(destination(way), reference())).toEqual({
        end: 'known',
        accountName: 'Sri Lestari',
        active: true,
      })
      const { order, answer } = await send('none', way)
      expect(answer).toEqual({ end: 'paid', bankReference: expect.any(String) })
      expect(await under().bank().status(order)).toMatchObject({ end: 'paid', amount: order.amount })
      expect(await under().bank().transfer(order)).toMatchObject({ end: 'unknown' })
      const minute = 60_000
      const { lines } = await under()
        .bank()
        .statement(new Date(Date.now() - minute), new Date(Date.now() + minute))
      expect(lines.filter((line) => line.reference === order.reference)).toEqual([
        expect.objectContaining({ type: 'DEBIT', amount: order.amount }),
      ])
    },
  )

  test.each(ways)('a bank distinguishes an unknown, an inactive and a foreign account (%s)', async (way) => {
    const ask = (kind: Parameters<BankUnderTest['account']>[0]) =>
      under().bank().inquire(destination(way, kind), reference())
    expect(await ask('unknown')).toMatchObject({ end: 'refused', code: expect.stringMatching(/^4\d{6}$/) })
    expect(await ask('inactive')).toMatchObject({ end: 'known', active: false })
    const others = await ask('of others')
    expect(others.end === 'known' && others.accountName !== 'Sri Lestari').toBe(true)
  })

  test('a transfer that the bank refused stays refused', async () => {
    const { order, answer } = await send('refused')
    expect(answer).toMatchObject({ end: 'refused', code: expect.stringMatching(/^4\d{6}$/) })
    expect(['failed', 'not-found']).toContain((await under().bank().status(order)).end)
  })

  test.each(['lost', 'failed'] as const)(
    'a transfer whose fault is "%s" has an unknown outcome, and the bank does not find it',
    async (trouble) => {
      const { order, answer } = await send(trouble)
      expect(answer.end).toBe('unknown')
      expect(await under().bank().status(order)).toEqual({ end: 'not-found' })
    },
  )

  test.each(['paid, answer lost', 'timed out, paid', 'failed, but paid', 'doubled'] as const)(
    'a transfer whose fault is "%s" has an unknown outcome, and the bank later reports it as paid',
    async (trouble) => {
      const { order, answer } = await send(trouble)
      expect(answer.end).toBe('unknown')
      expect(await until(order, ['paid'])).toMatchObject({ end: 'paid', amount: order.amount })
    },
  )

  test.each([
    ['pending, then paid', 'paid'],
    ['pending, then failed', 'failed'],
  ] as const)(
    'a transfer whose fault is "%s" has an unknown outcome, is then reported as pending and completes',
    async (trouble, end) => {
      const { order, answer } = await send(trouble)
      expect(answer.end).toBe('unknown')
      expect((await under().bank().status(order)).end).toBe('under-way')
      expect((await until(order, ['paid', 'failed'])).end).toBe(end)
    },
  )

  test('a transfer that arrives late at the bank is not found at first and later reported as paid', async () => {
    const { order, answer } = await send('late')
    expect(answer.end).toBe('unknown')
    expect(await under().bank().status(order)).toEqual({ end: 'not-found' })
    expect(await until(order, ['paid'])).toMatchObject({ end: 'paid' })
  })
}
