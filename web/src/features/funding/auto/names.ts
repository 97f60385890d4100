import type { longestStrategyName } from '@pematang/contract/funding/auto/strategy'

// Copied instead of imported from the contract, which keeps the schemas out of the bundle. The type ensures the same
// value.
export const longestName: typeof longestStrategyName = 60
