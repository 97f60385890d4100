import { MutationObserver, notifyManager, onlineManager } from '@tanstack/react-query'
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

test('STM-05 a screen shows a request as started before a second press, so that a double click issues one document', async () => {
  const issuing = new MutationObserver(createQueryClient(), { mutationFn: () => new Promise(() => {}) })
  const shown: string[] = []
  // As useMutation subscribes.
  issuing.subscribe(notifyManager.batchCalls(({ status }: { status: string }) => shown.push(status)))
  void issuing.mutate()
  // The microtasks after a press end before the next event; a timer may fire after it.
  for (let turn = 0; turn < 10; turn += 1) await Promise.resolve()
  expect(shown).toContain('pending')
})
