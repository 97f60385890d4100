import { expect, test } from 'vitest'
import { carriedState, returnState, returnTarget } from './return-target.ts'

test.each([
  ['/marketplace/list', '?tenor=12&loanTypeId=3'],
  ['/dashboard/transaction-history', ''],
  ['/dashboard/porto', '?page=2'],
  ['/bulk-list/PRD-1%2F2/3/4/5', ''],
])('SCR-09 a login returns to %s%s when a logged-out visitor had opened it', (pathname, search) => {
  const state = returnState({ pathname, search })
  expect(returnTarget(state)).toBe(pathname + search)
  expect(carriedState({ ...state, phoneNumber: '81234567890' })).toEqual(state)
})

test('SCR-09 the portfolio is not stored as return target of a login, because it is the default', () => {
  expect(returnTarget(returnState({ pathname: '/dashboard/porto', search: '' }))).toBeNull()
})

test.each([
  'https://penipu.example/',
  '//penipu.example/lender',
  '/\\penipu.example',
  '/\t/penipu.example',
  '\\\\penipu.example',
  'javascript:alert(1)',
  'marketplace/list',
  '',
  '/login',
  '/login/',
  '/reset-password?x=1',
  '/privy',
  '/fundingStatus',
  '/withdrawStatus',
  5,
  null,
  { pathname: '/deposit' },
])('SCR-09 a login never redirects to the return target %j', (returnTo) => {
  expect(returnTarget({ returnTo })).toBeNull()
  expect(carriedState({ returnTo })).toEqual({})
})

test.each([null, undefined, 'x', 7, []])('SCR-09 the router state %j has no return target', (state) => {
  expect(returnTarget(state)).toBeNull()
})
