import { type Endpoints, endpoints } from '@pematang/contract/endpoints'
import type { FastifyInstance } from 'fastify'
import { createAuthenticator } from '../lenders/auth/index.ts'
import { authRoutes } from '../lenders/auth/routes.ts'
import { isSecure } from '../platform/settings/config.ts'
import { autoFundingRoutes } from '../funding/auto/routes.ts'
import { balanceConfirmationRoutes } from '../reports/balance-confirmation/routes.ts'
import { bulkFundingRoutes } from '../funding/bulk/routes.ts'
import type { Context } from '../context.ts'
import { creditQualityRoutes } from '../loans/credit-quality/routes.ts'
import { documentArchiveRoutes } from '../reports/archive/routes.ts'
import { documentRoutes } from '../documents/agreements/routes.ts'
import { fundingRoutes } from '../funding/single/routes.ts'
import { insightRoutes } from '../reports/insight/routes.ts'
import { marketplaceRoutes } from '../funding/marketplace/routes.ts'
import { noticeCentreRoutes } from '../lenders/notifications/centre-routes.ts'
import { noticeRoutes } from '../lenders/notifications/routes.ts'
import { bindEndpoints, type Handlers } from '../platform/http/bind.ts'
import { portfolioRoutes } from '../reports/portfolio/routes.ts'
import { portfolioReportRoutes } from '../reports/portfolio-report/routes.ts'
import { profileRoutes } from '../lenders/profile/routes.ts'
import { savedSearchRoutes } from '../funding/saved-searches/routes.ts'
import { selectionRoutes } from '../funding/selection/routes.ts'
import { mandateRoutes } from '../funding/mandate/routes.ts'
import { riskWarningRoutes } from '../lenders/risk-warning/routes.ts'
import { signingRoutes } from '../funding/signing/routes.ts'
import { taxRoutes } from '../cash/tax/routes.ts'
import { statementRoutes } from '../reports/statements/routes.ts'
import { transactionRoutes } from '../reports/transactions/routes.ts'
import { withdrawalRoutes } from '../cash/withdrawal/routes.ts'

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
