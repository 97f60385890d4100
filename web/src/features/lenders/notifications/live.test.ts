import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from '../../../api/errors.ts'
import { followNotices, type Live } from './live.ts'
import type { NoticeState } from './state.ts'

/** A visible or hidden tab of one browser: its polls, and the states that it received. */
class Tab {
  asked = 0
  readonly heard: string[] = []
  readonly page: EventTarget & { visibilityState: DocumentVisibilityState } = Object.assign(
    new EventTarget(),
    {
      visibilityState: 'visible' as const,
    },
  )
  readonly network = new EventTarget()
  readonly browser: Browser
  live: Live | undefined
  constructor(of: Browser) {
    this.browser = of
    tabs.push(this)
  }
  open(visibility: DocumentVisibilityState = 'visible', locks: LockManager | null = navigator.locks): this {
    this.page.visibilityState = visibility
    this.live = followNotices({
      name: this.browser.name,
      ask: async () => {
        this.asked += 1
        return this.browser.answer()
      },
      onState: ({ version }) => this.heard.push(version),
      isLoggedIn: () => this.browser.isLoggedIn,
      page: this.page,
      network: this.network,
      locks: locks ?? undefined,
    })
    return this
  }
  turn(visibility: DocumentVisibilityState) {
    this.page.visibilityState = visibility
    this.page.dispatchEvent(new Event('visibilitychange'))
  }
}
type Browser = { name: string; isLoggedIn: boolean; answer: () => NoticeState }

const tabs: Tab[] = []
let browser: Browser
let version = 'a'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  version = 'a'
  browser = { name: `notices-${Math.random()}`, isLoggedIn: true, answer: () => ({ unread: 1, version }) }
})
afterEach(() => {
  for (const tab of tabs.splice(0)) tab.live?.stop()
  vi.useRealTimers()
})

/** Delivers messages between tabs and grants locks. */
async function settle() {
  for (let turn = 0; turn < 10; turn += 1) await new Promise((resolve) => setImmediate(resolve))
}
async function pass(seconds: number) {
  await settle()
  await vi.advanceTimersByTimeAsync(seconds * 1_000)
  await settle()
}

test('NTF-06 a visible tab polls for notifications at once and every 20 seconds', async () => {
  const tab = new Tab(browser).open()
  await settle()
  expect(tab.asked).toBe(1)
  await pass(17)
  expect(tab.asked).toBe(1)
  await pass(6)
  expect(tab.asked).toBe(2)
})

test('NTF-06 one of two visible tabs polls for notifications and both are updated; when it is closed the other polls', async () => {
  const first = new Tab(browser).open()
  await settle()
  const second = new Tab(browser).open()
  await pass(60)
  expect([first.asked > 2, second.asked]).toEqual([true, 0])
  version = 'b'
  await pass(23)
  expect([first.heard.at(-1), second.heard.at(-1)]).toEqual(['b', 'b'])
  first.live?.stop()
  await settle()
  expect(second.asked).toBe(1)
})

test('NTF-06 a newly opened second tab gets the notification state at once', async () => {
  new Tab(browser).open()
  await settle()
  version = 'b'
  const second = new Tab(browser).open()
  await settle()
  expect(second.heard).toEqual(['b'])
})

test('NTF-06 a hidden tab does not poll for notifications, and polls at once when it is shown', async () => {
  const tab = new Tab(browser).open()
  await settle()
  tab.turn('hidden')
  await pass(3_600)
  expect(tab.asked).toBe(1)
  tab.turn('visible')
  await settle()
  expect(tab.asked).toBe(2)
})

test('NTF-06 a tab that is opened hidden does not poll for notifications', async () => {
  const tab = new Tab(browser).open('hidden')
  await pass(3_600)
  expect(tab.asked).toBe(0)
})

test('NTF-06 a failing server is polled for notifications less and less often, down to every five minutes, until a success', async () => {
  browser.answer = () => {
    throw new ApiError('busy', 503, null, 'sibuk')
  }
  const tab = new Tab(browser).open()
  await pass(3_600)
  expect(tab.asked).toBeLessThan(18)
  expect(tab.asked).toBeGreaterThan(12)
  browser.answer = () => ({ unread: 1, version })
  await pass(331)
  const asked = tab.asked
  // The tab polls every 20 seconds with jitter, so there are two or three polls within 44 seconds.
  await pass(44)
  expect([2, 3]).toContain(tab.asked - asked)
})

test('NTF-06 notifications are polled at once when the network comes back', async () => {
  browser.answer = () => {
    throw new ApiError('network', 0, null, 'tidak ada koneksi')
  }
  const tab = new Tab(browser).open()
  await settle()
  tab.network.dispatchEvent(new Event('online'))
  await settle()
  expect(tab.asked).toBe(2)
})

test('NTF-06 marking a notification as read in one tab makes the polling tab poll again', async () => {
  const first = new Tab(browser).open()
  await settle()
  const second = new Tab(browser).open()
  await settle()
  const { asked } = first
  second.live?.poke()
  await settle()
  expect(first.asked).toBe(asked + 1)
})

test('NTF-06 notifications are polled again when one was marked as read during a poll', async () => {
  const tab = new Tab(browser)
  let poked = false
  browser.answer = () => {
    if (!poked) tab.live?.poke()
    poked = true
    return { unread: 1, version }
  }
  tab.open('hidden')
  tab.turn('visible')
  await settle()
  expect(tab.asked).toBe(2)
})

test('NTF-06 notifications are not polled after the logout, even before the server confirms it', async () => {
  const tab = new Tab(browser).open()
  await settle()
  browser.isLoggedIn = false
  await pass(3_600)
  tab.turn('hidden')
  tab.turn('visible')
  await settle()
  expect(tab.asked).toBe(1)
})

test('NTF-06 notifications are not polled after the server has ended the session', async () => {
  browser.answer = () => {
    throw new ApiError('session', 401, null, 'berakhir')
  }
  const tab = new Tab(browser).open()
  await pass(3_600)
  tab.turn('hidden')
  tab.turn('visible')
  await settle()
  expect(tab.asked).toBe(1)
})

test('NTF-06 tabs of two lenders in one browser do not exchange notifications', async () => {
  const mine = new Tab(browser).open()
  await settle()
  const theirs = new Tab({ ...browser, name: `${browser.name}-other` }).open()
  await pass(60)
  expect(theirs.asked).toBeGreaterThan(2)
  expect(mine.heard).toHaveLength(mine.asked)
})

test('NTF-06 in a browser without the Locks API each visible tab polls for notifications by itself', async () => {
  const [first, second] = [new Tab(browser).open('visible', null), new Tab(browser).open('visible', null)]
  await pass(23)
  expect([first.asked > 1, second.asked > 1]).toEqual([true, true])
})
