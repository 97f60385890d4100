import type { Context } from '../context.ts'
import type { GatedCommand } from '../platform/registration.ts'
import { takeBackTransfer, transferHoldings } from './holdings/index.ts'
import { settleFunding } from './single/index.ts'

/** The commands of this district that declare `secondPair`. */
export const gated: readonly GatedCommand<Context>[] = [settleFunding, transferHoldings, takeBackTransfer]
