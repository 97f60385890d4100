import type { Context } from '../context.ts'
import type { GatedCommand } from '../platform/registration.ts'
import { acceptLateEntry } from './operator/accept-late-entry.ts'

/** The commands of this district that declare `secondPair` and have no form in the console. */
export const gated: readonly GatedCommand<Context>[] = [acceptLateEntry]
