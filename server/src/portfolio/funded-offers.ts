/**
 * SQL for the loans that the lender $1 has funded and that may be open for funding still: a loan is not paid out while
 * it is open, so these are the fundings that wait for a signature and those that were not paid out yet.
 */
export const fundedOffers = `select f.loan_id from funding f where f.lender_id = $1 and f.state = 'WAITING'
      union select r.loan_id from portfolio_standing s join portfolio_row r using (lender_id, funding_id)
       where s.lender_id = $1 and s.phase = 1`
