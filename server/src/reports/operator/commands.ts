/** Each is loaded where it is called: a command starts without the others. */
export const commands = {
  confirmations: {
    says: 'konfirmasi saldo bagi auditor',
    open: async () => (await import('./confirmations.ts')).addConfirmations,
  },
  report: {
    says: 'angka dan catatan bagi pengawas',
    open: async () => (await import('./report.ts')).addReport,
  },
  'repair statements': async () => (await import('./issue-statements.ts')).addIssueStatements,
  statements: {
    says: 'pergerakan sebuah rekening',
    open: async () => (await import('./statements.ts')).addStatements,
  },
  'lenders history': async () => (await import('./history.ts')).addHistory,
}
