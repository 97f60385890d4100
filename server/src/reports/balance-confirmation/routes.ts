import type { Context } from '../../context.ts'
import type { Routes } from '../../platform/http/routes.ts'
import { downloadConfirmation } from './download.ts'
import { issueConfirmation } from './issue.ts'
import { pageOfConfirmations } from './store.ts'
import { verifyConfirmation } from './verify.ts'

type Operations =
  | 'issueBalanceConfirmation'
  | 'listBalanceConfirmations'
  | 'downloadBalanceConfirmation'
  | 'verifyBalanceConfirmation'

export const routes = (context: Context): Routes<Operations> => ({
  issueBalanceConfirmation: ({ lender, body, member, requestId, source }) =>
    issueConfirmation(context, lender.lenderId, body.on, { requestId, source, member }),
  listBalanceConfirmations: async ({ lender, query }) => {
    const { list, next } = await pageOfConfirmations(context.db, lender.lenderId, {
      year: query.year ? Number(query.year) : null,
      after: query.after || null,
    })
    return {
      list: list.map(({ number, asOf, total, issuedAt, revokedAt }) => ({
        number,
        asOf,
        sum: total,
        issuedAt: issuedAt.toISOString(),
        revokedAt: revokedAt?.toISOString() ?? null,
      })),
      next,
    }
  },
  downloadBalanceConfirmation: ({ lender, query, member, requestId, source }) =>
    downloadConfirmation(context, lender.lenderId, query.number, { requestId, source, member }),
  verifyBalanceConfirmation: ({ body, source }) => verifyConfirmation(context, body.code, source),
})
