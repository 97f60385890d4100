import type { SelectionReason } from '@pematang/contract/selection/endpoints'
import type { Refusal } from '../platform/refusal.ts'

/** Why a loan of a selection is not funded, for its lender: the sentence of a single funding. */
export const reasonOf = ({ code, message }: Refusal): SelectionReason => ({ code, message })
