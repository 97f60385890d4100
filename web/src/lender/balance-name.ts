/** The name of the second balance: it includes the name of its bank, if known. */
export const secondBalanceName = (bank: string | null | undefined): string =>
  bank ? `Saldo di ${bank}` : 'Saldo tambahan'
