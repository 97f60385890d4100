import { type Books, type Decision, type FundingState, sumKey } from '../protocol/books.ts'
import { type Message, moneyOf } from '../protocol/messages.ts'
import { periodAt } from '../protocol/transaction.ts'

/**
 * Compares the money that each cell has sent with what the other has received, by the periods of the messages. A period
 * can be compared once it is over and the sender has nothing of it left in its outbox, while all else goes on.
 */
export function auditPeriods(all: readonly Books[], now: number): { breaches: string[]; compared: number } {
  const breaches: string[] = []
  let compared = 0
  for (const from of all) {
    const open = new Set(
      [...from.outbox.values()].filter(hasMoney).map(({ to, period }) => sumKey(to, period)),
    )
    for (const to of all) {
      if (to === from) continue
      for (let period = 0; period < periodAt(now); period += 1) {
        const key = sumKey(to.cell, period)
        if (open.has(key)) continue
        compared += 1
        const [sent, received] = [from.sent.get(key) ?? 0, to.received.get(sumKey(from.cell, period)) ?? 0]
        if (sent !== received)
          breaches.push(
            `cell ${from.cell} sent ${sent} in period ${period}, and cell ${to.cell} received ${received}`,
          )
      }
    }
  }
  return { breaches, compared }
}

const hasMoney = ({ request }: Message): boolean => moneyOf(request) > 0

/** How a funding may be decided on at its loan's home while no message about it is under way. */
const decisionsFor: Record<FundingState, readonly (Decision['state'] | 'missing')[]> = {
  asked: [],
  refused: ['refused', 'missing'],
  reserved: ['taken'],
  expired: ['released', 'cancelled'],
  settling: [],
  settled: ['settled'],
  cancelled: ['cancelled', 'returned'],
  refunded: ['refunded'],
}

/**
 * Compares each funding with the decision on it, but for those that a message in one of the outboxes is about. Here both
 * cells are read at one moment; audits that read one after the other leave out what was changed meanwhile.
 */
export function auditFundings(all: readonly Books[]): string[] {
  const open = new Set(all.flatMap(({ outbox }) => [...outbox.values()].flatMap(fundingsOf)))
  const breaches: string[] = []
  for (const { cell, fundings, decisions } of all) {
    for (const { id, home, state } of fundings.values()) {
      const decided = all[home]?.decisions.get(id)?.state ?? 'missing'
      if (!open.has(id) && !decisionsFor[state].includes(decided))
        breaches.push(`funding ${id} is ${state} at cell ${cell}, and ${decided} at its home ${home}`)
    }
    for (const { funding, cell: from, state } of decisions.values())
      if (state !== 'refused' && !all[from]?.fundings.has(funding))
        breaches.push(`funding ${funding} is ${state} at home ${cell}, and unknown at its cell ${from}`)
  }
  return breaches
}

function fundingsOf({ request }: Message): number[] {
  if (request.kind === 'repay') return []
  return request.kind === 'end' ? request.fundings.map(({ funding }) => funding) : [request.funding]
}
