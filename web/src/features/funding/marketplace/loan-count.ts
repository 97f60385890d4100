import type { LoanCount } from '@pematang/contract/funding/marketplace/choosing'
import { countText } from '../../../ui/count-text.ts'

/** A number of loans in words; an estimate is marked as one: '± 12.000'. */
export const loanCountText = ({ count, isEstimated }: LoanCount): string =>
  isEstimated ? `± ${countText(count)}` : countText(count)
