import type { Context } from '../../context.ts'
import { perform } from '../../platform/commands/perform.ts'
import { type Identity, lenderActor } from '../../platform/http/requests.ts'
import type { Routes } from '../../platform/http/routes.ts'
import { createKey, type From, revokeKey, rotateKey } from './change-keys.ts'
import { listKeys } from './list-keys.ts'

type Calls = 'listKeys' | 'createKey' | 'rotateKey' | 'revokeKey'

/** The account whose keys they are, and the session in which they are changed. */
const fromOf = ({
  lender,
  requestId,
  source,
}: {
  lender: Identity
  requestId: string
  source: string
}): From => ({
  actor: lenderActor(lender),
  requestId,
  source,
})

export const routes = (context: Context): Routes<Calls> => ({
  listKeys: ({ lender }) => listKeys(context.db, lender.lenderId),
  createKey: ({ body, ...sent }) => createKey(context, fromOf(sent), body),
  rotateKey: ({ body, ...sent }) => rotateKey(context, fromOf(sent), body.id),
  revokeKey: ({ body, ...sent }) => perform(context, revokeKey, { ...fromOf(sent), input: { id: body.id } }),
})
