import { randomUUID } from 'node:crypto'
import type { Entry } from './matrix-entry.ts'
import type { Stage } from './matrix-stage.ts'

const filter = ['type', 'status', 'startDate', 'endDate', 'reference'].map((name) => `query.${name}`)

/** The calls of the transaction history. Its figures: reports/transactions/list.test.ts; of a bulk funding: funding/bulk/report.test.ts. */
export const transactionsMatrix = {
  listTransactions: (): Entry => ({ ids: {}, plain: ['query.limit', 'query.page', ...filter] }),
  getTransaction: ({ docToken, notice }: Stage): Entry => ({
    ids: {
      'query.id': {
        input: (id) => ({ query: { id: String(id), type: '2' } }),
        mine: docToken.mine,
        foreign: {
          'another lender’s': docToken.theirs,
          'one that never was': randomUUID(),
          'a notice': notice.mine,
        },
      },
    },
    plain: ['query.type'],
  }),
  exportTransactions: (): Entry => ({ ids: {}, plain: ['query.format', ...filter] }),
  downloadTransactionReport: ({ docToken }: Stage): Entry => ({
    ids: {
      'query.bulkFundingNumber': {
        input: (number) => ({ query: { bulkFundingNumber: String(number) } }),
        foreign: {
          'one that never was': 'BLK-261121-0123456789',
          'a document token': docToken.mine,
          'no number at all': "' or 1=1 --",
        },
      },
    },
    plain: [],
  }),
}
