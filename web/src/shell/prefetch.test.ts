import { afterEach, beforeEach, expect, test, vi } from 'vitest'

let fetched: string[]
let page: EventTarget

beforeEach(() => {
  vi.useFakeTimers()
  vi.resetModules()
  fetched = []
  page = new EventTarget()
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
  vi.stubGlobal('window', {})
  vi.stubGlobal('document', {
    getElementById: () => ({ textContent: '{"layout":["/menu.js"],"marketplace":["/flow.js"]}' }),
    createElement: () => ({}),
    head: { append: ({ href }: { href: string }) => fetched.push(href) },
  })
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('SCN-14 the scripts that are needed later are fetched only once a page is used, and not after it was left', async () => {
  const { prefetchWhenIdle } = await import('./prefetch.ts')
  const leave = prefetchWhenIdle('layout')
  prefetchWhenIdle('marketplace')
  await vi.advanceTimersByTimeAsync(60_000)
  expect(fetched).toEqual([])
  leave()
  page.dispatchEvent(new Event('pointermove'))
  await vi.advanceTimersByTimeAsync(0)
  expect(fetched).toEqual(['/flow.js'])
})

test('SCN-14 the scripts that are needed later wait for the answers of a screen that is used at once', async () => {
  const { prefetchWhenIdle } = await import('./prefetch.ts')
  page.dispatchEvent(new Event('keydown'))
  prefetchWhenIdle('layout')
  await vi.advanceTimersByTimeAsync(1_999)
  expect(fetched).toEqual([])
  await vi.advanceTimersByTimeAsync(1)
  expect(fetched).toEqual(['/menu.js'])
})
