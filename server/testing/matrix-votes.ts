import { randomUUID } from 'node:crypto'
import type { Entry } from './matrix-entry.ts'
import type { Stage } from './matrix-stage.ts'
import { goodPassword } from './http.ts'

type Calls = 'getVote' | 'castVote' | 'listVotes'

// A vote of another lender's loan, and one's own: loans/votes/votes.test.ts.
const foreign = ({ docToken, notice }: Stage) => ({
  'one that never was': randomUUID(),
  'a notice': notice.mine,
  'a document token': docToken.mine,
  'no id at all': "' or 1=1 --",
})

export const votesMatrix: Record<Calls, (stage: Stage) => Entry> = {
  getVote: (stage) => ({
    ids: { 'query.id': { input: (id) => ({ query: { id: String(id) } }), foreign: foreign(stage) } },
    plain: [],
  }),
  castVote: (stage) => ({
    ids: {
      'body.id': {
        input: (id) => ({ body: { id, agrees: true, password: goodPassword } }),
        foreign: foreign(stage),
      },
    },
    plain: ['body.agrees', 'body.password'],
  }),
  // A filter within the lender's own rights.
  listVotes: () => ({ ids: {}, plain: ['query.loanNumber'] }),
}
