import { businessDateOf } from './business-date.ts'

/** Crockford's Base32 alphabet, which has no letter that looks like a digit. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/**
 * The number that people see for a row with a time-ordered uuid: a prefix, the day in Jakarta and ten characters of the
 * random part. It is computed, so it needs no column and always matches its row.
 */
function personNumber(prefix: string, id: string): string {
  const hex = id.replaceAll('-', '')
  const day = businessDateOf(Number.parseInt(hex.slice(0, 12), 16))
  let rest = BigInt(`0x${hex.slice(-13)}`)
  let signs = ''
  for (let i = 0; i < 10; i += 1) {
    signs = alphabet[Number(rest % 32n)] + signs
    rest /= 32n
  }
  return `${prefix}-${day.slice(2).replaceAll('-', '')}-${signs}`
}

export const bulkNumber = (id: string): string => personNumber('BLK', id)
export const fundingNumber = (id: string): string => personNumber('FND', id)
export const topUpNumber = (id: string): string => personNumber('TOP', id)
export const repaymentNumber = (id: string): string => personNumber('RPY', id)
export const agreementNumber = (id: string): string => personNumber('PJJ', id)
export const mandateNumber = (id: string): string => personNumber('KPO', id)
export const confirmationNumber = (id: string): string => personNumber('KNF', id)
export const withdrawalNumber = (id: string): string => personNumber('WDR', id)
export const statementNumber = (id: string): string => personNumber('STM', id)
