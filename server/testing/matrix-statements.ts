import type { Entry } from './matrix-entry.ts'
import type { Stage } from './matrix-stage.ts'

type Operations = 'listStatements' | 'downloadStatement' | 'exportAccount'

export const statementsMatrix: Record<Operations, (stage: Stage) => Entry> = {
  listStatements: () => ({ ids: {}, plain: ['query.limit', 'query.page', 'query.year'] }),
  downloadStatement: ({ docToken }) => ({
    ids: {
      'query.number': {
        input: (number) => ({ query: { number: String(number) } }),
        // A statement of another lender: reports/statements/download.test.ts.
        foreign: {
          'one that never was': 'STM-261121-0123456789',
          'a document token': docToken.mine,
          'no number at all': "' or 1=1 --",
        },
      },
    },
    plain: ['query.format'],
  }),
  exportAccount: () => ({ ids: {}, plain: ['query.from', 'query.to', 'query.format'] }),
}
