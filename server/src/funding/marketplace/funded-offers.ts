/**
 * SQL for the loans that the lender $1 has funded and that may still be open for funding: an open loan is not
 * disbursed, so these are the pending fundings and those of loans not yet disbursed.
 */
export const fundedOffers = `select f.loan_id from funding f where f.lender_id = $1 and f.state = 'WAITING'
      union select r.loan_id from portfolio_standing s join portfolio_row r using (lender_id, funding_id)
       where s.lender_id = $1 and s.phase = 1`
