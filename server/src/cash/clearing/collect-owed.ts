import type { Context } from '../../context.ts'
import { collectReceivables, lendersWithReceivables } from '../../books/index.ts'
import { mutation } from '../../platform/commands/command.ts'
import { perform } from '../../platform/commands/perform.ts'

const collectOwed = mutation<Context, { lenderId: number }, { collected: number }>({
  operation: 'collectOwed',
  permit: ['system'],
  async run(tx, { lenderId }, { context: { random } }) {
    const collected = await collectReceivables(tx, random, [lenderId])
    return { answer: { collected }, subject: `lender:${lenderId}`, detail: { collected } }
  },
})

/**
 * Collects from all lenders who owe something and have free cash.
 * @returns the collected amount in whole rupiah
 */
export async function collectAllReceivables(context: Context): Promise<number> {
  let sum = 0
  for (const { lenderId } of await lendersWithReceivables(context.db)) {
    const input = { lenderId }
    const { collected } = await perform(context, collectOwed, { actor: { kind: 'system' }, input })
    sum += collected
  }
  return sum
}
