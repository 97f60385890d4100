import * as z from 'zod/mini'
import { instant, idField, limitField, loanNumberField, pageField } from '../fields.ts'
import { getSummary } from '../lenders/profile/endpoints.ts'
import { listPortfolio } from '../reports/portfolio/endpoints.ts'
import { listTransactions } from '../reports/transactions/endpoints.ts'
import { endpoint } from '../endpoint.ts'
import { objectRef, trailEntry } from './fields.ts'

/** Personal data that is masked until it is shown with a reason. */
export const revealableFields = ['PHONE', 'EMAIL', 'COMPANY_EMAIL', 'PIC_PHONE', 'ACCOUNT_NUMBER'] as const
export type RevealableField = (typeof revealableFields)[number]

/** A fact in words. `reveals` names what `reveal` shows unmasked; `about` is the page that it leads to. */
export const fact = z.object({
  label: z.string(),
  value: z.string(),
  reveals: z.nullable(z.enum(revealableFields)),
  about: z.nullable(objectRef),
})
export type Fact = z.infer<typeof fact>

export const historyEvent = z.object({
  at: instant,
  words: z.string(),
  amount: z.nullable(z.int()),
  /** Who did it and why, where that is known. */
  by: z.nullable(z.string()),
  reason: z.nullable(z.string()),
  about: z.nullable(objectRef),
})
export type HistoryEvent = z.infer<typeof historyEvent>

export const objectPage = z.object({
  about: objectRef,
  title: z.string(),
  /** The lender whom it is of, for `reveal`. */
  lenderId: z.nullable(idField),
  facts: z.array(z.object({ title: z.string(), facts: z.array(fact) })),
  waits: z.array(z.object({ words: z.string(), amount: z.nullable(z.int()), about: z.nullable(objectRef) })),
  /** The newest events, and whether there are more. */
  events: z.array(historyEvent),
  trail: z.array(trailEntry),
  /** The names of the actions that belong here, with what their forms are filled with. */
  actions: z.array(z.object({ name: z.string(), input: z.record(z.string(), z.string()) })),
})
export type ObjectPage = z.infer<typeof objectPage>

export const getLenderPage = endpoint({
  auth: 'staff',
  operationId: 'getLenderPage',
  method: 'GET',
  path: '/lenders/page',
  right: 'LOOK',
  summary: 'The page of a lender. Opening it is recorded in the audit trail.',
  query: z.strictObject({ id: z.string().check(z.regex(/^[1-9][0-9]{0,15}$/)) }),
  answer: z.object({ ...objectPage.shape, summary: getSummary.answer }),
  errors: ['NOT_FOUND'],
})

const ofLender = { id: z.string().check(z.regex(/^[1-9][0-9]{0,15}$/)), limit: limitField, page: pageField }

export const listLenderPortfolio = endpoint({
  auth: 'staff',
  operationId: 'listLenderPortfolio',
  method: 'GET',
  path: '/lenders/portfolio',
  right: 'LOOK',
  summary: 'What this lender sees as their portfolio, with references of documents left out.',
  query: z.strictObject(ofLender),
  answer: listPortfolio.answer,
  errors: ['NOT_FOUND'],
})

export const listLenderTransactions = endpoint({
  auth: 'staff',
  operationId: 'listLenderTransactions',
  method: 'GET',
  path: '/lenders/transactions',
  right: 'LOOK',
  summary: 'What this lender sees as their transactions.',
  query: z.strictObject(ofLender),
  answer: listTransactions.answer,
  errors: ['NOT_FOUND'],
})

export const getLoanPage = endpoint({
  auth: 'staff',
  operationId: 'getLoanPage',
  method: 'GET',
  path: '/loans/page',
  right: 'LOOK',
  summary: 'The page of a loan.',
  query: z.strictObject({ number: loanNumberField }),
  answer: objectPage,
  errors: ['NOT_FOUND'],
})

export const getPaymentPage = endpoint({
  auth: 'staff',
  operationId: 'getPaymentPage',
  method: 'GET',
  path: '/payments/page',
  right: 'LOOK',
  summary: 'The page of a payment of a borrower or a lender, by its reference at the bank or its id.',
  query: z.strictObject({ reference: z.string().check(z.minLength(1), z.maxLength(128)) }),
  answer: objectPage,
  errors: ['NOT_FOUND'],
})

export const getWithdrawalPage = endpoint({
  auth: 'staff',
  operationId: 'getWithdrawalPage',
  method: 'GET',
  path: '/withdrawals/page',
  right: 'LOOK',
  summary: 'The page of a withdrawal with its bank lines.',
  query: z.strictObject({ id: z.uuid() }),
  answer: objectPage,
  errors: ['NOT_FOUND'],
})

export const reveal = endpoint({
  auth: 'staff',
  operationId: 'reveal',
  method: 'POST',
  path: '/reveal',
  right: 'LOOK',
  summary:
    'Shows one field of a lender that is masked elsewhere. Who, which and why is recorded in the audit trail.',
  body: z.strictObject({
    lenderId: idField,
    field: z.enum(revealableFields),
    reason: z
      .string('Tulis alasannya.')
      .check(z.trim(), z.minLength(5, 'Tulis alasannya.'), z.maxLength(200)),
  }),
  answer: z.object({ value: z.nullable(z.string()) }),
  errors: ['NOT_FOUND'],
})
