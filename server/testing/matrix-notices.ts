import { randomUUID } from 'node:crypto'
import type { Entry } from './matrix-entry.ts'
import type { Stage } from './matrix-stage.ts'

type Calls = 'getNoticeState' | 'listCentreNotices' | 'readNotices'

/** For each call of the notification centre, which fields are ids (own and of another lender) and which are not. */
export const noticeCentreMatrix: Record<Calls, (stage: Stage) => Entry> = {
  getNoticeState: () => ({ ids: {}, plain: [] }),
  // A cursor is a position in the caller's own list: lenders/notifications/centre.test.ts.
  listCentreNotices: () => ({
    ids: {},
    plain: ['query.category', 'query.unread', 'query.limit', 'query.cursor'],
  }),
  readNotices: ({ notice, docToken }) => ({
    ids: {
      'body.upTo': {
        input: (upTo) => ({ body: { upTo } }),
        mine: notice.mine,
        foreign: {
          'another lender’s': notice.theirs,
          'one that never was': randomUUID(),
          'one that was deleted': notice.deleted,
          'a document token': docToken.mine,
        },
      },
    },
    plain: ['body.category'],
  }),
}
