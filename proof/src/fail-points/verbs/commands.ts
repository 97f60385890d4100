import type { Concerned } from '../look.ts'
import type { FailPointStand } from '../stand.ts'
import type { Trial } from '../verb.ts'

export const operator = { kind: 'operator', name: 'bench' } as const

export const reason = ['--reason', 'fail points'] as const
export const note = ['--note', 'fail points'] as const

/** The business day in Jakarta this number of days before today. */
export const daysAgo = (days: number): string =>
  new Date(Date.now() + 7 * 3_600_000 - days * 86_400_000).toISOString().slice(0, 10)

/** A trial of one command of the operator, which ends with it. */
export const commandOn = (stand: FailPointStand, concerned: Concerned, args: readonly string[]): Trial => ({
  ...concerned,
  args,
  ask: async () => void (await stand.operator(args)),
  hasEnded: async () => true,
})
