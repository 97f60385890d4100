/** Crockford's Base32 alphabet, which has no letter that looks like a digit. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const shape = new RegExp(`^[${alphabet}]+$`)
/** Five bits each: 2^100 codes cannot be guessed. */
const length = 20

/** Normalizes a typed or pasted code to its twenty characters; null when it cannot be a code. */
export function readCode(typed: string): string | null {
  const code = typed.toUpperCase().replaceAll(/[\s-]/g, '').replaceAll('O', '0').replaceAll(/[IL]/g, '1')
  return code.length === length && shape.test(code) ? code : null
}

/** The code of random bytes, of which it uses the first twelve and a half. */
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
