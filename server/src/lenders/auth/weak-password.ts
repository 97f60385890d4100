import { createRequire } from 'node:module'
import type { Context } from '../../context.ts'
import { Refusal } from '../../platform/refusal.ts'
import { type OwnWords, ownWordsOf } from './own-words.ts'

const require = createRequire(import.meta.url)
let common: ReadonlySet<string> | undefined

/**
 * The most common passwords in lower case, from a maintained list. It is loaded on first use because operator commands
 * rarely need it.
 */
export function commonPasswords(): ReadonlySet<string> {
  if (common) return common
  const { dictionary } = require('@zxcvbn-ts/language-common') as {
    dictionary: { 'passwords-common': readonly string[] }
  }
  common = new Set(dictionary['passwords-common'].map((one) => one.toLowerCase()))
  return common
}

/** Digits and signs that commonly replace letters in passwords. */
const disguises: Record<string, string> = {
  0: 'o',
  1: 'i',
  3: 'e',
  4: 'a',
  5: 's',
  7: 't',
  '@': 'a',
  $: 's',
  '!': 'i',
}

const undisguised = (text: string): string =>
  text.replaceAll(/[013457@$!]/g, (sign) => disguises[sign] ?? sign)

/** Maximum number of digits and symbols around a common word that still leaves it easy to guess. */
const mostAround = 6
const shortestWord = 4

/** The name of the product, which does not depend on the operator's name. */
const productName = 'Pematang'

/** Short words of a name, such as `PT`, are not checked. */
const wordsOf = (name: string): string[] => name.toLowerCase().match(/\p{L}{5,}/gu) ?? []

/** Words of the field, and those that go with them; a password is not made of them alone. */
const fieldWords =
  'pinjaman pinjam peminjam pemberi pendana pendanaan dana danai modal usaha investasi investor kredit bunga uang rupiah saldo tabungan deposito deposit bank rekening untung cuan lender lending loan borrower funding fintech crowdfunding money akun sandi kata login masuk rahasia'.split(
    ' ',
  )
/** Letters that may stay when a password's own and field words are taken out, and still leave it guessable. */
const mostBeside = 2
/** Digits in a row of a phone number that make a password guessable. */
const phoneRun = 6

/**
 * Whether a password would be guessed early: a common one, also with substitutions or a few digits around it; one that
 * contains the name of the product, the operator or the lender, or digits of their phone; or one that is made of their
 * short names and words of the field alone.
 */
export function isGuessable(
  typed: string,
  names: readonly string[] = [],
  own: OwnWords = { names: [], phones: [] },
): boolean {
  const password = typed.normalize('NFKC')
  const small = password.toLowerCase()
  const word = /\p{L}(?:.*\p{L})?/su.exec(small)?.[0] ?? ''
  const listed = commonPasswords()
  if (listed.has(small) || listed.has(undisguised(small))) return true
  const isDecorated = word.length >= shortestWord && small.length - word.length <= mostAround
  if (isDecorated && (listed.has(word) || listed.has(undisguised(word)))) return true
  const letters = [small, undisguised(small)].map((text) => text.replaceAll(/[^\p{L}]/gu, ''))
  const known = [productName, ...names, ...own.names].flatMap(wordsOf)
  if (known.some((name) => letters.some((text) => text.includes(name)))) return true
  const parts = [...fieldWords, ...own.names.flatMap(shortWordsOf)].toSorted((a, b) => b.length - a.length)
  return letters.some((text) => isMadeOf(text, parts)) || hasPhone(password, own.phones)
}

/** Names such as Sri and Dewi, which other words contain by chance. */
const shortWordsOf = (name: string): string[] => name.toLowerCase().match(/\p{L}{3,}/gu) ?? []

function isMadeOf(text: string, parts: readonly string[]): boolean {
  const rest = parts.reduce((left, part) => left.replaceAll(part, ''), text)
  return rest.length < text.length && rest.length <= mostBeside
}

function hasPhone(password: string, phones: readonly string[]): boolean {
  const digits = password.replaceAll(/[^0-9]/g, '')
  return phones.some((phone) =>
    Array.from({ length: Math.max(phone.length - phoneRun + 1, 0) }, (_, at) =>
      phone.slice(at, at + phoneRun),
    ).some((run) => digits.includes(run)),
  )
}

/**
 * The checks of a new password beyond the contract's rules, for a change and a reset.
 * @param isBefore whether it equals the current password
 * @throws Refusal PASSWORD_GUESSABLE, PASSWORD_UNCHANGED
 */
export async function assertMayChoose(
  { config: { OPERATOR_NAME }, db }: Pick<Context, 'config' | 'db'>,
  lenderId: number,
  { password, isBefore }: { password: string; isBefore: boolean },
): Promise<void> {
  if (isBefore) throw new Refusal('PASSWORD_UNCHANGED')
  if (isGuessable(password, [OPERATOR_NAME], await ownWordsOf(db, lenderId)))
    throw new Refusal('PASSWORD_GUESSABLE')
}
