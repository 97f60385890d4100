import { type Endpoints, endpoints } from '@pematang/contract/endpoints'
import type { FastifyInstance } from 'fastify'
import { createAuthenticator } from '../auth/index.ts'
import { authRoutes } from '../auth/routes.ts'
import { isSecure } from '../config.ts'
import { autoFundingRoutes } from '../auto-funding/routes.ts'
import { balanceConfirmationRoutes } from '../balance-confirmation/routes.ts'
import { bulkFundingRoutes } from '../bulk-funding/routes.ts'
import type { Context } from '../context.ts'
import { creditQualityRoutes } from '../credit-quality/routes.ts'
import { documentArchiveRoutes } from '../document-archive/routes.ts'
import { documentRoutes } from '../documents/routes.ts'
import { fundingRoutes } from '../funding/routes.ts'
import { insightRoutes } from '../insight/routes.ts'
import { marketplaceRoutes } from '../marketplace/routes.ts'
import { noticeCentreRoutes } from '../notifications/centre-routes.ts'
import { noticeRoutes } from '../notifications/routes.ts'
import { bindEndpoints, type Handlers } from '../platform/http/bind.ts'
import { portfolioRoutes } from '../portfolio/routes.ts'
import { portfolioReportRoutes } from '../portfolio-report/routes.ts'
import { profileRoutes } from '../profile/routes.ts'
import { savedSearchRoutes } from '../saved-searches/routes.ts'
import { selectionRoutes } from '../selection/routes.ts'
import { mandateRoutes } from '../mandate/routes.ts'
import { riskWarningRoutes } from '../risk-warning/routes.ts'
import { signingRoutes } from '../signing/routes.ts'
import { taxRoutes } from '../tax/routes.ts'
import { statementRoutes } from '../statements/routes.ts'
import { transactionRoutes } from '../transactions/routes.ts'
import { withdrawalRoutes } from '../withdrawal/routes.ts'

export const apiPrefix = '/api/v1'

/** Binds every call of the contract to its handler. A call without a handler does not compile. */
export function bindRoutes(app: FastifyInstance, context: Context): void {
  const handlers: Handlers<Endpoints> = {
    ...authRoutes(context),
    ...autoFundingRoutes(context),
    ...balanceConfirmationRoutes(context),
    ...bulkFundingRoutes(context),
    ...creditQualityRoutes(context),
    ...documentArchiveRoutes(context),
    ...documentRoutes(context),
    ...fundingRoutes(context),
    ...insightRoutes(context),
    ...mandateRoutes(context),
    ...marketplaceRoutes(context),
    ...noticeRoutes(context),
    ...noticeCentreRoutes(context),
    ...portfolioRoutes(context),
    ...portfolioReportRoutes(context),
    ...profileRoutes(context),
    ...savedSearchRoutes(context),
    ...selectionRoutes(context),
    ...riskWarningRoutes(context),
    ...signingRoutes(context),
    ...taxRoutes(context),
    ...statementRoutes(context),
    ...transactionRoutes(context),
    ...withdrawalRoutes(context),
  }
  bindEndpoints(app, apiPrefix, endpoints, handlers, {
    ...createAuthenticator(context),
    secure: isSecure(context.config),
  })
}
