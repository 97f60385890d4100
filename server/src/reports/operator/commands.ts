/** Each is loaded where it is called: a command starts without the others. */
export const commands = {
  confirmations: async () => (await import('./confirmations.ts')).addConfirmations,
  report: async () => (await import('./report.ts')).addReport,
  'repair statements': async () => (await import('./issue-statements.ts')).addIssueStatements,
  statements: async () => (await import('./statements.ts')).addStatements,
  'lenders history': async () => (await import('./history.ts')).addHistory,
}
