import type { Context } from '../../context.ts'
import { perform } from '../../platform/commands/perform.ts'
import type { Routes } from '../../platform/http/routes.ts'
import { callOf, whoOf } from '../factor-changes/index.ts'
import { createKey, revokeKey, rotateKey } from './change-keys.ts'
import { listKeys } from './list-keys.ts'

type Calls = 'listKeys' | 'createKey' | 'rotateKey' | 'revokeKey'

export const routes = (context: Context): Routes<Calls> => ({
  listKeys: ({ lender }) => listKeys(context.db, lender.lenderId),
  createKey: ({ body, ...from }) => createKey(context, whoOf(from), body),
  rotateKey: ({ body, ...from }) => rotateKey(context, whoOf(from), body.id),
  revokeKey: ({ body, ...from }) =>
    perform(context, revokeKey, callOf(whoOf(from), { id: body.id, lenderId: from.lender.lenderId })),
})
