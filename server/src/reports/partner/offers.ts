import type { EndpointAnswer } from '@pematang/contract/endpoint'
import type { listOffers } from '@pematang/contract/partner/endpoints'
import type { Context } from '../../context.ts'
import { chooseLoans } from '../../funding/index.ts'
import { nameOf } from './documents.ts'

/**
 * A page of the loans that are open for funding, the newest first, as the marketplace sorts them.
 * @throws Refusal CURSOR_MISMATCH, CURSOR_EXPIRED
 */
export async function showOffers(
  context: Context,
  lenderId: number,
  query: { cursor?: string | undefined; limit: number },
): Promise<EndpointAnswer<typeof listOffers>> {
  const { list, nextCursor } = await chooseLoans(context, lenderId, { ...query, sort: 'newest' })
  return {
    list: list.map((loan) => ({
      loanId: loan.loanId,
      loanNumber: loan.loanNumber,
      borrowerName: loan.borrowerName,
      loanType: loan.loanTypeName,
      grade: loan.grade,
      total: loan.totalLoan,
      minimum: loan.minimumFunding,
      left: loan.outstandingFunding,
      interest: loan.interestPercentage,
      tenor: loan.tenor,
      tenorPeriod: loan.tenorPeriodName,
      lastDay: loan.dueDate,
      factsheet: loan.factsheetUrl && nameOf(loan.factsheetUrl),
    })),
    next: nextCursor,
  }
}
