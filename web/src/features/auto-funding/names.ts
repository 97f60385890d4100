import type { longestStrategyName } from '@pematang/contract/auto-funding/strategy'

// Copied from the contract with its type only, which keeps the schemas out of the bundle.
export const longestName: typeof longestStrategyName = 60
