import { beforeEach, expect, test, vi } from 'vitest'
import { stubLocalStorage } from './testing/local-storage.ts'

const answers = new Map<string, number>()
const asked: string[] = []
let values: Map<string, string>

/** Imports the module anew, as on a page load; the stubbed localStorage keeps its content. */
async function load() {
  vi.resetModules()
  return import('./pending-logout.ts')
}

beforeEach(() => {
  vi.unstubAllGlobals()
  answers.clear()
  asked.length = 0
  values = stubLocalStorage()
  // Without a prepared answer, the request fails as if there were no network.
  vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => {
    if (!url.endsWith('/auth/logout')) return Response.json({})
    const token = new Headers(init?.headers).get('authorization')?.replace('Bearer ', '') ?? ''
    asked.push(token)
    const status = answers.get(token)
    if (status === undefined) throw new TypeError('Failed to fetch')
    return Response.json({}, { status })
  })
})

test('SCR-09 a logout that the server confirmed is not stored as pending', async () => {
  const { endSession, isLogoutPending } = await load()
  answers.set('t1', 200)
  expect(await endSession('t1')).toBe(true)
  expect([isLogoutPending(), values.size]).toEqual([false, 0])
})

test('SCR-09 a logout without a network is reported as pending, and a later page load ends the session on the server', async () => {
  const first = await load()
  const changed = vi.fn()
  first.onPendingLogout(changed)
  expect(await first.endSession('t1')).toBe(false)
  expect([first.isLogoutPending(), changed.mock.calls.length]).toEqual([true, 1])
  expect(await first.endPendingSessions()).toBe(false)

  const later = await load()
  answers.set('t1', 200)
  expect(await later.endPendingSessions()).toBe(true)
  expect(values.size).toBe(0)
  expect(asked).toEqual(['t1', 't1', 't1'])
})

test.each([
  [401, true],
  [429, false],
  [500, false],
  [503, false],
])('SCR-09 whether a logout answered with %i has ended the session: %s', async (status, ended) => {
  const { endSession } = await load()
  answers.set('t1', status)
  expect(await endSession('t1')).toBe(ended)
  expect([...values.values()]).toEqual(ended ? [] : ['["t1"]'])
})

test('SCR-09 a logout that the server confirmed leaves an earlier pending one stored', async () => {
  const { endSession, endPendingSessions } = await load()
  await endSession('t1')
  answers.set('t2', 200)
  await endSession('t2')
  expect([...values.values()]).toEqual(['["t1"]'])
  answers.set('t1', 401)
  expect(await endPendingSessions()).toBe(true)
})

test('SCR-09 invalid pending logouts in the storage are ignored', async () => {
  const { endPendingSessions } = await load()
  for (const kept of ['{', '7', '{}', '[5,null]']) {
    values.set('pending-logout', kept)
    expect(await endPendingSessions()).toBe(true)
  }
  expect(asked).toEqual([])
})
