import { beforeEach, expect, test, vi } from 'vitest'
import { stubLocalStorage } from './testing/local-storage.ts'

const user = {
  token: 't',
  userId: 7,
  userName: 'PT Sumber Rejeki',
  userTypeId: 3,
  userTypeName: 'Korporasi',
  digiSignId: 'PRIVY7',
  email: 'kas@rejeki.example',
  phoneNumber: '81234567890',
  bankInformation: {
    bankAccountPayroll: 'PT Sumber Rejeki',
    bankAccount: '0123456789',
    bankBranch: 'Medan',
    bankCode: '014',
    bankName: 'BCA',
    methodPayment: 2,
    bankUrlImage: null,
  },
}
const personal = [user.email, user.phoneNumber, user.bankInformation.bankAccount]
const holder = `"bankAccountPayroll":"${user.bankInformation.bankAccountPayroll}"`

/** Imports the store as on a fresh page load, with the given storage. */
async function load(kept: Record<string, string> = {}) {
  const values = stubLocalStorage(kept)
  vi.resetModules()
  return { values, store: await import('./store.ts') }
}
beforeEach(() => {
  vi.unstubAllGlobals()
})

test('LOG-01 the session user is stored in localStorage under `user`', async () => {
  const { values, store } = await load()
  store.saveSession(user)
  expect([...values.keys()]).toEqual(['user'])
  expect(Object.keys(JSON.parse(values.get('user') ?? ''))).toEqual(Object.keys(user))
  const later = await load(Object.fromEntries(values))
  expect(later.store.readSession()).toMatchObject({ token: 't', userId: 7, userName: user.userName })
})

test('DOOR-10 the browser stores phone, e-mail and account number masked, at login and with a new token', async () => {
  const { values, store } = await load()
  store.saveSession(user)
  store.saveToken('t2')
  const kept = values.get('user') ?? ''
  for (const value of [...personal, holder]) expect(kept).not.toContain(value)
  expect(JSON.parse(kept)).toMatchObject({
    token: 't2',
    email: 'k***@rejeki.example',
    phoneNumber: '*******7890',
    bankInformation: { bankAccount: '******6789', bankAccountPayroll: 'P***', bankName: 'BCA' },
  })
})

test('DOOR-10 phone, e-mail and account that an earlier release stored unmasked in the browser are masked', async () => {
  const { values, store } = await load({ user: JSON.stringify(user) })
  expect(store.readSession()).toMatchObject({ token: 't', userId: 7 })
  for (const value of personal) expect(values.get('user')).not.toContain(value)
})

test('DOOR-10 a new session token stores nothing when there is no session', async () => {
  const { values, store } = await load()
  store.saveToken('t2')
  expect([...values]).toEqual([])
})

test('NAV-03 an invalid stored session user counts as no session', async () => {
  const { store } = await load()
  const broken = [null, '', '{', 'null', '5', '"t"', '[]', '{}', '{"token":"t"}', '{"token":"t","userId":7}']
  broken.push(JSON.stringify({ ...user, token: '' }))
  for (const stored of broken) expect(store.parseSession(stored)).toBeNull()
})
