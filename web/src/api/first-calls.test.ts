import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { firstSummary, takeFirstAnswer } from './first-calls.ts'

const url = '/api/v1/lender/summary'
const answered = (answer: Promise<Response>) =>
  vi.stubGlobal('firstCalls', new Map([[url, { token: 'a-token', answer }]]))

/** Milliseconds since the page was opened. */
const opened = vi.spyOn(performance, 'now')
beforeEach(() => {
  opened.mockReturnValue(500)
})
afterEach(() => {
  vi.unstubAllGlobals()
})

test('SCR-06 the response to an API call that the page sent before its scripts loaded is used only once', async () => {
  const answer = new Response('{}')
  answered(Promise.resolve(answer))
  expect(await takeFirstAnswer('/api/v1/tkb', 'a-token')).toBeNull()
  expect(await takeFirstAnswer(url, 'a-token')).toBe(answer)
  expect(await takeFirstAnswer(url, 'a-token')).toBeNull()
})

test('SCR-06 an early API response is not used for another token, after ten seconds, or when its call failed', async () => {
  answered(Promise.resolve(new Response('{}')))
  expect(await takeFirstAnswer(url, 'another-token')).toBeNull()
  expect(await takeFirstAnswer(url, 'a-token')).toBeNull()
  answered(Promise.resolve(new Response('{}')))
  opened.mockReturnValue(10_001)
  expect(await takeFirstAnswer(url, 'a-token')).toBeNull()
  opened.mockReturnValue(500)
  answered(Promise.reject(new TypeError('network')))
  expect(await takeFirstAnswer(url, 'a-token')).toBeNull()
})

test('SCR-06 the app sends an API request itself when the page has not sent it before its scripts loaded', async () => {
  expect(await takeFirstAnswer(url, 'a-token')).toBeNull()
})

test('SCR-06 the app reuses the early summary only for the session that it was fetched for, and for ten seconds', () => {
  const token = () => 'a-token'
  expect(firstSummary(token)).toBeUndefined()
  vi.stubGlobal('firstSummary', { token: 'a-token', figures: { cashBalance: 1 } })
  expect(firstSummary(token)).toEqual({ cashBalance: 1 })
  expect(firstSummary(() => 'another-token')).toBeUndefined()
  expect(firstSummary(() => undefined)).toBeUndefined()
  opened.mockReturnValue(10_001)
  expect(firstSummary(token)).toBeUndefined()
})
