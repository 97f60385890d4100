/** Each is loaded where it is called: a command starts without the others. */
export const commands = {
  books: async () => (await import('./books.ts')).addBooks,
  ledger: async () => (await import('./accounts.ts')).addLedger,
  audit: async () => (await import('./audit-trail.ts')).addAuditTrail,
}
