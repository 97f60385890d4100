import type { Action } from '../../staff/index.ts'
import { deposits } from './deposits.ts'
import { estates } from './estates.ts'
import { lines } from './lines.ts'
import { payouts } from './payouts.ts'
import { withdrawals } from './withdrawals.ts'

export const actions: readonly Action[] = [...deposits, ...withdrawals, ...lines, ...payouts, ...estates]
