import type { longestStrategyName } from '@pematang/contract/auto-funding/strategy'

// Copied instead of imported from the contract, which keeps the schemas out of the bundle. The type ensures the same
// value.
export const longestName: typeof longestStrategyName = 60
