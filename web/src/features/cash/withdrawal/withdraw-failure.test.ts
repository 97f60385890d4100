import { expect, test } from 'vitest'
import { errorOfAnswer, networkError } from '../../../api/errors.ts'
import { UnknownOutcome } from '../../../api/idempotency/outcome.ts'
import { failureOf } from './withdraw-failure.ts'
import { withdrawFailed } from './withdraw-result.ts'

test('WDR-03 a wrong withdrawal password is shown under its field in Indonesian', () => {
  const refused = errorOfAnswer(400, { message: 'Invalid input password. Please try again' })
  expect(failureOf(refused)).toEqual({ field: 'Kata Sandi tidak sesuai, mohon coba lagi.' })
})

test('WDR-03 a withdrawal failure that can be retried stays at the password step with its message', () => {
  expect(failureOf(errorOfAnswer(503, { message: 'Bank belum tersedia.' }))).toEqual({
    field: 'Bank belum tersedia.',
  })
  expect(failureOf(errorOfAnswer(429, { message: 'Terlalu banyak percobaan.' }))).toEqual({
    field: 'Terlalu banyak percobaan.',
  })
  const notReceived = { message: 'Tidak sampai.', code: 'REQUEST_NOT_RECEIVED' }
  expect(failureOf(errorOfAnswer(409, notReceived))).toEqual({ field: 'Tidak sampai.' })
  for (const unexplained of [
    errorOfAnswer(500, { message: 'x' }),
    errorOfAnswer(502, null),
    new TypeError('x'),
  ]) {
    expect(failureOf(unexplained)).toEqual({ field: withdrawFailed })
  }
})

test('SCR-13 a withdrawal with unknown outcome is not a failure, and keeps its key and details', () => {
  const facts = { sent: 197_500, fee: 2_500, bankName: 'BCA', account: '******4321' }
  expect(failureOf(new UnknownOutcome('the-key', networkError()), facts)).toEqual({
    result: { outcome: 'unknown', key: 'the-key', facts },
  })
})

test('WDR-04 a final refusal of a withdrawal opens the result page with the message of the server', () => {
  const message = 'Jumlah penarikan melebihi saldo yang tersedia'
  expect(failureOf(errorOfAnswer(400, { message, code: 'WITHDRAWAL_ABOVE_BALANCE' }))).toEqual({
    result: { outcome: 'failure', message },
  })
  expect(failureOf(errorOfAnswer(400, {}))).toEqual({
    result: { outcome: 'failure', message: withdrawFailed },
  })
})

test('ERR-03 a session that ended during a withdrawal shows no message at the password step', () => {
  expect(failureOf(errorOfAnswer(401, { message: 'Sesi anda telah berakhir.' }))).toEqual({ field: null })
})
