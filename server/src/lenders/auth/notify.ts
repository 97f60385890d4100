import type { Queryable } from '../../platform/db/database.ts'
import { messageQueue } from '../notifications/index.ts'
import { urgentQueue } from './queue.ts'
import { enqueue } from '../../platform/jobs/queue.ts'
import type { MutationContext } from '../../platform/commands/command.ts'

/** How a lender who was registered is told to set a password. The code itself always comes by SMS. */
export const invitations = ['SMS', 'EMAIL'] as const
export type Invitation = (typeof invitations)[number]

type Notified = {
  /** The event that a lender was registered, who has still to set a password. */
  'auth.tell_registered': { lenderId: number; by: Invitation }
  'auth.tell_password_set': { lenderId: number }
  /** The event that a lender has logged in from a new browser. */
  'auth.notify_login': { lenderId: number; sessionId: string }
}

/** Enqueues the message in the transaction of the event that it reports. */
export async function notifyByMessage<K extends keyof Notified>(
  tx: Queryable,
  { random }: Pick<MutationContext, 'random'>,
  kind: K,
  payload: Notified[K],
): Promise<void> {
  // A file of lenders must not delay the codes that others wait for.
  const queue = kind === 'auth.tell_registered' ? messageQueue : urgentQueue
  await enqueue(tx, [{ id: random.uuid(), kind, payload, queue }])
}
