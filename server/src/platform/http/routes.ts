import type { ConsoleEndpoints } from '@pematang/contract/console-endpoints'
import type { PartnerEndpoints } from '@pematang/contract/partner-endpoints'
import type { Endpoints } from '@pematang/contract/endpoints'
import type { Handlers } from './bind.ts'

export type Routes<K extends keyof Endpoints> = Pick<Handlers<Endpoints>, K>

export type ConsoleRoutes<K extends keyof ConsoleEndpoints> = Pick<Handlers<ConsoleEndpoints>, K>

export type PartnerRoutes<K extends keyof PartnerEndpoints> = Pick<Handlers<PartnerEndpoints>, K>
