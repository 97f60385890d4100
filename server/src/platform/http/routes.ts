import type { Endpoints } from '@pematang/contract/endpoints'
import type { Handlers } from './bind.ts'

/** The handlers of some of the calls; each slice gives its own. */
export type Routes<K extends keyof Endpoints> = Pick<Handlers<Endpoints>, K>
