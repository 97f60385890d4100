import { expect, test } from 'vitest'
import { hashToken } from '../../platform/token.ts'
import { RecentSessions } from './recent-sessions.ts'

test('the cache of session owners drops its oldest entry when it is full', () => {
  const sessions = new RecentSessions(2)
  const [first, second, third] = ['one', 'two', 'three'].map(hashToken) as [Buffer, Buffer, Buffer]
  sessions.remember(first, 1)
  sessions.remember(second, 2)
  sessions.remember(second, 2)
  expect([first, second].map((hash) => sessions.lenderOf(hash))).toEqual([1, 2])
  sessions.remember(third, 3)
  expect([first, second, third].map((hash) => sessions.lenderOf(hash))).toEqual([undefined, 2, 3])
  sessions.forget(second)
  expect(sessions.lenderOf(second)).toBeUndefined()
})
