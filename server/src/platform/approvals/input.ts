// The input of a proposal as JSON. What JSON has no form for, dates and bytes, is tagged, so that the command gets the input
// that was proposed.

type Tagged = { $date: string } | { $bytes: string }

export const encodeInput = (input: unknown): string =>
  JSON.stringify(input, function tag(this: Record<string, unknown>, key: string, value: unknown) {
    // Dates and buffers have become text or lists in `value` already.
    const given = this[key]
    if (given instanceof Date) return { $date: given.toISOString() } satisfies Tagged
    if (given instanceof Uint8Array) return { $bytes: Buffer.from(given).toString('base64') } satisfies Tagged
    return value
  })

export const decodeInput = (text: string): unknown =>
  JSON.parse(text, (_, value: unknown) => {
    if (value === null || typeof value !== 'object' || Object.keys(value).length !== 1) return value
    if ('$date' in value && typeof value.$date === 'string') return new Date(value.$date)
    if ('$bytes' in value && typeof value.$bytes === 'string') return Buffer.from(value.$bytes, 'base64')
    return value
  })
