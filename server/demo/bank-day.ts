import { addDays } from '@pematang/contract/format/business-date'
import { businessToday } from '../src/books/index.ts'
import { reconcileDay } from '../src/cash/index.ts'
import type { Context } from '../src/context.ts'
import { BankUnavailable } from '../src/outside/bank/port.ts'
import { mutation } from '../src/platform/commands/command.ts'
import { enqueue } from '../src/platform/jobs/queue.ts'
import type { JobHandlers } from '../src/platform/jobs/worker.ts'

const kind = 'demo.bank-day'
const actor = { kind: 'operator', name: 'demo' } as const

/**
 * Compares yesterday with each bank once the sandbox runs. The worker compares a thousand days of the history in order, 31 at
 * a time, which takes hours; until then the demo would look like a platform that has not looked at its bank for years.
 */
export const jobs = (context: Context): JobHandlers => ({
  async [kind]() {
    const day = addDays(await businessToday(context.db), -1)
    try {
      for (const methodPayment of context.payers.keys())
        await reconcileDay(context, { methodPayment, day, actor })
    } catch (error) {
      if (!(error instanceof BankUnavailable)) throw error
      return { again: '2 seconds' }
    }
    return undefined
  },
})

export const askForBankDay = mutation<Context, object, { asked: boolean }>({
  operation: 'askForDemoBankDay',
  permit: ['operator'],
  withoutSecondPair: 'it only has a day of the demo compared with its bank',
  async run(tx, _, { context }) {
    await enqueue(tx, [{ id: context.random.uuid(), kind, payload: {} }])
    return { answer: { asked: true }, subject: 'demo' }
  },
})
