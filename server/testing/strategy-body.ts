/** Terms of a strategy as a browser sends them. */
export const strategyBody = {
  name: 'Tenor pendek',
  filters: { tenorTo: '6' },
  perLoan: { kind: 'FIXED', amount: 300_000 },
  mostPerBorrower: null,
  cashToKeep: 0,
  budget: 5_000_000,
  reinvest: true,
}
