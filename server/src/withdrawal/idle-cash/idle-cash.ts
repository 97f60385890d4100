import type { Context } from '../../context.ts'
import type { BusinessDate } from '../../servicing/schedule/index.ts'
import { deadlineOf, layersOf } from './layers.ts'
import { idlePocketsOf, idlePockets, type IdlePocket } from './store.ts'

/** Idle cash that came in on one day; `deadline` is the last day that it may stay, `late` says that it is over. */
export type IdleLayer = { arrivedOn: BusinessDate; amount: number; deadline: BusinessDate; late: boolean }
/** All idle cash of a lender in whole rupiah, the oldest layer first. */
export type IdleCash = { idleCash: number; layers: IdleLayer[] }

/** How long the cash of a lender has been idle: POJK 40/2024 lets it stay two working days. */
export async function idleCashOf(context: Context, lenderId: number): Promise<IdleCash> {
  return together(await idlePocketsOf(context.db, lenderId), context.config.BANK_HOLIDAYS)
}

export type IdleLender = IdleCash & { lenderId: number; phone: string; name: string }

/** Pockets that are read at once. */
const page = 1000

/** The idle cash of every lender who has some, pocket by pocket; read in pages. */
export async function* everyIdleCash(context: Context): AsyncGenerator<IdleLender> {
  for (let after = 0; ; ) {
    const pockets = await idlePockets(context.db, after, page)
    for (const pocket of pockets) {
      const { lenderId, phone, name } = pocket
      yield { lenderId, phone, name, ...together([pocket], context.config.BANK_HOLIDAYS) }
    }
    if (pockets.length < page) return
    after = pockets.at(-1)?.account ?? 0
  }
}

function together(pockets: readonly IdlePocket[], holidays: readonly BusinessDate[]): IdleCash {
  const days = new Map<BusinessDate, IdleLayer>()
  for (const { idle, arrivals, today } of pockets) {
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
