import type { Action } from '../../staff/index.ts'
import { offers } from './offers.ts'
import { products } from './products.ts'
import { repayments } from './repayments.ts'
import { terms } from './terms.ts'
import { votes } from './votes.ts'

export const actions: readonly Action[] = [...repayments, ...terms, ...offers, ...products, ...votes]
