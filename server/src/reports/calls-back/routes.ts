import type { Context } from '../../context.ts'
import { type Identity, lenderActor } from '../../platform/http/requests.ts'
import type { Routes } from '../../platform/http/routes.ts'
import { endCallBack, rotateSecret, setCallBack } from './change.ts'
import { listTries, ringOnce, showCallBack } from './show.ts'

type Calls =
  | 'getCallBack'
  | 'setCallBack'
  | 'rotateCallBackSecret'
  | 'endCallBack'
  | 'ringCallBack'
  | 'listCallBackTries'
type From = { lender: Identity; request: { ip: string }; requestId: string }

const whoOf = ({ lender, request, requestId }: From) => ({
  actor: lenderActor(lender),
  ...{ requestId, source: request.ip },
})

/** In a company only who may change the address. */
const mayManage = ({ member }: Identity): boolean => member?.roles.includes('ADMINISTRATOR') ?? true

export const routes = (context: Context): Routes<Calls> => ({
  getCallBack: ({ lender }) => showCallBack(context.db, lender.lenderId, { isWhole: mayManage(lender) }),
  setCallBack: ({ body, ...from }) => setCallBack(context, whoOf(from), body),
  rotateCallBackSecret: (from) => rotateSecret(context, whoOf(from)),
  endCallBack: (from) => endCallBack(context, whoOf(from)),
  ringCallBack: ({ lender, body }) => ringOnce(context, lender.lenderId, body.eventNo),
  listCallBackTries: ({ lender }) => listTries(context.db, lender.lenderId),
})
