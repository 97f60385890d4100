import type { Context } from '../../../context.ts'
import { perform } from '../../../platform/commands/perform.ts'
import { type Identity, lenderActor } from '../../../platform/http/requests.ts'
import type { Routes } from '../../../platform/http/routes.ts'
import { askBankAccount, withdrawAccountRequest } from './ask.ts'
import { requestOf } from './list.ts'

type Calls = 'getBankAccountRequest' | 'askBankAccount' | 'withdrawBankAccountRequest'

type From = { lender: Identity; requestId: string; source: string }

const actorOf = ({ lender, requestId, source }: From) => ({
  actor: lenderActor(lender),
  ...{ requestId, source },
})

export const routes = (context: Context): Routes<Calls> => ({
  getBankAccountRequest: ({ lender }) => requestOf(context.db, lender.lenderId),
  async askBankAccount({ body, ...from }) {
    const { lenderId } = from.lender
    await perform(context, askBankAccount, { ...actorOf(from), input: { lenderId, ...body } })
    return requestOf(context.db, lenderId)
  },
  async withdrawBankAccountRequest({ body, ...from }) {
    const { lenderId } = from.lender
    await perform(context, withdrawAccountRequest, { ...actorOf(from), input: { lenderId, ...body } })
    return requestOf(context.db, lenderId)
  },
})
