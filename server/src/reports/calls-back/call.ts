import type { Context } from '../../context.ts'
import { headersOf } from './sign.ts'
import type { CallBack, Try } from './store.ts'

/** What a call says: that something happened, and where to read it. */
export type Message = { id: string; type: string; at: Date; cursor: string | null }

/** Calls an address once. The body has no content (thin): whoever reads it asks with a key. */
export async function call(
  { callBack, clock }: Pick<Context, 'callBack' | 'clock'>,
  { url, secret, formerSecret, now }: CallBack,
  { id, type, at, cursor }: Message,
): Promise<Pick<Try, 'status' | 'fault' | 'milliseconds'>> {
  const body = JSON.stringify({ type, timestamp: at.toISOString(), data: { id, cursor } })
  const headers = headersOf({ id, at: now, body }, [secret, ...(formerSecret === null ? [] : [formerSecret])])
  const begun = clock.now().getTime()
  const result = await callBack.send(url, { headers, body })
  return { ...result, milliseconds: Math.max(0, clock.now().getTime() - begun) }
}
