import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Context } from '../context.ts'
import { one } from '../platform/db/database.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { mutation, perform } from '../platform/mutation.ts'
import { Refusal } from '../platform/refusal.ts'
import { type AccountWorld, makeAccountWorld, openBrowser } from '../testing/account.ts'
import { goodPassword, type LoggedIn, logIn } from '../testing/http.ts'
import { consumeGrant, type GrantPurpose } from './password-grant.ts'
import { hashToken } from '../platform/token.ts'

let world: AccountWorld
beforeAll(async () => {
  // In a run under FAULTS a limit may be taken from twice; limits.test.ts is about limits.
  world = await makeAccountWorld({
    settings: { LIMIT_PASSWORD_ACCOUNT: '1000/60', LIMIT_PASSWORD_DEVICE: '1000/60' },
  })
})
afterEach(() => world.comeBack())
afterAll(() => world.close())

const another = 'Padi-Menguning-8'
const someone = () => logIn(world, world.app)
const openAnother = async ({ phone }: LoggedIn) =>
  (await openBrowser(world.app).login(phone, goodPassword)).json.token as string
const alive = async (token: string) => (await world.app.get('/lender/summary', { token })).status === 200
const change = (
  lender: LoggedIn,
  oldPassword: string,
  newPassword: string,
  confirmNewPassword = newPassword,
) =>
  world.app.call(
    'PUT',
    '/auth/password',
    { oldPassword, newPassword, confirmNewPassword },
    { token: lender.user.token },
  )
const validate = (token: string, password: string) =>
  world.app.post('/auth/password/validate', { password }, { token })

describe('changing the password', () => {
  test('PWD-03 I29 the new one works, the old one does not, the other sessions have ended and this one goes on', async () => {
    const lender = await someone()
    const other = await openAnother(lender)
    const answer = await change(lender, goodPassword, another)
    expect([answer.status, answer.json]).toEqual([200, { message: 'success' }])
    expect([await alive(other), await alive(lender.user.token)]).toEqual([false, true])
    const browser = openBrowser(world.app)
    expect((await browser.login(lender.phone, goodPassword)).json.code).toBe('PASSWORD_WRONG')
    expect((await browser.login(lender.phone, another)).status).toBe(200)
    await world.drain()
    expect(world.inbox.to(lender.phone)).toHaveLength(1)
  })

  test('PWD-03 POST is accepted as well, the other reading of the specification', async () => {
    const lender = await someone()
    const body = { oldPassword: goodPassword, newPassword: another, confirmNewPassword: another }
    expect((await lender.post('/auth/password', body)).json).toEqual({ message: 'success' })
  })

  test('PWD-03 with a wrong old one nothing changes', async () => {
    const lender = await someone()
    const answer = await change(lender, `${goodPassword}x`, another)
    expect([answer.status, answer.json.code, answer.json.message]).toEqual([
      400,
      'PASSWORD_WRONG',
      'Kata sandi salah',
    ])
    expect(await alive(await openAnother(lender))).toBe(true)
  })

  test.each([
    ['7 characters', 'Aa1aaaa', 'Aa1aaaa', /^Kata Sandi harus terdiri/],
    ['no digit', 'Aaaaaaaa', 'Aaaaaaaa', /^Kata Sandi harus terdiri/],
    ['100 characters', `Aa1${'a'.repeat(97)}`, `Aa1${'a'.repeat(97)}`, /^Kata Sandi harus terdiri/],
    ['another confirmation', another, `${another}x`, /^Kata Sandi harus sama dengan Kata Sandi Baru$/],
  ])('PWD-01 PWD-02 %s is refused on the server', async (_, next, confirmation, message) => {
    const answer = await change(await someone(), goodPassword, next, confirmation)
    expect(answer.status).toBe(400)
    expect(answer.json.message).toMatch(message)
  })

  test('of two changes at the same time one is made, and one password works', async () => {
    const lender = await someone()
    const answers = await Promise.all(
      Array.from({ length: 4 }, (_, index) => change(lender, goodPassword, `${another}${index}`)),
    )
    const done = answers.flatMap(({ status }, index) => (status === 200 ? [index] : []))
    expect(done).toHaveLength(1)
    expect((await openBrowser(world.app).login(lender.phone, `${another}${done[0]}`)).status).toBe(200)
  })

  test('I29 a login with the old password that meets the change leaves no session behind', async () => {
    for (let round = 0; round < 5; round += 1) {
      const lender = await someone()
      const [changed, ...logins] = await Promise.all([
        change(lender, goodPassword, another),
        ...Array.from({ length: 4 }, () => openBrowser(world.app).login(lender.phone, goodPassword)),
      ])
      expect(changed?.status).toBe(200)
      for (const { json } of logins) if (json.token) expect(await alive(json.token)).toBe(false)
    }
  })
})

describe('hole 3: a checked password is a right to one action', () => {
  const action = mutation<Context, { purpose: GrantPurpose }, null>({
    operation: 'testAction',
    permit: ['lender'],
    async run(tx, { purpose }, { actor }) {
      await consumeGrant(tx, actor, purpose)
      return { answer: null }
    },
  })
  const use = (lenderId: number, token: string, purpose: GrantPurpose = 'WITHDRAWAL') =>
    perform(world.context, action, {
      actor: { kind: 'lender', lenderId, session: hashToken(token) },
      input: { purpose },
    }).then(
      () => 'used',
      (error: unknown) => (error instanceof Refusal ? error.code : Promise.reject(error as Error)),
    )

  test.each(['WITHDRAWAL', 'BULK_FUNDING'] as const)(
    'PWD-04 the right password is good for one %s',
    async (purpose) => {
      const { lenderId, user } = await someone()
      expect(await use(lenderId, user.token, purpose)).toBe('PASSWORD_CHECK_REQUIRED')
      expect((await validate(user.token, goodPassword)).json).toEqual({ is_validated: true })
      expect(await use(lenderId, user.token, purpose)).toBe('used')
      expect(await use(lenderId, user.token, purpose)).toBe('PASSWORD_CHECK_REQUIRED')
    },
  )

  test('PWD-04 the wrong one is told as not validated, and gives nothing', async () => {
    const { lenderId, user } = await someone()
    const answer = await validate(user.token, `${goodPassword}x`)
    expect([answer.status, answer.json]).toEqual([200, { is_validated: false }])
    expect(await use(lenderId, user.token)).toBe('PASSWORD_CHECK_REQUIRED')
  })

  test('for two minutes of database time', async () => {
    const { lenderId, user } = await someone()
    await validate(user.token, goodPassword)
    world.travel('2 minutes')
    expect(await use(lenderId, user.token)).toBe('PASSWORD_CHECK_REQUIRED')
    world.travel('110 seconds')
    expect(await use(lenderId, user.token)).toBe('used')
  })

  test('for this session alone, while it lives, and for nobody else', async () => {
    const [lender, other] = [await someone(), await someone()]
    const second = await openAnother(lender)
    await validate(lender.user.token, goodPassword)
    expect(await use(lender.lenderId, second)).toBe('PASSWORD_CHECK_REQUIRED')
    expect(await use(other.lenderId, lender.user.token)).toBe('PASSWORD_CHECK_REQUIRED')
    expect(await use(other.lenderId, other.user.token)).toBe('PASSWORD_CHECK_REQUIRED')
    await lender.post('/auth/logout')
    expect(await use(lender.lenderId, lender.user.token)).toBe('PASSWORD_CHECK_REQUIRED')
  })

  test('of 20 actions at the same time one gets it', async () => {
    const { lenderId, user } = await someone()
    await validate(user.token, goodPassword)
    const ends = await Promise.all(Array.from({ length: 20 }, () => use(lenderId, user.token)))
    expect(ends.filter((end) => end === 'used')).toHaveLength(1)
  })

  test('a changed password takes it back', async () => {
    const lender = await someone()
    await validate(lender.user.token, goodPassword)
    await change(lender, goodPassword, another)
    expect(await use(lender.lenderId, lender.user.token)).toBe('PASSWORD_CHECK_REQUIRED')
  })

  test('an action that is undone leaves it', async () => {
    const { lenderId, user } = await someone()
    await validate(user.token, goodPassword)
    const actor = { kind: 'lender' as const, lenderId, session: hashToken(user.token) }
    const undone = inTransaction(world.context.db, { repeatable: false }, async (tx) => {
      await consumeGrant(tx, actor, 'WITHDRAWAL')
      throw new Refusal('CASH_TOO_LOW', { amount: 1 })
    })
    await expect(undone).rejects.toThrow(Refusal)
    expect(await use(lenderId, user.token)).toBe('used')
  })

  test('five wrong ones in a row end the session: a stolen token does not serve to guess', async () => {
    const lender = await someone()
    const other = await openAnother(lender)
    for (let i = 0; i < 4; i += 1) await validate(lender.user.token, 'Salah-Sekali-1')
    expect((await validate(lender.user.token, goodPassword)).json.is_validated).toBe(true)
    for (let i = 0; i < 5; i += 1) {
      expect((await validate(lender.user.token, 'Salah-Sekali-1')).json.is_validated).toBe(false)
    }
    expect((await validate(lender.user.token, goodPassword)).status).toBe(401)
    expect(await alive(other)).toBe(true)
    const { ended } = await one<{ ended: number }>(
      world.context.db,
      'test.ended',
      `select count(*) as ended from audit_event where subject = $1 and detail->>'sessionEnded' = 'true'`,
      [`lender:${lender.lenderId}`],
    )
    expect(ended).toBe(1)
  })

  test('a change with the right one ends the row of wrong ones too', async () => {
    const lender = await someone()
    for (let i = 0; i < 4; i += 1) await validate(lender.user.token, 'Salah-Sekali-1')
    expect((await change(lender, goodPassword, another)).status).toBe(200)
    expect((await validate(lender.user.token, 'Salah-Sekali-1')).json.is_validated).toBe(false)
    expect(await alive(lender.user.token)).toBe(true)
  })

  test('it needs a session', async () => {
    expect((await world.app.post('/auth/password/validate', { password: goodPassword })).status).toBe(401)
  })
})
