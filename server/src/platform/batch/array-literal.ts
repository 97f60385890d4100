/**
 * Arrays as PostgreSQL reads them in text, for the many columns of a set-based statement. The driver's own way escapes
 * each element by itself, numbers and ids included, which costs a batch more than all else that is done in the process.
 */

/** An array of numbers or uuids, none of which needs quotes. */
export const bareArray = (values: readonly (number | string | null)[]): string =>
  `{${values.map((value) => value ?? 'NULL').join(',')}}`

/** An array of texts, whatever they hold; also for jsonb. */
export const textArray = (values: readonly (string | null)[]): string =>
  `{${values.map((value) => (value === null ? 'NULL' : `"${escaped(value)}"`)).join(',')}}`

/** An array of bytea. */
export const byteArray = (values: readonly Buffer[]): string =>
  `{${values.map((value) => `"\\\\x${value.toString('hex')}"`).join(',')}}`

const special = /["\\]/
const allSpecial = /["\\]/g

const escaped = (text: string): string =>
  special.test(text) ? text.replaceAll(allSpecial, String.raw`\$&`) : text
