import { applyAnswer, bookRepayment, endFundings } from './lenders.ts'
import { releaseReservation, reserve, settle } from './loans.ts'
import type { Answer, Message } from './messages.ts'
import type { Handlers, Transaction } from './transaction.ts'

/** The protocol of the cells: who answers what, and what an answer does. */
export const handlers: Handlers = { answer, apply: applyAnswer }

function answer(tx: Transaction, message: Message): Answer | null {
  const { request } = message
  switch (request.kind) {
    case 'reserve':
      return reserve(tx, message, request)
    case 'settle':
      return settle(tx, message, request)
    case 'release':
      releaseReservation(tx, request.funding)
      return 'done'
    case 'end':
      endFundings(tx, message, request)
      return 'done'
    case 'repay':
      bookRepayment(tx, message, request)
      return 'done'
  }
}
