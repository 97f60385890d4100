import { expect, test, vi } from 'vitest'
import { isAtBottom, onTermsRead, notifyTermsRead } from './terms-reading.ts'

test.each([
  ['at the top of a long text', { scrollTop: 0, clientHeight: 600, scrollHeight: 2_400 }, false],
  ['almost at its end', { scrollTop: 1_790, clientHeight: 600, scrollHeight: 2_400 }, false],
  ['at its end', { scrollTop: 1_800, clientHeight: 600, scrollHeight: 2_400 }, true],
  ['at its end on a zoomed page', { scrollTop: 1_798.4, clientHeight: 600, scrollHeight: 2_400 }, true],
  ['in a text that fits', { scrollTop: 0, clientHeight: 900, scrollHeight: 900 }, true],
])('FND-04 whether a text counts as read to its end at the scroll position %s', (_, place, read) => {
  expect(isAtBottom(place)).toBe(read)
})

test('FND-04 a funding dialog is notified when its own terms were read, and not when those of another dialog were', async () => {
  const mine = vi.fn()
  const other = vi.fn()
  const stop = [onTermsRead('reading-1', mine), onTermsRead('reading-2', other)]
  notifyTermsRead('reading-1')
  await vi.waitFor(() => expect(mine).toHaveBeenCalledOnce(), 60_000)
  expect(other).not.toHaveBeenCalled()
  for (const end of stop) end()
})
