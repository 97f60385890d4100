import { randomUUID } from 'node:crypto'
import type { EventName, EventRecord } from './model.ts'

/** PINs that trigger a fault of the provider, with their description on its signing page. */
export const SENTINELS = [
  { pin: '000001', effect: 'Penandatanganan gagal di penyedia; dokumen tetap menunggu.' },
  { pin: '000002', effect: 'Ditandatangani, tetapi pemberitahuan ke aplikasi hilang.' },
  { pin: '000003', effect: 'Pemberitahuan dikirim lima kali sekaligus.' },
  { pin: '000004', effect: 'Pemberitahuan datang terlambat.' },
  { pin: '000005', effect: 'Pemberitahuan palsu datang lebih dulu, lalu yang asli.' },
  { pin: '000006', effect: 'Pemberitahuan “ditinjau” yang lebih lama datang sesudah “ditandatangani”.' },
] as const

/** Signing with this PIN fails and leaves the document pending. */
export const PIN_FAILS = '000001'

/** The callbacks that follow a signature at `at`. `base` is the number of events that the document already has. */
export function eventsOfSignature(pin: string, at: Date, base: number, lateMs: number): EventRecord[] {
  const signed = newEvent('signed', at)
  switch (pin) {
    case '000002':
      return []
    case '000003':
      return [{ ...signed, copies: 5 }]
    case '000004':
      return [{ ...signed, dueAt: new Date(at.getTime() + lateMs).toISOString() }]
    case '000005':
      // The forgery has the id of the real event: a receiver that records ids before it verifies signatures would
      // discard the real one.
      return [
        { ...signed, forged: true },
        { ...signed, after: base },
      ]
    case '000006': {
      const reviewed = newEvent('reviewed', new Date(at.getTime() - 1_000))
      return [signed, { ...reviewed, after: base }]
    }
    default:
      return [signed]
  }
}

/** An event that happened at `at`, due at once. */
export function newEvent(event: EventName, at: Date): EventRecord {
  return {
    eventId: randomUUID(),
    event,
    occurredAt: at.toISOString(),
    forged: false,
    copies: 1,
    after: null,
    attempts: 0,
    dueAt: at.toISOString(),
    deliveredAt: null,
  }
}
