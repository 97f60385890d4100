import { statementNumber } from '@pematang/contract/format/reference-number'
import type { StatementItem } from '@pematang/contract/reports/statements/endpoints'
import type { Context } from '../../context.ts'
import { readLate } from '../../platform/http/read-late.ts'
import type { Routes } from '../../platform/http/routes.ts'
import { paginate } from '../../platform/pagination.ts'
import { downloadStatement } from './download.ts'
import { exportAccount } from './export-account.ts'
import { findStatements, type IssuedStatement } from './store.ts'

type Operations = 'listStatements' | 'downloadStatement' | 'exportAccount'

export const routes = (context: Context): Routes<Operations> => ({
  listStatements: async ({ lender, query }) => {
    const year = query.year ? Number(query.year) : null
    const { lenderId } = lender
    const { total, years, statements } = await readLate(context, lender, ({ db }) =>
      findStatements(db, { ...query, lenderId, year }),
    )
    return { list: statements.map(toItem), years, pagination: paginate(total, query) }
  },
  downloadStatement: ({ lender, query, member, requestId, source }) =>
    downloadStatement(context, lender.lenderId, query, { requestId, source, member }),
  exportAccount: ({ lender, query, member, requestId, source }) =>
    exportAccount(context, lender.lenderId, query, { requestId, source, member }),
})

const toItem = (statement: IssuedStatement): StatementItem => ({
  number: statementNumber(statement.id),
  from: statement.from,
  to: statement.to,
  issuedAt: statement.issuedAt.toISOString(),
  figures: statement.figures,
  portfolio: statement.portfolio,
  netReturn: statement.netReturn,
  backdated: statement.backdated,
})
