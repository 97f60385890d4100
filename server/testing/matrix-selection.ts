import { randomUUID } from 'node:crypto'
import type { Entry } from './matrix-entry.ts'
import type { Stage } from './matrix-stage.ts'

type Calls = 'getConcentration' | 'checkSelection' | 'fundSelection' | 'getSelectionOutcome' | 'getSelection'

export const selectionMatrix: Record<Calls, (stage: Stage) => Entry> = {
  getConcentration: ({ draft, loan }) => ({
    ids: {
      'body.loans.loanNumber': {
        input: (loanNumber) => ({ body: { loans: [{ loanNumber, amount: 300_000 }] } }),
        mine: loan.loanNumber,
        foreign: { 'one not offered': draft.loanNumber, 'one that never was': 'T-999999999' },
      },
    },
    plain: ['body.loans.amount'],
  }),
  // An unknown number gets the same response as one that is not offered: funding/selection/check.test.ts.
  checkSelection: () => ({ ids: {}, plain: ['body.loans.loanNumber', 'body.loans.amount'] }),
  fundSelection: ({ draft }) => ({
    ids: {
      'body.loans.loanNumber': {
        input: (loanNumber) => ({ body: { loans: [{ loanNumber, amount: 300_000 }] } }),
        foreign: { 'one not offered': draft.loanNumber, 'one that never was': 'T-999999999' },
      },
    },
    plain: ['body.loans.amount'],
  }),
  // Keys are separate for each lender: funding/selection/fund.test.ts.
  getSelectionOutcome: () => ({ ids: {}, plain: ['body.key'] }),
  getSelection: ({ selection, docToken }) => ({
    ids: {
      'query.selectionId': {
        input: (selectionId) => ({ query: { selectionId: String(selectionId) } }),
        mine: selection.mine,
        foreign: {
          'another lender’s': selection.theirs,
          'one that never was': randomUUID(),
          'a document token': docToken.mine,
          'no id at all': "' or 1=1 --",
        },
      },
    },
    plain: [],
  }),
}
