/** Corruptions of the read models of the dashboard, each with the invariant that must detect it. */
export const readModelCorruptions: [string, string, string][] = [
  ['I23c', 'a portfolio row with the wrong phase', 'update portfolio_standing set phase = 4 where phase = 2'],
  [
    'I23c',
    'a portfolio row without its oldest due date',
    `update portfolio_standing set oldest_due = 'infinity'`,
  ],
  ['I23c', 'a funding without its portfolio row', 'delete from portfolio_row'],
  [
    'I23c',
    'a portfolio row with another borrower',
    'update portfolio_standing set borrower_id = borrower_id + 1',
  ],
  [
    'I23c',
    'a portfolio row with another loan number',
    `update portfolio_standing set loan_number = loan_number || 'x'`,
  ],
  [
    'I23d',
    'a portfolio total that is one rupiah too high',
    'update portfolio_total set principal_due = principal_due + 1',
  ],
  ['I23d', 'a lender without their portfolio total', 'delete from portfolio_total'],
  [
    'I23d',
    'a borrower’s lent sum that is one rupiah too high',
    'update portfolio_borrower set lent = lent + 1',
  ],
  [
    'I23d',
    'a loan type’s principal that is one rupiah too high',
    'update portfolio_mix set principal_due = principal_due + 1',
  ],
  ['I23d', 'a missing composition of the portfolio by rating', 'delete from portfolio_mix'],
  [
    'I23d',
    'a borrower’s unpaid principal that is one rupiah too high',
    'update portfolio_borrower_due set principal_due = principal_due + 1',
  ],
  ['I23e', 'a history row with another amount', 'update history_row set amount = amount - 1 where type = 5'],
  [
    'I23e',
    'a funding at another time in the history',
    `update history_row set at = at - interval '1 ms' where type = 2`,
  ],
  ['I23e', 'a funding without its history row', 'delete from history_row where type = 2'],
  ['I23e', 'a day of the history that counts too many rows', 'update history_day set rows = rows + 1'],
  ['I23g', 'a repayment record with a wrong delay', 'update repayment_record set paid_late = not paid_late'],
  [
    'I23g',
    'a repayment record without its oldest due date',
    `update repayment_record set oldest_due = 'infinity'`,
  ],
  ['I23g', 'a loan without its repayment record', 'delete from repayment_record'],
]
