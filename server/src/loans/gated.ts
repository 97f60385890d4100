import type { Context } from '../context.ts'
import type { GatedCommand } from '../platform/registration.ts'
import { uploadProduct } from './products/index.ts'
import { takeOverLoan } from './take-over/index.ts'

/** The commands of this district that declare `secondPair` and have no form in the console. */
export const gated: readonly GatedCommand<Context>[] = [uploadProduct, takeOverLoan]
