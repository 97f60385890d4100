import type { SelectionReason } from '@pematang/contract/funding/selection/endpoints'
import type { Refusal } from '../../platform/refusal.ts'

/** The reason why a loan of a selection is not funded, with the message that a single funding would get. */
export const reasonOf = ({ code, message }: Refusal): SelectionReason => ({ code, message })
