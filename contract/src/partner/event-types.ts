/** The events of a lender that their systems read. The list grows; none is renamed. */
export const eventTypes = [
  'cash.moved',
  'funding.waiting',
  'funding.settled',
  'funding.rejected',
  'funding.expired',
  'funding.cancelled',
  'funding.refunded',
  'withdrawal.held',
  'withdrawal.sent',
  'withdrawal.paid',
  'withdrawal.returned',
  'loan.funded',
  'loan.cancelled',
  'loan.active',
  'loan.restructured',
  'loan.repaid',
  'loan.written_off',
] as const
export type EventType = (typeof eventTypes)[number]
