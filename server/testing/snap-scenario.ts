import { one } from '../src/platform/db/database.ts'
import { perform } from '../src/platform/commands/perform.ts'
import { assignVirtualAccount } from '../src/lenders/index.ts'
import { startApp, type TestApp } from './http.ts'
import { aLender } from './people.ts'
import { makeFixture, type Fixture, type FixtureOptions } from './fixture.ts'
import { type BankKeys, aBank, bankClient } from '../src/cash/testing.ts'

export type BankScenario = {
  fixture: Fixture
  app: TestApp
  keys: Record<1 | 2, BankKeys>
  bni: ReturnType<typeof bankClient>
  other: ReturnType<typeof bankClient>
  close(): Promise<void>
}

export async function aBankScenario(
  options: FixtureOptions & { largestPayment?: number } = {},
): Promise<BankScenario> {
  const keys = { 1: aBank(1, options.largestPayment), 2: aBank(2, options.largestPayment) }
  const fixture = await makeFixture({
    ...options,
    overrides: { banks: [keys[1].bank, keys[2].bank], ...options.overrides },
  })
  const app = await startApp(fixture)
  const origin = app.origin + (options.settings?.SNAP_PREFIX ?? '')
  return {
    fixture,
    app,
    keys,
    bni: bankClient(origin, keys[1]),
    other: bankClient(origin, keys[2]),
    async close() {
      await app.close()
      await fixture.close()
    },
  }
}

let customers = 0

/** A lender with a virtual account at the banks of these methods, by default both. */
export async function aDepositor(
  { context }: Fixture,
  methods: readonly (1 | 2)[] = [1, 2],
): Promise<{ lenderId: number; phone: string; numbers: Record<1 | 2, string> }> {
  const lender = await aLender(context)
  customers += 1
  const customer = String(customers).padStart(10, '0')
  const numbers = { 1: `98800${customer}`, 2: `77700${customer}` }
  for (const methodPayment of methods) {
    await perform(context, assignVirtualAccount, {
      actor: { kind: 'operator', name: 'test' },
      input: {
        lenderId: lender.lenderId,
        number: numbers[methodPayment],
        methodPayment,
        bankCode: methodPayment === 1 ? '009' : '999',
        bankName: methodPayment === 1 ? 'BNI' : 'Bank Kedua',
        accountName: `Pemberi Dana ${customer}`,
      },
    })
  }
  return { ...lender, numbers }
}

export const countRows = async ({ context }: Fixture, table: 'top_up' | 'bank_conflict' | 'bank_payment') => {
  const texts = {
    top_up: 'select count(*) as rows from top_up',
    bank_conflict: 'select count(*) as rows from bank_conflict',
    bank_payment: 'select count(*) as rows from bank_payment',
  }
  return (await one<{ rows: number }>(context.db, `test.count_${table}`, texts[table])).rows
}
