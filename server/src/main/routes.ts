import { type Endpoints, endpoints } from '@pematang/contract/endpoints'
import type { FastifyInstance } from 'fastify'
import { makeAuthenticate } from '../auth/index.ts'
import { authRoutes } from '../auth/routes.ts'
import { isSecure } from '../config.ts'
import { bulkFundingRoutes } from '../bulk-funding/routes.ts'
import type { Context } from '../context.ts'
import { creditQualityRoutes } from '../credit-quality/routes.ts'
import { documentRoutes } from '../documents/routes.ts'
import { fundingRoutes } from '../funding/routes.ts'
import { insightRoutes } from '../insight/routes.ts'
import { marketplaceRoutes } from '../marketplace/routes.ts'
import { noticeRoutes } from '../notices/routes.ts'
import { bindEndpoints, type Handlers } from '../platform/http/bind.ts'
import { portfolioRoutes } from '../portfolio/routes.ts'
import { profileRoutes } from '../profile/routes.ts'
import { signingRoutes } from '../signing/routes.ts'
import { transactionRoutes } from '../transactions/routes.ts'
import { withdrawalRoutes } from '../withdrawal/routes.ts'

export const apiPrefix = '/api/v1'

/** Binds every call of the contract to its slice. A call that no slice answers does not compile. */
export function bindRoutes(app: FastifyInstance, context: Context): void {
  const handlers: Handlers<Endpoints> = {
    ...authRoutes(context),
    ...bulkFundingRoutes(context),
    ...creditQualityRoutes(context),
    ...documentRoutes(context),
    ...fundingRoutes(context),
    ...insightRoutes(context),
    ...marketplaceRoutes(context),
    ...noticeRoutes(context),
    ...portfolioRoutes(context),
    ...profileRoutes(context),
    ...signingRoutes(context),
    ...transactionRoutes(context),
    ...withdrawalRoutes(context),
  }
  bindEndpoints(app, apiPrefix, endpoints, handlers, {
    authenticate: makeAuthenticate(context),
    secure: isSecure(context.config),
  })
}
