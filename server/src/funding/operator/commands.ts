/** Each is loaded where it is called: a command starts without the others. */
export const commands = {
  'bulk-fundings': async () => (await import('./bulk-fundings.ts')).addBulkFundings,
  'auto-funding': async () => (await import('./auto-funding.ts')).addAutoFunding,
  fundings: async () => (await import('./fundings.ts')).addFundings,
  'repair timestamps': async () => (await import('./timestamps.ts')).addRequestTimestamps,
  'repair auto-funding': async () => (await import('./auto-funding.ts')).addHoldRound,
  timestamps: async () => (await import('./timestamps.ts')).addTimestamps,
  'lenders transfer-holdings': async () => (await import('./holdings.ts')).addTransferHoldings,
  'lenders take-back-transfer': async () => (await import('./holdings.ts')).addTakeBackTransfer,
  mandates: async () => (await import('./mandates.ts')).addMandates,
}
