import type { ConsoleEndpoints } from '@pematang/contract/console-endpoints'
import type { PartnerEndpoints } from '@pematang/contract/partner-endpoints'
import type { Endpoints } from '@pematang/contract/endpoints'
import type { Handlers } from './bind.ts'

/** The handlers of some of the API's endpoints. */
export type Routes<K extends keyof Endpoints> = Pick<Handlers<Endpoints>, K>

/** The handlers of some of the console's endpoints. */
export type ConsoleRoutes<K extends keyof ConsoleEndpoints> = Pick<Handlers<ConsoleEndpoints>, K>

/** The handlers of some of the calls with a key. */
export type PartnerRoutes<K extends keyof PartnerEndpoints> = Pick<Handlers<PartnerEndpoints>, K>
