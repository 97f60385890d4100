import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AccountFixture, makeAccountFixture, openBrowser } from '../../../testing/account.ts'
import { operatorOn } from '../../../testing/operator.ts'
import { aLender } from '../../../testing/people.ts'
import { many, one, run } from '../../platform/db/database.ts'
import { createPasswordHasher } from '../../platform/password-hasher.ts'

let fixture: AccountFixture
beforeAll(async () => {
  fixture = await makeAccountFixture()
})
afterAll(() => fixture.close())

const composed = 'Caf\u00e9-Sawah-7'
const decomposed = 'Cafe\u0301-Sawah-7'
const hashOf = async (lenderId: number) =>
  (
    await one<{ hash: string }>(
      fixture.context.db,
      'test.hash',
      'select password_hash as hash from lender where id = $1',
      [lenderId],
    )
  ).hash
const renewals = (lenderId: number) =>
  many(
    fixture.context.db,
    'test.renewals',
    `select from audit_event where operation = 'renewPasswordHash' and subject = $1`,
    [`lender:${lenderId}`],
  )

test('SEC-08 a password opens the account however the keyboard composes its letters, not in other case, cut or padded, and does not expire', async () => {
  const { phone } = await aLender(fixture.context, { password: decomposed })
  const login = async (typed: string) => (await openBrowser(fixture.app).login(phone, typed)).json
  for (const typed of [composed, decomposed]) expect((await login(typed)).token).toBeDefined()
  const others = [
    composed.toLowerCase(),
    composed.toUpperCase(),
    ` ${composed}`,
    `${composed} `,
    composed.slice(0, -1),
  ]
  for (const typed of others) expect((await login(typed)).code, typed).toBe('PASSWORD_WRONG')
  fixture.travel('3 years')
  expect((await login(composed)).token, 'it does not expire').toBeDefined()
  fixture.travel(undefined)
})

test('SEC-08 a password that was hashed as it was typed still opens the account, and is hashed normalised by that login', async () => {
  const { lenderId, phone } = await aLender(fixture.context, { password: 'Lain-Sekali-77' })
  // As of before passwords were normalised: the argon2 library itself.
  const { hash } = await import('@node-rs/argon2')
  const before = await hash(decomposed, { memoryCost: 8, timeCost: 2, parallelism: 1 })
  await run(fixture.context.db, 'test.old', 'update lender set password_hash = $2 where id = $1', [
    lenderId,
    before,
  ])
  const browser = openBrowser(fixture.app)
  expect((await browser.login(phone, composed)).json.code).toBe('PASSWORD_WRONG')
  expect((await browser.login(phone, decomposed)).status).toBe(200)
  expect(await hashOf(lenderId)).not.toBe(before)
  expect((await browser.login(phone, composed)).status).toBe(200)
  expect((await browser.login(phone, decomposed)).status).toBe(200)
  expect(await renewals(lenderId)).toHaveLength(1)
})

test('SEC-08 a login renews a hash of a lower cost, once, and with the audit trail', async () => {
  const { lenderId, phone } = await aLender(fixture.context, { password: composed })
  const { hash } = await import('@node-rs/argon2')
  const cheap = await hash(composed, { memoryCost: 8, timeCost: 1, parallelism: 1 })
  await run(fixture.context.db, 'test.cheap', 'update lender set password_hash = $2 where id = $1', [
    lenderId,
    cheap,
  ])
  const browser = openBrowser(fixture.app)
  expect((await browser.login(phone, 'Salah-Sekali-1')).status).toBe(400)
  expect(await hashOf(lenderId)).toBe(cheap)
  expect((await browser.login(phone, composed)).status).toBe(200)
  const renewed = await hashOf(lenderId)
  expect(renewed).toMatch(/^\$argon2id\$v=19\$m=8,t=2,p=1\$/)
  expect((await browser.login(phone, composed)).status).toBe(200)
  expect(await hashOf(lenderId)).toBe(renewed)
  expect(await renewals(lenderId)).toHaveLength(1)
})

test('SEC-08 a hash is outdated when memory or passes have risen, and not when they have fallen', async () => {
  const [low, high] = [createPasswordHasher(1, 9, undefined, 8), createPasswordHasher(1, 9, undefined, 16)]
  expect(await high.isOutdated(await low.hash('Sawah-77a'), 'Sawah-77a')).toBe(true)
  expect(await low.isOutdated(await high.hash('Sawah-77a'), 'Sawah-77a')).toBe(false)
})

test('SEC-08 an operator registers a lender without any password; an SMS tells them, and its code sets the first one', async () => {
  const phone = '81377700901'
  const made = await operatorOn(fixture)(
    [
      ...['--json', 'lenders', 'create', '--phone', phone, '--name', 'Ratna Puspita'],
      ...['--email', 'r@contoh.example'],
    ],
    'Kucing-Ungu-Terbang-7\n',
  )
  expect(made.exit).toBe(0)
  await fixture.drain()
  expect(fixture.inbox.to(phone).map(({ text }) => text)).toEqual([
    expect.stringMatching(
      /^Akun Pematang Anda sudah dibuat\..*\/lender\/login lalu pilih Lupa Kata Sandi\.$/,
    ),
  ])
  const browser = openBrowser(fixture.app)
  expect((await browser.login(phone, 'Kucing-Ungu-Terbang-7')).json.code).toBe('PASSWORD_WRONG')
  await fixture.prove(browser, phone)
  expect((await browser.reset(phone, 'Padi-Menguning-8')).status).toBe(200)
  expect((await browser.login(phone, 'Padi-Menguning-8')).status).toBe(200)
})
