/** What one cell asks of another. Loans are asked about at their home, lenders at their cell. */
export type Request =
  | { kind: 'reserve'; funding: number; loan: number; lender: number; amount: number }
  /** Carries the money of a signed funding to its loan. */
  | { kind: 'settle'; funding: number; amount: number }
  /** Gives the part of an expired reservation back to its loan. */
  | { kind: 'release'; funding: number }
  /** Ends the fundings of a cancelled loan, and carries the money back of those that were settled. */
  | { kind: 'end'; loan: number; fundings: readonly { funding: number; refund: number }[] }
  /** Carries the shares of all installments that one transaction has recorded to the lenders of one cell. */
  | { kind: 'repay'; batch: string; shares: readonly Share[] }

export type Share = { lender: number; amount: number }

export type Answer = 'taken' | 'refused' | 'settled' | 'returned' | 'done'

/** A row of an outbox, and what is sent of it. */
export type Message = {
  /** The same for every attempt. */
  id: string
  from: number
  to: number
  /** The period in which it was written, by which both cells sum up the money. */
  period: number
  request: Request
}

export type Reply = { message: Message; answer: Answer }

/** What goes from one cell to another at once, after a commit. */
export type Packet = { messages: readonly Message[]; replies: readonly Reply[] }

export function idOf(request: Request, to: number): string {
  switch (request.kind) {
    case 'end':
      return `end:${request.loan}:${to}`
    case 'repay':
      return `repay:${request.batch}:${to}`
    case 'reserve':
    case 'settle':
    case 'release':
      return `${request.kind}:${request.funding}`
  }
}

export function moneyOf(request: Request): number {
  switch (request.kind) {
    case 'settle':
      return request.amount
    case 'end':
      return request.fundings.reduce((sum, { refund }) => sum + refund, 0)
    case 'repay':
      return request.shares.reduce((sum, { amount }) => sum + amount, 0)
    case 'reserve':
    case 'release':
      return 0
  }
}
