/** One value in DER (X.690): tag, length, content. */
export function der(tag: number, ...parts: readonly Buffer[]): Buffer {
  const length = parts.reduce((sum, part) => sum + part.length, 0)
  return Buffer.concat([Buffer.from([tag, ...lengthOf(length)]), ...parts])
}

function lengthOf(length: number): number[] {
  if (length < 0x80) return [length]
  const bytes: number[] = []
  for (let rest = length; rest > 0; rest = Math.floor(rest / 256)) bytes.unshift(rest % 256)
  return [0x80 + bytes.length, ...bytes]
}

/** A DER integer from 0 to 127. */
export const integer = (value: number): Buffer => der(0x02, Buffer.from([value]))

/** An object identifier from its dotted form. */
export function oid(dotted: string): Buffer {
  const [first = 0, second = 0, ...rest] = dotted.split('.').map(Number)
  const bytes = [first * 40 + second, ...rest].flatMap((arc) => {
    const digits = [arc % 128]
    for (let left = Math.floor(arc / 128); left > 0; left = Math.floor(left / 128))
      digits.unshift(128 + (left % 128))
    return digits
  })
  return der(0x06, Buffer.from(bytes))
}

/** One parsed DER value: its tag, its content, and its whole encoding. */
export type DerValue = { tag: number; content: Buffer; raw: Buffer }

/** The error for bytes that are not valid DER. */
export class DerFault extends Error {}

/**
 * Reads the first DER value of the bytes.
 * @returns the value, and the bytes after it
 * @throws DerFault unless its length is definite and in its shortest form
 */
export function readFirst(bytes: Buffer): { value: DerValue; rest: Buffer } {
  const [tag, first] = bytes
  if (tag === undefined || first === undefined) throw new DerFault('a value is cut off')
  if ((tag & 0x1f) === 0x1f) throw new DerFault('a tag of more than one byte')
  const count = first < 0x80 ? 0 : first - 0x80
  if (first === 0x80 || count > 4) throw new DerFault('a length that is not definite')
  if (bytes.length < 2 + count) throw new DerFault('a value is cut off')
  const length = count === 0 ? first : bytes.readUIntBE(2, count)
  if (count > 0 && lengthOf(length).length !== 1 + count)
    throw new DerFault('a length longer than it must be')
  const end = 2 + count + length
  if (bytes.length < end) throw new DerFault('a value is cut off')
  const value = { tag, content: bytes.subarray(2 + count, end), raw: bytes.subarray(0, end) }
  return { value, rest: bytes.subarray(end) }
}

/** Reads bytes that contain exactly one DER value. */
export function readDer(bytes: Buffer): DerValue {
  const { value, rest } = readFirst(bytes)
  if (rest.length > 0) throw new DerFault('bytes behind the value')
  return value
}

/** The values inside a constructed DER value. */
export function partsOf({ tag, content }: DerValue): DerValue[] {
  if ((tag & 0x20) === 0) throw new DerFault('a value that holds no others')
  const parts: DerValue[] = []
  for (let left = content; left.length > 0; ) {
    const { value, rest } = readFirst(left)
    parts.push(value)
    left = rest
  }
  return parts
}

/** The values inside a constructed DER value, which must have this tag. */
export function within(value: DerValue | undefined, tag: number): DerValue[] {
  return partsOf(withTag(value, tag))
}

export function withTag(value: DerValue | undefined, tag: number): DerValue {
  if (value?.tag !== tag) throw new DerFault(`tag ${value?.tag ?? 'none'} in place of ${tag}`)
  return value
}

/** An object identifier in its dotted form. */
export function readOid(value: DerValue | undefined): string {
  const arcs: number[] = []
  let arc = 0
  for (const byte of withTag(value, 0x06).content) {
    arc = arc * 128 + (byte & 0x7f)
    if (byte & 0x80) continue
    arcs.push(arc)
    arc = 0
  }
  const [head = 0, ...tail] = arcs
  const first = Math.min(2, Math.floor(head / 40))
  return [first, head - 40 * first, ...tail].join('.')
}
