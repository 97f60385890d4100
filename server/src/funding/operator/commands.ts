/** Each is loaded where it is called: a command starts without the others. */
export const commands = {
  'bulk-fundings': {
    says: 'pendanaan seluruh product oleh Pemberi Dana',
    open: async () => (await import('./bulk-fundings.ts')).addBulkFundings,
  },
  'auto-funding': {
    says: 'putaran pendanaan otomatis',
    open: async () => (await import('./auto-funding.ts')).addAutoFunding,
  },
  fundings: {
    says: 'pendanaan yang menunggu tanda tangan',
    open: async () => (await import('./fundings.ts')).addFundings,
  },
  'repair timestamps': async () => (await import('./timestamps.ts')).addRequestTimestamps,
  'repair auto-funding': async () => (await import('./auto-funding.ts')).addHoldRound,
  timestamps: {
    says: 'stempel waktu perjanjian yang ditandatangani',
    open: async () => (await import('./timestamps.ts')).addTimestamps,
  },
  'lenders transfer-holdings': async () => (await import('./holdings.ts')).addTransferHoldings,
  'lenders take-back-transfer': async () => (await import('./holdings.ts')).addTakeBackTransfer,
  mandates: {
    says: 'kuasa pendanaan otomatis',
    open: async () => (await import('./mandates.ts')).addMandates,
  },
}
