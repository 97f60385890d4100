import { one, maybe, type Queryable, run } from '../../platform/db/database.ts'
import type { Transaction } from '../../platform/db/transaction.ts'
import type { Random } from '../../platform/random.ts'
import { hashToken } from '../../platform/token.ts'

/** A lender has so many recovery codes. */
const codeCount = 10
/** Crockford's base32: no letters that are read as a digit. */
const letters = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const groups = 6
const perGroup = 4

/** New recovery codes of 120 random bits each, such as `7K2M-…`; they are shown once. */
export const makeCodes = ({ token }: Pick<Random, 'token'>): string[] =>
  Array.from({ length: codeCount }, () => {
    const bytes = Buffer.from(token(), 'base64url').subarray(0, groups * perGroup)
    const code = [...bytes].map((byte) => letters[byte % letters.length]).join('')
    return Array.from({ length: groups }, (_, at) => code.slice(at * perGroup, (at + 1) * perGroup)).join('-')
  })

/**
 * The stored form of a code, however it was typed: case, hyphens and blanks do not matter. With at least 112 random bits a
 * fast hash is enough (OWASP ASVS 5.0, 6.5.2).
 */
export const hashCode = (typed: string): Buffer =>
  hashToken(
    typed
      .toUpperCase()
      .replaceAll('O', '0')
      .replaceAll(/[IL]/g, '1')
      .replaceAll(/[^0-9A-Z]/g, ''),
  )

/** Stores the codes of a lender in place of those of before. */
export async function replaceCodes(
  tx: Transaction,
  lenderId: number,
  hashes: readonly Buffer[],
): Promise<void> {
  await deleteCodes(tx, lenderId)
  await run(
    tx,
    'lenders.factors.insert_codes',
    `insert into lender_recovery_code (lender_id, no, code_hash)
     select $1, no, hash from unnest($2::bytea[]) with ordinality as code (hash, no)`,
    [lenderId, hashes],
  )
}

export const deleteCodes = (tx: Transaction, lenderId: number): Promise<number> =>
  run(tx, 'lenders.factors.delete_codes', 'delete from lender_recovery_code where lender_id = $1', [lenderId])

/** Codes of a lender that were not used, and whether there were ever some. */
export const countCodes = (db: Queryable, lenderId: number): Promise<{ left: number; made: number }> =>
  one(
    db,
    'lenders.factors.count_codes',
    `select count(*) filter (where used_at is null) as left, count(*) as made
       from lender_recovery_code where lender_id = $1`,
    [lenderId],
  )

/** Whether this is an unused code of the lender. */
export async function isCode(db: Queryable, lenderId: number, hash: Buffer): Promise<boolean> {
  const found = await maybe(
    db,
    'lenders.factors.find_code',
    'select from lender_recovery_code where lender_id = $1 and code_hash = $2 and used_at is null',
    [lenderId, hash],
  )
  return found !== undefined
}

/** Uses a code up: of several concurrent calls one succeeds. */
export async function useCode(tx: Transaction, lenderId: number, hash: Buffer): Promise<boolean> {
  const used = await run(
    tx,
    'lenders.factors.use_code',
    `update lender_recovery_code set used_at = app_now()
      where lender_id = $1 and code_hash = $2 and used_at is null`,
    [lenderId, hash],
  )
  return used === 1
}
