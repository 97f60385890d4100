/** Crockford's Base32 alphabet, which has no letter that looks like a digit. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const shape = new RegExp(`^[${alphabet}]+$`)
/** Five bits each: nobody guesses one of 2^100. */
const length = 20

/** A code as it is typed or pasted, reduced to its twenty characters; null where it can be none. */
export function readCode(typed: string): string | null {
  const code = typed.toUpperCase().replaceAll(/[\s-]/g, '').replaceAll('O', '0').replaceAll(/[IL]/g, '1')
  return code.length === length && shape.test(code) ? code : null
}

/** The code of these random bytes, of which the first twelve and a half count. */
export function codeOf(random: Uint8Array): string {
  let rest = random.slice(0, 13).reduce((sum, byte) => sum * 256n + BigInt(byte), 0n)
  let code = ''
  for (let place = 0; place < length; place += 1) {
    code = alphabet[Number(rest % 32n)] + code
    rest /= 32n
  }
  return code
}

/** The code in groups of five, as people read it. */
export const spacedCode = (code: string): string => code.match(/.{1,5}/g)?.join('-') ?? code
