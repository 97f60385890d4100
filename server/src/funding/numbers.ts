/** Crockford's alphabet: no letter that reads like a digit. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/**
 * The number that a person sees of a row with a time-ordered uuid: a prefix, the day in Jakarta and ten signs of
 * the random part. It is computed, so it costs no column and can never differ from its row.
 */
function personNumber(prefix: string, id: string): string {
  const hex = id.replaceAll('-', '')
  const at = new Date(Number.parseInt(hex.slice(0, 12), 16) + 7 * 3_600_000)
  let rest = BigInt(`0x${hex.slice(-13)}`)
  let signs = ''
  for (let i = 0; i < 10; i += 1) {
    signs = alphabet[Number(rest % 32n)] + signs
    rest /= 32n
  }
  return `${prefix}-${at.toISOString().slice(2, 10).replaceAll('-', '')}-${signs}`
}

export const bulkNumber = (id: string): string => personNumber('BLK', id)
export const fundingNumber = (id: string): string => personNumber('FND', id)
export const topUpNumber = (id: string): string => personNumber('TOP', id)
export const repaymentNumber = (id: string): string => personNumber('RPY', id)
export const agreementNumber = (id: string): string => personNumber('PJJ', id)
export const withdrawalNumber = (id: string): string => personNumber('WDR', id)
