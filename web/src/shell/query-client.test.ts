import { onlineManager } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import { errorOfAnswer, networkError } from '../api/errors.ts'
import { createQueryClient } from './query-client.ts'

afterEach(() => {
  onlineManager.setOnline(true)
  vi.useRealTimers()
})

test('ERR-01 a query in an offline browser is still tried three times and then fails', async () => {
  onlineManager.setOnline(false)
  let calls = 0
  const answer = createQueryClient().query({
    queryKey: ['list'],
    queryFn: () => {
      calls += 1
      return Promise.reject(networkError())
    },
    retryDelay: 1,
  })
  await expect(answer).rejects.toThrow(
    'Tidak ada koneksi internet, harap periksa jaringan Anda dan coba lagi.',
  )
  expect(calls).toBe(3)
})

test.each([
  ['5', [0, 5_000, 10_000]],
  ['3600', [0]],
  [null, [0, 1_000, 3_000]],
])('ERR-01 a query is not tried again before a busy server wants it: %s', async (retryAfter, expected) => {
  vi.useFakeTimers()
  const begun = Date.now()
  const calls: number[] = []
  const answer = createQueryClient().query({
    queryKey: ['list'],
    queryFn: () => {
      calls.push(Date.now() - begun)
      return Promise.reject(errorOfAnswer(503, null, retryAfter))
    },
  })
  await Promise.all([
    expect(answer).rejects.toThrow('Layanan sedang sibuk'),
    vi.advanceTimersByTimeAsync(20_000),
  ])
  expect(calls).toEqual(expected)
})
