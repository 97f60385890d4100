import { expect, test } from 'vitest'
import { ApiError, errorOfAnswer, messageOf, networkError, sentences } from './errors.ts'

test('ERR-01 a missing response shows the message that there is no internet connection', () => {
  expect(networkError()).toMatchObject({ kind: 'network', status: 0, code: null })
  expect(networkError().message).toBe(
    'Tidak ada koneksi internet, harap periksa jaringan Anda dan coba lagi.',
  )
})

test('ERR-02 an error response is shown with its error_description, or else its message, and with its code', () => {
  const both = errorOfAnswer(400, { error_description: 'Uraian', message: 'Pesan', code: 'X' })
  expect(both).toMatchObject({ kind: 'refused', status: 400, code: 'X', message: 'Uraian' })
  expect(errorOfAnswer(400, { message: 'Kata sandi salah' }).message).toBe('Kata sandi salah')
  expect(errorOfAnswer(400, { error_description: ' ', message: 'Pesan' }).message).toBe('Pesan')
})

test('ERR-02 an error response without a message gets a default one', () => {
  for (const body of [null, 'nginx', 42, {}, [], { message: 5 }, { message: '' }]) {
    expect(errorOfAnswer(400, body).message).toBe(sentences.server)
  }
})

test('ERR-03 ERR-04 each HTTP status is mapped to its kind of error', () => {
  const kinds = [400, 404, 409, 413, 401, 429, 503, 500, 502, 504].map((status) => [
    status,
    errorOfAnswer(status, null).kind,
  ])
  expect(kinds).toEqual([
    [400, 'refused'],
    [404, 'refused'],
    [409, 'refused'],
    [413, 'refused'],
    [401, 'session'],
    [429, 'busy'],
    [503, 'busy'],
    [500, 'server'],
    [502, 'server'],
    [504, 'server'],
  ])
})

test('ERR-04 the message of a failing server (5xx) is never shown to the lender', () => {
  expect(errorOfAnswer(500, { message: 'relation "loan" does not exist' }).message).toBe(
    'Mohon maaf terjadi kesalahan. Coba beberapa saat lagi.',
  )
})

test('ERR-02 the message of a programming error is never shown to the lender', () => {
  expect(messageOf(new TypeError('x is undefined'))).toBe(sentences.server)
  expect(messageOf(new ApiError('refused', 400, null, 'Alasan'))).toBe('Alasan')
})
