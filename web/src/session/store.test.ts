import { expect, test } from 'vitest'
import { parseSession, sessionKey } from './store.ts'

const user = { token: 't', userId: 7, userName: 'PT Sumber Rejeki' }

test('LOG-01 the session user is kept under the local key user', () => {
  expect(sessionKey).toBe('user')
  expect(parseSession(JSON.stringify(user))).toEqual(user)
})

test('NAV-03 what is stored but cannot be a session user is no session', () => {
  const broken = [null, '', '{', 'null', '5', '"t"', '[]', '{}', '{"token":"t"}', '{"token":"t","userId":7}']
  broken.push(JSON.stringify({ ...user, token: '' }))
  for (const stored of broken) expect(parseSession(stored)).toBeNull()
})
