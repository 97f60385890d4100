/** Crockford's Base32 alphabet, which has no letter that looks like a digit. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const shape = new RegExp(`^[${alphabet}]+$`)
/** Characters of a code, of five bits each: 150 bits, too many to guess. */
const length = 30
/** Of codes that were printed before 2026-11-29. */
const formerLength = 20

/** Normalizes a typed or pasted code to its characters; null when it cannot be a code. */
export function readCode(typed: string): string | null {
  const code = typed.toUpperCase().replaceAll(/[\s-]/g, '').replaceAll('O', '0').replaceAll(/[IL]/g, '1')
  return [length, formerLength].includes(code.length) && shape.test(code) ? code : null
}

/** Encodes the last 150 bits of the first 19 bytes of `random` as a code. */
export function codeOf(random: Uint8Array): string {
  let rest = random.slice(0, 19).reduce((sum, byte) => sum * 256n + BigInt(byte), 0n)
  let code = ''
  for (let place = 0; place < length; place += 1) {
    code = alphabet[Number(rest % 32n)] + code
    rest /= 32n
  }
  return code
}

/** The code in groups of five characters with hyphens between them, for display. */
export const spacedCode = (code: string): string => code.match(/.{1,5}/g)?.join('-') ?? code
