import type { Entry } from './matrix-entry.ts'
import type { Stage } from './matrix-stage.ts'

type Calls =
  | 'getCallBack'
  | 'setCallBack'
  | 'rotateCallBackSecret'
  | 'endCallBack'
  | 'ringCallBack'
  | 'listCallBackTries'

const nothing: Entry = { ids: {}, plain: [] }

export const callsBackMatrix: Record<Calls, (stage: Stage) => Entry> = {
  getCallBack: () => nothing,
  setCallBack: () => ({ ids: {}, plain: ['body.url', 'body.types'] }),
  rotateCallBackSecret: () => nothing,
  endCallBack: () => nothing,
  // An event of another lender: reports/calls-back/change.test.ts.
  ringCallBack: () => ({
    ids: {
      'body.eventNo': {
        input: (eventNo) => ({ body: { eventNo } }),
        foreign: { 'one that never was': 900_000_000_000, 'another that never was': 900_000_000_001 },
      },
    },
    plain: [],
  }),
  listCallBackTries: () => nothing,
}
