import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { api } from './client.ts'
import { networkError, sentences } from './errors.ts'
import { sendOnce } from './idempotency/send-once.ts'
import { stubLocalStorage } from '../session/testing/local-storage.ts'

beforeEach(() => {
  stubLocalStorage()
  vi.useFakeTimers()
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

type Call = { url: string; init: RequestInit }

/** Stands in for `fetch`; the configuration is answered at once. */
function answerBy(answer: (call: Call) => Promise<Response>): Call[] {
  const calls: Call[] = []
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    if (url.endsWith('config.json')) return Response.json({})
    calls.push({ url, init })
    return await answer({ url, init })
  })
  return calls
}

/** Never answers, and fails when it is aborted, as `fetch` does. */
const silence = ({ init }: Call): Promise<never> =>
  new Promise((_, reject) => {
    init.signal?.addEventListener('abort', () => reject(init.signal?.reason as DOMException))
  })

/** An answer of which a part comes after each of these milliseconds; after a last one of 0 its connection is silent. */
function slowAnswer({ init }: Call, pauses: readonly number[], type = 'application/pdf'): Response {
  const body = new ReadableStream<Uint8Array>({
    async start(controller) {
      init.signal?.addEventListener('abort', () => controller.error(init.signal?.reason))
      for (const pause of pauses) {
        await new Promise((resolve) => setTimeout(resolve, pause))
        controller.enqueue(new TextEncoder().encode('part '))
      }
      if (pauses.at(-1) !== 0) controller.close()
    },
  })
  return new Response(body, { headers: { 'content-type': type } })
}

const settled = (call: Promise<unknown>): { end: unknown } => {
  const result: { end: unknown } = { end: 'waits' }
  call.then(
    (value) => (result.end = value),
    (error: unknown) => (result.end = error),
  )
  return result
}

test('ERR-01 an API call that is never answered fails after 30 seconds as without a connection', async () => {
  answerBy(silence)
  const result = settled(api('GET /portfolio', { quiet: true }))
  await vi.advanceTimersByTimeAsync(29_900)
  expect(result.end).toBe('waits')
  await vi.advanceTimersByTimeAsync(200)
  expect(result.end).toMatchObject({ kind: 'network', message: sentences.network })
})

test('ERR-01 a download may take longer than 30 seconds once it has begun, but not before', async () => {
  const download = () => api('POST /documents/download', { body: { document_url: '/x.pdf' }, quiet: true })
  answerBy(async (call) => slowAnswer(call, [25_000, 25_000, 25_000]))
  const whole = settled(download())
  await vi.advanceTimersByTimeAsync(76_000)
  expect(await (whole.end as Blob).text()).toBe('part part part ')
  expect(vi.getTimerCount()).toBe(0)

  answerBy(silence)
  const cut = settled(download())
  await vi.advanceTimersByTimeAsync(30_100)
  expect(cut.end).toMatchObject({ kind: 'network' })
})

test('ERR-01 an answer of which only a part comes in 30 seconds fails as without a connection', async () => {
  answerBy(async (call) => slowAnswer(call, [1_000, 0], 'application/json'))
  const result = settled(api('GET /portfolio', { quiet: true }))
  await vi.advanceTimersByTimeAsync(30_100)
  expect(result.end).toMatchObject({ kind: 'network' })
  expect(vi.getTimerCount()).toBe(0)
})

test('an API call that its screen aborts fails with AbortError, not with the error of a lost connection', async () => {
  answerBy(silence)
  const leaving = new AbortController()
  const result = settled(api('GET /portfolio', { quiet: true, signal: leaving.signal }))
  await vi.advanceTimersByTimeAsync(10)
  leaving.abort()
  await vi.advanceTimersByTimeAsync(10)
  expect(result.end).toMatchObject({ name: 'AbortError' })
  expect(vi.getTimerCount()).toBe(0)
})

test('FND-05 a funding that is never answered keeps its idempotency key for the next attempt', async () => {
  const body = { loanId: 7, amount: 500_000, loanNumber: 'L-7' }
  const calls = answerBy(silence)
  const fund = () =>
    sendOnce(body, {
      send: (idempotencyKey) => api('POST /funding', { body, idempotencyKey, quiet: true }),
      lookUp: () => Promise.reject(networkError()),
    })
  for (const attempt of [1, 2]) {
    const result = settled(fund())
    await vi.advanceTimersByTimeAsync(40_000)
    expect(result.end, String(attempt)).toMatchObject({ name: 'UnknownOutcome', kind: 'network' })
  }
  const keys = calls.map(({ init }) => new Headers(init.headers).get('Idempotency-Key'))
  expect(keys).toHaveLength(2)
  expect(keys[0]).toMatch(/\S/)
  expect(keys[1]).toBe(keys[0])
})
