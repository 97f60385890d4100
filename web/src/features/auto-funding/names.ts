import type { longestStrategyName } from '@pematang/contract/auto-funding/strategy'

// The value lives in the contract beside its schemas; importing only its type keeps the schemas out of the bundle.
export const longestName: typeof longestStrategyName = 60
