import { createRequire } from 'node:module'
import type { Config } from '../../platform/settings/config.ts'
import { Refusal } from '../../platform/refusal.ts'

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

/**
 * Whether a password would be guessed early: a common one, also with substitutions or a few digits around it, or one
 * that contains the name of the product or operator.
 */
export function isGuessable(password: string, names: readonly string[] = []): boolean {
  const small = password.toLowerCase()
  const word = /\p{L}(?:.*\p{L})?/su.exec(small)?.[0] ?? ''
  const listed = commonPasswords()
  if (listed.has(small) || listed.has(undisguised(small))) return true
  const isDecorated = word.length >= shortestWord && small.length - word.length <= mostAround
  if (isDecorated && (listed.has(word) || listed.has(undisguised(word)))) return true
  const letters = [small, undisguised(small)].map((text) => text.replaceAll(/[^\p{L}]/gu, ''))
  return [productName, ...names].flatMap(wordsOf).some((name) => letters.some((text) => text.includes(name)))
}

/**
 * The checks of a new password beyond the contract's rules, for a change and a reset.
 * @param isBefore whether it equals the current password
 * @throws Refusal PASSWORD_GUESSABLE, PASSWORD_UNCHANGED
 */
export function assertMayChoose({ OPERATOR_NAME }: Config, password: string, isBefore: boolean): void {
  if (isBefore) throw new Refusal('PASSWORD_UNCHANGED')
  if (isGuessable(password, [OPERATOR_NAME])) throw new Refusal('PASSWORD_GUESSABLE')
}
