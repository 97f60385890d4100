import { expect, test } from 'vitest'
import { errorOfAnswer, networkError } from '../../api/errors.ts'
import { failureOf } from './withdraw-failure.ts'
import { withdrawFailed } from './withdraw-result.ts'

test('WDR-03 a wrong password is told under the field, in Indonesian', () => {
  const refused = errorOfAnswer(400, { message: 'Invalid input password. Please try again' })
  expect(failureOf(refused)).toEqual({ field: 'Kata Sandi tidak sesuai, mohon coba lagi.' })
})

test('WDR-03 what leaves the outcome open stays at the step: the message of the server, else the default', () => {
  expect(failureOf(errorOfAnswer(503, { message: 'Bank belum tersedia.' }))).toEqual({
    field: 'Bank belum tersedia.',
  })
  expect(failureOf(errorOfAnswer(429, { message: 'Terlalu banyak percobaan.' }))).toEqual({
    field: 'Terlalu banyak percobaan.',
  })
  expect(failureOf(errorOfAnswer(409, { message: 'Masih diproses.', code: 'REQUEST_RUNNING' }))).toEqual({
    field: 'Masih diproses.',
  })
  expect(failureOf(networkError())).toEqual({
    field: 'Tidak ada koneksi internet, harap periksa jaringan Anda dan coba lagi.',
  })
  for (const unexplained of [
    errorOfAnswer(500, { message: 'x' }),
    errorOfAnswer(502, null),
    new TypeError('x'),
  ]) {
    expect(failureOf(unexplained)).toEqual({ field: withdrawFailed })
  }
})

test('WDR-04 what was refused for good opens the result with the message of the server', () => {
  const message = 'Jumlah penarikan melebihi saldo yang tersedia'
  expect(failureOf(errorOfAnswer(400, { message, code: 'WITHDRAWAL_ABOVE_BALANCE' }))).toEqual({
    result: { outcome: 'failure', message },
  })
  expect(failureOf(errorOfAnswer(400, {}))).toEqual({
    result: { outcome: 'failure', message: withdrawFailed },
  })
})

test('ERR-03 of a session that ended the app tells by itself', () => {
  expect(failureOf(errorOfAnswer(401, { message: 'Sesi anda telah berakhir.' }))).toEqual({ field: null })
})
