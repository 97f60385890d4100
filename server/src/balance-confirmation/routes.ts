import { rateLimited } from '../auth/index.ts'
import type { Context } from '../context.ts'
import type { Routes } from '../platform/http/routes.ts'
import { downloadConfirmation } from './download.ts'
import { issueConfirmation } from './issue.ts'
import { confirmationsForDays } from './store.ts'
import { verifyConfirmation } from './verify.ts'

type Operations =
  | 'issueBalanceConfirmation'
  | 'listBalanceConfirmations'
  | 'downloadBalanceConfirmation'
  | 'verifyBalanceConfirmation'

export const balanceConfirmationRoutes = (context: Context): Routes<Operations> => ({
  issueBalanceConfirmation: rateLimited(context, 'AGREEMENT', ({ lender, body, requestId, source }) =>
    issueConfirmation(context, lender.lenderId, body.on, { requestId, source }),
  ),
  listBalanceConfirmations: async ({ lender, query }) => {
    const found = await confirmationsForDays(
      context.db,
      lender.lenderId,
      query.year ? Number(query.year) : null,
    )
    return {
      list: found.map(({ number, asOf, total, issuedAt, revokedAt }) => ({
        number,
        asOf,
        sum: total,
        issuedAt: issuedAt.toISOString(),
        revokedAt: revokedAt?.toISOString() ?? null,
      })),
    }
  },
  downloadBalanceConfirmation: rateLimited(context, 'DOWNLOAD', ({ lender, query, requestId, source }) =>
    downloadConfirmation(context, lender.lenderId, query.number, { requestId, source }),
  ),
  verifyBalanceConfirmation: ({ body, source }) => verifyConfirmation(context, body.code, source),
})
