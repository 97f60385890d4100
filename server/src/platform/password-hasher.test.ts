import { expect, test } from 'vitest'
import { createPasswordHasher } from './password-hasher.ts'

test('a password is stored as argon2id with 19 MiB, two passes, one lane and a random salt', async () => {
  const passwords = createPasswordHasher()
  const [first, second] = [await passwords.hash('Kata sandi 1'), await passwords.hash('Kata sandi 1')]
  expect(first).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(second).not.toBe(first)
  expect(await passwords.verify(first, 'Kata sandi 1')).toBe(true)
  expect(await passwords.verify(first, 'Kata sandi 2')).toBe(false)
  expect(await passwords.verify(null, 'Kata sandi 1')).toBe(false)
})
