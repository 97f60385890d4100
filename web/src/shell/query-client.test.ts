import { onlineManager } from '@tanstack/react-query'
import { afterEach, expect, test } from 'vitest'
import { networkError } from '../api/errors.ts'
import { createQueryClient } from './query-client.ts'

afterEach(() => onlineManager.setOnline(true))

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
