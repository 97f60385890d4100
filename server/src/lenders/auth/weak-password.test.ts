import { isGoodPassword } from '@pematang/contract/lenders/auth/rules'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type AccountFixture, makeAccountFixture, openBrowser } from '../../../testing/account.ts'
import { goodPassword, logIn } from '../../../testing/http.ts'
import { aLender } from '../../../testing/people.ts'
import { run } from '../../platform/db/database.ts'
import { commonPasswords, isGuessable } from './weak-password.ts'

let fixture: AccountFixture
beforeAll(async () => {
  fixture = await makeAccountFixture({
    settings: { LIMIT_MATCH_ADDRESS: '10000/60', OPERATOR_NAME: 'Lumbung' },
  })
})
afterEach(() => fixture.comeBack())
afterAll(() => fixture.close())

const names = ['Lumbung Raya']

describe('guessable passwords', () => {
  test.each([
    ['Password1', 'the most common password that satisfies the rules'],
    ['pASSWORD1', 'the same with upper and lower case swapped'],
    ['Qwerty123', 'a row of the keyboard'],
    ['1Qaz2wsx', 'columns of the keyboard'],
    ['Passw0rd', 'with a digit in place of a letter'],
    ['P4$$w0rd1', 'with symbols in place of letters'],
    ['Password2026!', 'a common password followed by a year'],
    ['123Dragon', 'digits followed by a common password'],
    ['Pematang2026', "the product's name"],
    ['xX-p3m4tang-9', "the product's name with letters replaced"],
    ['Lumbung-7-raya', "the operator's name"],
  ])('DOOR-08 the password %s is guessable: %s', (password) => {
    expect(isGoodPassword(password)).toBe(true)
    expect(isGuessable(password, names)).toBe(true)
  })

  test.each([
    goodPassword,
    'Terasering2027',
    'Padi-Menguning-8',
    'kopi Tubruk jam 6',
    'Dragon-kertas-terbang-4',
    'vT9mQ2xLr4',
  ])('DOOR-08 the password %s is not guessable', (password) => {
    expect(isGuessable(password, names)).toBe(false)
  })

  test('DOOR-08 over 5000 common passwords satisfy the rules once a letter is capitalised, and all are guessable', () => {
    const fitting = [...commonPasswords()].filter((one) => /^(?=.*[a-z])(?=.*\d).{8,}$/.test(one))
    expect(fitting.length).toBeGreaterThan(5_000)
    for (const one of fitting)
      expect(isGuessable(one.replace(/[a-z]/, (letter) => letter.toUpperCase()))).toBe(true)
  })
})

describe('setting a password', () => {
  const set = (token: string, oldPassword: string, newPassword: string) =>
    fixture.app.post(
      '/auth/password',
      { oldPassword, newPassword, confirmNewPassword: newPassword },
      { token },
    )

  test('DOOR-08 a password change to a common password or to the current one is refused, and changes nothing', async () => {
    const { user, phone } = await logIn(fixture, fixture.app)
    const common = await set(user.token, goodPassword, 'Password1')
    expect([common.status, common.json.code, common.json.message]).toEqual([
      400,
      'PASSWORD_GUESSABLE',
      'Kata sandi ini terlalu mudah ditebak. Gunakan kata sandi lain.',
    ])
    const same = await set(user.token, goodPassword, goodPassword)
    expect([same.status, same.json.code, same.json.message]).toEqual([
      400,
      'PASSWORD_UNCHANGED',
      'Kata Sandi Baru harus berbeda dari kata sandi sebelumnya.',
    ])
    expect((await set(user.token, `${goodPassword}x`, `${goodPassword}x`)).json.code).toBe('PASSWORD_WRONG')
    expect((await fixture.app.get('/lender/summary', { token: user.token })).status).toBe(200)
    expect((await openBrowser(fixture.app).login(phone, goodPassword)).status).toBe(200)
  })

  test('DOOR-08 a password reset to a common password or to the current one is refused, and can be tried again', async () => {
    const { phone } = await aLender(fixture.context, { password: goodPassword })
    const browser = openBrowser(fixture.app)
    await fixture.prove(browser, phone)
    for (const [password, code] of [
      ['Password1', 'PASSWORD_GUESSABLE'],
      ['Lumbung-2026', 'PASSWORD_GUESSABLE'],
      [goodPassword, 'PASSWORD_UNCHANGED'],
    ] as const) {
      const { status, json } = await browser.reset(phone, password)
      expect([status, json.code]).toEqual([400, code])
    }
    expect((await browser.reset(phone, 'Padi-Menguning-8')).status).toBe(200)
  })

  test('DOOR-08 a password reset without a confirmed code does not reveal whether the password is acceptable', async () => {
    const { phone } = await aLender(fixture.context, { password: goodPassword })
    for (const password of ['Password1', goodPassword])
      expect((await openBrowser(fixture.app).reset(phone, password)).json.code).toBe('RESET_NOT_ALLOWED')
  })

  test.each([
    ['Sri-Dewi-2026', 'their short names'],
    ['Wulandari!77x', 'a longer name'],
    ['sriwulan-Kebun8', 'the name in their e-mail address'],
    ['Zebra-81399912', 'digits of their phone'],
    ['Dana-Pinjaman-99', 'words of the field'],
    ['P1njaman-Uang2', 'words of the field with letters replaced'],
    ['\uFF33\uFF52\uFF49\uFF24\uFF25\uFF57\uFF49-2026', 'full-width letters'],
  ])('SEC-08 a reset to %s is refused as guessable for this lender: %s', async (password) => {
    const { lenderId, phone } = await aLender(fixture.context, { password: goodPassword })
    await run(
      fixture.context.db,
      'test.named',
      `update lender set name = 'Sri Dewi Wulandari', email = 'sriwulan@contoh.example', phone = $2 where id = $1`,
      [lenderId, `81399912${phone.slice(-3)}`],
    )
    const mine = `81399912${phone.slice(-3)}`
    const browser = openBrowser(fixture.app)
    await fixture.prove(browser, mine)
    expect((await browser.reset(mine, password)).json.code).toBe('PASSWORD_GUESSABLE')
    expect((await browser.reset(mine, 'Kucing-Pinjaman-Ungu-7')).status).toBe(200)
  })
})
