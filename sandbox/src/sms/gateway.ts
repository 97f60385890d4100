import { randomUUID } from 'node:crypto'
import { Refusal } from '../platform/refusal.ts'
import { toInternational } from './numbers.ts'
import { type Fault, faultOf } from './sentinels.ts'
import type { SmsRecord, SmsStore } from './store.ts'

/** The shared dependencies of the gateway's functions. */
export type Gateway = {
  store: SmsStore
  now: () => Date
  /** Delay of the answer for the phone number that simulates a slow gateway, milliseconds. */
  slowMs: number
  /** Delay of the message for the phone number that simulates late delivery, milliseconds. */
  lateMs: number
  /** Waits; ends early when the process stops. */
  sleep: (milliseconds: number) => Promise<void>
  /** Number of requests by reference, for faults that end after some attempts. */
  tries: Map<string, number>
}

export type SmsBody = { to: string; text: string; reference: string }

/** `cut`: the message was accepted, and the connection must be closed without an answer. */
export type Taken = { id: string; cut: boolean }

/**
 * Accepts a message and delivers it. The same reference with the same message is accepted once, however often it is
 * sent. Throws a Refusal where a gateway would refuse, or where the number has a fault.
 */
export async function takeMessage(gateway: Gateway, body: SmsBody): Promise<Taken> {
  const to = toInternational(body.to)
  if (to === null) throw new Refusal(422, 'NUMBER_INVALID', 'This is no Indonesian mobile number')
  const fault = faultOf(to)
  refuse(fault, gateway, body.reference)
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
  if (isNew) await arrive(gateway, record, fault)
  if (fault === 'slow') await gateway.sleep(gateway.slowMs)
  return { id: record.id, cut: fault === 'cut' && isNew }
}

function refuse(fault: Fault | null, gateway: Gateway, reference: string): void {
  if (fault === 'fails') throw new Refusal(500, 'GATEWAY_FAILED', 'The gateway failed')
  if (fault === 'refused') throw new Refusal(422, 'NUMBER_UNKNOWN', 'Nobody has this number')
  if (fault === 'unsteady' && countTry(gateway, reference) <= 2) {
    throw new Refusal(503, 'GATEWAY_AWAY', 'The gateway is away')
  }
  if (fault === 'busy' && countTry(gateway, reference) === 1) {
    throw new Refusal(429, 'TOO_MANY', 'Too many messages at once')
  }
}

function countTry({ tries }: Gateway, reference: string): number {
  const count = (tries.get(reference) ?? 0) + 1
  tries.set(reference, count)
  return count
}

async function arrive(gateway: Gateway, record: SmsRecord, fault: Fault | null): Promise<void> {
  if (fault === 'lost') return
  if (fault === 'late') {
    void gateway.sleep(gateway.lateMs).then(() => gateway.store.arrive(record, gateway.now()))
    return
  }
  await gateway.store.arrive(record, gateway.now())
  if (fault === 'doubled') await gateway.store.arrive(record, gateway.now())
}
