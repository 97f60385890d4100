import { isBeyondSpecification } from '@pematang/contract/funding/marketplace/choosing'
import type { Context } from '../../context.ts'
import { readLate } from '../../platform/http/read-late.ts'
import type { Routes } from '../../platform/http/routes.ts'
import { listBulkLoans, listBulkProducts } from './bulk.ts'
import { chooseLoans } from './choosing/choose-loans.ts'
import { countChoices } from './choosing/count-choices.ts'
import { listLoanTypes, listMarketplace } from './list.ts'
import { projectFunding } from './loan/projection.ts'
import { showLoan } from './loan/show-loan.ts'

type Operations =
  | 'listMarketplace'
  | 'countMarketplace'
  | 'getMarketplaceLoan'
  | 'getLoanProjection'
  | 'listLoanTypes'
  | 'listBulkProducts'
  | 'listBulkLoans'

export const routes = (context: Context): Routes<Operations> => ({
  listMarketplace: ({ lender, query }) =>
    // A page after a cursor continues the stored order of the page before, which a replica may not have yet.
    isBeyondSpecification(query) && query.cursor
      ? chooseLoans(context, lender.lenderId, query)
      : readLate(context, lender, (at) =>
          isBeyondSpecification(query) ? chooseLoans(at, lender.lenderId, query) : listMarketplace(at, query),
        ),
  countMarketplace: ({ lender, query }) =>
    readLate(context, lender, (at) => countChoices(at, lender.lenderId, query)),
  getMarketplaceLoan: ({ lender, query }) => showLoan(context, lender.lenderId, query.loanNumber),
  getLoanProjection: ({ lender, query }) =>
    projectFunding(context, lender.lenderId, { loanNumber: query.loanNumber, amount: Number(query.amount) }),
  listLoanTypes: ({ lender }) => readLate(context, lender, listLoanTypes),
  listBulkProducts: ({ lender, query }) => listBulkProducts(context, lender.lenderId, query),
  listBulkLoans: ({ lender, query }) => listBulkLoans(context, lender.lenderId, query),
})
