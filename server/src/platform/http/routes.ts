import type { Endpoints } from '@pematang/contract/endpoints'
import type { Handlers } from './bind.ts'

/** The handlers of one room's calls. */
export type Routes<K extends keyof Endpoints> = Pick<Handlers<Endpoints>, K>
