import { randomUUID } from 'node:crypto'
import type { Entry } from './matrix-entry.ts'
import type { Stage } from './matrix-stage.ts'

type Calls =
  | 'exportPortfolioReport'
  | 'issueBalanceConfirmation'
  | 'downloadBalanceConfirmation'
  | 'verifyBalanceConfirmation'
  | 'listBalanceConfirmations'
  | 'listFundingDocuments'
  | 'requestDocumentArchive'
  | 'listDocumentArchives'
  | 'openDocumentArchive'
  | 'downloadDocumentArchive'

export const documentsMatrix: Record<Calls, (stage: Stage) => Entry> = {
  exportPortfolioReport: () => ({ ids: {}, plain: ['query.on', 'query.format'] }),
  issueBalanceConfirmation: () => ({ ids: {}, plain: ['body.on'] }),
  // Confirmations need a past day, which the stage does not have: reports/balance-confirmation/confirmation.test.ts.
  downloadBalanceConfirmation: () => ({
    ids: {
      'query.number': {
        input: (number) => ({ query: { number: String(number) } }),
        foreign: { 'one that never was': 'KNF-261123-0000000000', 'no number at all': "' or 1=1 --" },
      },
    },
    plain: [],
  }),
  // Positions in lists: confirmation.test.ts and archive.test.ts show that they return only the lender's own rows.
  listBalanceConfirmations: () => ({ ids: {}, plain: ['query.year', 'query.after'] }),
  listFundingDocuments: () => ({ ids: {}, plain: ['query.year', 'query.search', 'query.after'] }),
  requestDocumentArchive: () => ({ ids: {}, plain: ['body.year'] }),
  listDocumentArchives: () => ({ ids: {}, plain: [] }),
  openDocumentArchive: ({ docToken, notice }) => ({
    ids: {
      'body.id': {
        input: (id) => ({ body: { id } }),
        foreign: {
          'one that never was': randomUUID(),
          'a document token': docToken.mine,
          'a notice': notice.mine,
        },
      },
    },
    plain: [],
  }),
  // The ticket in its cookie grants access to one archive: reports/archive/archive.test.ts.
  downloadDocumentArchive: () => ({ ids: {}, plain: [] }),
  // Anybody who has the code may verify it: reports/balance-confirmation/confirmation.test.ts.
  verifyBalanceConfirmation: () => ({ ids: {}, plain: ['body.code'] }),
}
