/** Each is loaded where it is called: a command starts without the others. */
export const commands = {
  books: {
    says: 'pembukuan',
    open: async () => (await import('./books.ts')).addBooks,
  },
  ledger: {
    says: 'pembukuan menurut jenis akun (docs/ledger.md)',
    open: async () => (await import('./accounts.ts')).addLedger,
  },
  audit: {
    says: 'jejak audit: pelaku, tindakan, dan hasilnya',
    open: async () => (await import('./audit-trail.ts')).addAuditTrail,
  },
}
