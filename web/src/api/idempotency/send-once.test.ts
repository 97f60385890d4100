import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { stubLocalStorage } from '../../session/testing/local-storage.ts'
import { errorOfAnswer, networkError } from '../errors.ts'
import { sendOnce, beginRequest } from './send-once.ts'
import { findOutcome, UnknownOutcome } from './outcome.ts'

beforeEach(() => {
  stubLocalStorage()
  vi.useFakeTimers()
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

const body = { loanId: 7, amount: 500_000 }
const notReceived = errorOfAnswer(409, { code: 'REQUEST_NOT_RECEIVED', message: 'Tidak sampai.' })

/**
 * Sends the body with fake timers.
 * @returns the result and the keys that were used
 */
async function run(send: () => Promise<string>, lookUp: () => Promise<string>) {
  const keys: string[] = []
  const sending = sendOnce(body, {
    send: (key) => {
      keys.push(key)
      return send()
    },
    lookUp: (key) => {
      keys.push(key)
      return lookUp()
    },
  }).catch((error: unknown) => error)
  await vi.runAllTimersAsync()
  return { end: await sending, keys }
}

const fail = (error: Error) => async (): Promise<never> => {
  throw error
}
const answer = (text: string) => async () => text

test('SCR-13 a request whose response was lost is looked up under the same key, and its outcome returned', async () => {
  const { end, keys } = await run(fail(networkError()), answer('reserved'))
  expect(end).toBe('reserved')
  expect(new Set(keys).size).toBe(1)
  expect((await run(answer('again'), answer('x'))).keys[0]).not.toBe(keys[0])
})

test('SCR-13 a request that the server never received is reported as failed, and the next one has another key', async () => {
  const { end, keys } = await run(fail(networkError()), fail(notReceived))
  expect(end).toBe(notReceived)
  const busy = errorOfAnswer(503, { message: 'Bank belum tersedia.' })
  const second = await run(fail(busy), fail(notReceived))
  expect(second.end).toBe(busy)
  expect(second.keys[0]).not.toBe(keys[0])
})

test('SCR-13 a request throws UnknownOutcome and keeps its key while the server is unreachable', async () => {
  const { end, keys } = await run(fail(networkError()), fail(networkError()))
  expect(end).toBeInstanceOf(UnknownOutcome)
  expect((end as UnknownOutcome).key).toBe(keys[0])
  expect((await run(answer('reserved'), answer('x'))).keys[0]).toBe(keys[0])
})

test('SCR-13 beginRequest replaces the key of a request with unknown outcome', async () => {
  const { keys } = await run(fail(networkError()), fail(networkError()))
  beginRequest(body)
  expect((await run(answer('reserved'), answer('x'))).keys[0]).not.toBe(keys[0])
})

test('SCR-13 looking up a request throws its refusal, and a rate-limited lookup leaves the outcome unknown', async () => {
  const refused = errorOfAnswer(400, { code: 'CASH_TOO_LOW', message: 'Kurang.' })
  expect((await run(fail(networkError()), fail(refused))).end).toBe(refused)
  const tooMany = errorOfAnswer(429, { code: 'TOO_MANY_REQUESTS', message: 'Terlalu banyak.' })
  expect(await findOutcome('a-key', fail(tooMany), async () => undefined)).toBeNull()
  const ended = errorOfAnswer(401, { code: 'SESSION_ENDED', message: 'Berakhir.' })
  await expect(findOutcome('a-key', fail(ended), async () => undefined)).rejects.toBe(ended)
})

test('SCN-06 a request that is made offline fails as it is, without asking for its outcome, and keeps its key', async () => {
  vi.stubGlobal('navigator', { onLine: false })
  const lost = networkError()
  const lookUp = vi.fn(answer('reserved'))
  const offline = await run(fail(lost), lookUp)
  expect(offline.end).toBe(lost)
  expect(lookUp).not.toHaveBeenCalled()
  vi.stubGlobal('navigator', { onLine: true })
  expect((await run(answer('reserved'), answer('x'))).keys).toEqual(offline.keys)
})

test('SCN-06 a request that may have been sent before the network was lost is looked up', async () => {
  const lookUp = vi.fn(fail(networkError()))
  const send = async (): Promise<never> => {
    vi.stubGlobal('navigator', { onLine: false })
    throw networkError()
  }
  expect((await run(send, lookUp)).end).toBeInstanceOf(UnknownOutcome)
  expect(lookUp).toHaveBeenCalled()
})
