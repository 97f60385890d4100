import { hash, verify } from '@node-rs/argon2'
import { createPasswordHasher } from '../src/platform/password-hasher.ts'

/**
 * The product's hasher at the lowest cost that argon2id allows, because most tests only need a login. The product's own
 * cost, and that an unknown number takes equally long, are tested with the hasher itself.
 */
export const quickPasswords = createPasswordHasher(2, 40, {
  hash: (password) => hash(password, { memoryCost: 8, timeCost: 1, parallelism: 1 }),
  verify,
})
