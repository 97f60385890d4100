import { randomUUID } from 'node:crypto'
import { Refusal } from '../platform/refusal.ts'
import { toInternational } from './numbers.ts'
import { type Trouble, troubleOf } from './sentinels.ts'
import type { SmsRecord, SmsStore } from './store.ts'

/** Everything a verb of the gateway works with. */
export type Gateway = {
  store: SmsStore
  now: () => Date
  /** How long the slow number waits for its answer, milliseconds. */
  slowMs: number
  /** How long the late number waits for its message, milliseconds. */
  lateMs: number
  /** Waits; cut short when the process stops. */
  sleep: (milliseconds: number) => Promise<void>
  /** How often a reference has been asked for, for the troubles that pass. */
  tries: Map<string, number>
}

export type SmsBody = { to: string; text: string; reference: string }

/** `cut`: the message was taken, and the connection is to break without an answer. */
export type Taken = { id: string; cut: boolean }

/**
 * Takes a message and lets it arrive. The same reference with the same message is taken once, however often it is
 * sent. Throws a Refusal where a gateway would say no, or where the number is one that makes trouble.
 */
export async function takeMessage(gateway: Gateway, body: SmsBody): Promise<Taken> {
  const to = toInternational(body.to)
  if (to === null) throw new Refusal(422, 'NUMBER_INVALID', 'This is no Indonesian mobile number')
  const trouble = troubleOf(to)
  refuse(trouble, gateway, body.reference)
  const { record, isNew } = await gateway.store.add({
    id: randomUUID(),
    to,
    text: body.text,
    reference: body.reference,
    arrivals: [],
  })
  if (record.to !== to || record.text !== body.text) {
    throw new Refusal(409, 'REFERENCE_REUSED', 'Another message was sent under this reference')
  }
  if (isNew) await arrive(gateway, record, trouble)
  if (trouble === 'slow') await gateway.sleep(gateway.slowMs)
  return { id: record.id, cut: trouble === 'cut' && isNew }
}

function refuse(trouble: Trouble | null, gateway: Gateway, reference: string): void {
  if (trouble === 'fails') throw new Refusal(500, 'GATEWAY_FAILED', 'The gateway failed')
  if (trouble === 'refused') throw new Refusal(422, 'NUMBER_UNKNOWN', 'Nobody has this number')
  if (trouble === 'unsteady' && countTry(gateway, reference) <= 2) {
    throw new Refusal(503, 'GATEWAY_AWAY', 'The gateway is away')
  }
  if (trouble === 'busy' && countTry(gateway, reference) === 1) {
    throw new Refusal(429, 'TOO_MANY', 'Too many messages at once')
  }
}

function countTry({ tries }: Gateway, reference: string): number {
  const count = (tries.get(reference) ?? 0) + 1
  tries.set(reference, count)
  return count
}

async function arrive(gateway: Gateway, record: SmsRecord, trouble: Trouble | null): Promise<void> {
  if (trouble === 'lost') return
  if (trouble === 'late') {
    void gateway.sleep(gateway.lateMs).then(() => gateway.store.arrive(record, gateway.now()))
    return
  }
  await gateway.store.arrive(record, gateway.now())
  if (trouble === 'doubled') await gateway.store.arrive(record, gateway.now())
}
