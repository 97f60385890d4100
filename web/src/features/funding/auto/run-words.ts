import { countText } from '../../../ui/count-text.ts'
import type { StrategyRun } from './strategy-queries.ts'

/** The result of a round for a strategy so far, in one sentence. */
export function runWords({ funded, pending, notFunded }: StrategyRun): string {
  const parts = [
    `${countText(funded)} pinjaman didanai`,
    pending > 0 && `${countText(pending)} sedang diproses`,
    notFunded > 0 && `${countText(notFunded)} cocok tetapi tidak didanai`,
  ]
  return `${parts.filter((part) => part !== false).join(', ')}.`
}
