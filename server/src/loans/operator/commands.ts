import { addBorrowers } from './borrowers.ts'
import { addDays } from './days.ts'
import { addDisbursements } from './disbursements.ts'
import { addExcess } from './excess.ts'
import { addFactsheets } from './factsheets.ts'
import { addLoans } from './loans.ts'
import { addOffers } from './offers.ts'
import { addLoanTypes, addProducts } from './products.ts'
import { addRepayments } from './repayments.ts'

export const commands = {
  loans: addLoans,
  offers: addOffers,
  borrowers: addBorrowers,
  'loan-types': addLoanTypes,
  products: addProducts,
  factsheets: addFactsheets,
  disbursements: addDisbursements,
  repayments: addRepayments,
  excess: addExcess,
  days: addDays,
}
