import { createPasswordHasher } from '../src/platform/password-hasher.ts'

/** What PASSWORD_MEMORY_KIB is where passwords are hashed quickly. */
export const quickMemoryKib = 8

/**
 * The product's hasher at the lowest cost that argon2id allows, because most tests only need a login. The product's own
 * cost, and that an unknown number takes equally long, are tested with the hasher itself.
 */
export const quickPasswords = createPasswordHasher(2, 40, undefined, quickMemoryKib)
