/** The rules of the protocol that a run can break one by one, each with the fault that the cells then have. */
export const faultOf = {
  'key-remembered': "a lender's cell forgets the idempotency key of a funding",
  'hold-counted': 'money that is held counts as free cash',
  'hold-until-answer': 'a hold is released after five seconds without an answer',
  'row-until-answer': 'a message is deleted from the outbox once it was sent',
  'outbox-at-start': 'a cell that starts again does not send what is in its outbox',
  'answer-once': 'an answer counts again when it is repeated, or comes after its funding has ended',
  'late-answer-void': 'an answer that is still on its way counts, although its loan was cancelled since',
  'room-checked': 'a loan is taken from without asking what is left of it',
  'decision-remembered': "a loan's home decides again on a request that it has decided on",
  'refusal-remembered': "a loan's home remembers what it has taken, and not what it has refused",
  'answer-repeated': 'a request that was decided on is not answered again',
  'settlement-once': 'the money of a signed funding is booked again when its message is repeated',
  'release-sent': 'a reservation that has expired is not given back to its loan',
  'expiry-at-one-cell': "a loan's home, too, ends reservations that are not signed in time",
  'signed-kept': 'a funding that is signed expires until its money has arrived',
  'late-money-returned': 'money that arrives for a cancelled loan is kept there',
  'refund-once': 'the refund of a cancelled loan is booked again when its message is repeated',
  'repayment-once': 'a repayment is booked again when its message is repeated',
  'share-to-its-lender': 'the shares of a repayment are all credited to the first lender of the message',
} as const

export type Rule = keyof typeof faultOf
export const allRules = Object.keys(faultOf) as Rule[]
