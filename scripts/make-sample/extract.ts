import { type Group, groupOf, groups } from './agreement.ts'
import type { SourceLoan } from './source.ts'

const perGroup = 12

/** Selects some loans of each group, the first ones of each term; that is enough for a test. */
export function chooseExtract(source: readonly SourceLoan[]): SourceLoan[] {
  const chosen = new Map<Group, SourceLoan[]>(groups.map((group) => [group, []]))
  for (const termMonths of [60, 36]) {
    for (const loan of source) {
      const list = chosen.get(groupOf(loan)) ?? []
      const most = termMonths === 60 ? perGroup / 2 : perGroup
      // Half of the selected charged-off loans have a recovery.
      const wanted = !loan.chargedOff || loan.recovered > 0 === (list.length % 2 === 0)
      if (loan.termMonths === termMonths && wanted && list.length < most) list.push(loan)
    }
  }
  return [...chosen.values()].flat().toSorted((a, b) => a.loanNo - b.loanNo)
}

/** Writes the rows as a file that `streamSource` reads, with the columns that it needs. */
export function formatExtract(loans: readonly SourceLoan[]): string {
  const rows = loans.map((loan) => ({
    loan_no: loan.loanNo,
    funded_amnt: loan.fundedAmount,
    term: loan.termMonths,
    int_rate: loan.rate,
    installment: loan.installment,
    sub_grade: loan.subGrade,
    purpose: loan.purpose,
    issue_d: loan.issuedOn,
    loan_status: loan.chargedOff ? 'Charged Off' : 'Fully Paid',
    total_rec_prncp: loan.receivedPrincipal,
    total_rec_int: loan.receivedInterest,
    total_rec_late_fee: loan.receivedLateFee,
    recoveries: loan.recovered,
    collection_recovery_fee: loan.recoveryFee,
    last_pymnt_d: loan.lastPaidOn ?? '',
  }))
  const header = Object.keys(rows[0] ?? {}).join(',')
  return [header, ...rows.map((row) => Object.values(row).join(',')), ''].join('\n')
}
