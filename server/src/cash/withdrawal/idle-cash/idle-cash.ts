import type { Context } from '../../../context.ts'
import type { BusinessDate } from '@pematang/contract/format/business-date'
import { deadlineOf, layersOf } from './layers.ts'
import { idleAccountsOf, listIdleAccounts, type IdleAccount } from './store.ts'

/**
 * Idle cash that came in on one day; `deadline` is the last day on which it may stay, `late` whether that day has
 * passed.
 */
export type IdleLayer = { arrivedOn: BusinessDate; amount: number; deadline: BusinessDate; late: boolean }
/** All idle cash of a lender in whole rupiah, by day of arrival, oldest first. */
export type IdleCash = { idleCash: number; layers: IdleLayer[] }

/** The idle cash of a lender by age: POJK 40/2024 allows it to stay two working days. */
export async function idleCashOf(context: Context, lenderId: number): Promise<IdleCash> {
  return summarize(await idleAccountsOf(context.db, lenderId), context.config.BANK_HOLIDAYS)
}

export type IdleLender = IdleCash & { lenderId: number; phone: string; name: string; account: number }

const page = 1000

/** The idle cash of every cash account that has some, with ids above `from`; read in pages. */
export async function* everyIdleCash(context: Context, from = 0): AsyncGenerator<IdleLender> {
  for (let after = from; ; ) {
    const accounts = await listIdleAccounts(context.db, after, page)
    for (const row of accounts) {
      const { lenderId, phone, name, account } = row
      yield { lenderId, phone, name, account, ...summarize([row], context.config.BANK_HOLIDAYS) }
    }
    if (accounts.length < page) return
    after = accounts.at(-1)?.account ?? 0
  }
}

/** The idle cash of accounts by day of arrival. */
export function summarize(accounts: readonly IdleAccount[], holidays: readonly BusinessDate[]): IdleCash {
  const days = new Map<BusinessDate, IdleLayer>()
  for (const { idle, arrivals, today } of accounts) {
    for (const { day, amount } of layersOf(idle, arrivals)) {
      const deadline = deadlineOf(day, holidays)
      const known = days.get(day)
      days.set(day, {
        arrivedOn: day,
        amount: (known?.amount ?? 0) + amount,
        deadline,
        late: deadline < today,
      })
    }
  }
  const layers = [...days.values()].sort((a, b) => (a.arrivedOn < b.arrivedOn ? -1 : 1))
  return { idleCash: layers.reduce((sum, { amount }) => sum + amount, 0), layers }
}
