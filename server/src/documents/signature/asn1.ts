import { type BaseBlock, Constructed, fromBER } from 'asn1js'

/** The error for bytes that do not hold what they should. */
export class AsnFault extends Error {}

/**
 * Reads the ASN.1 value at the beginning of the bytes.
 * @returns the value, and its length
 * @throws AsnFault
 */
export function readFirst(bytes: Uint8Array): { value: BaseBlock; length: number } {
  const { result, offset } = attempt(() => fromBER(bytes))
  if (offset < 0) throw new AsnFault(result.error)
  return { value: result, length: offset }
}

/**
 * Reads bytes that hold exactly one ASN.1 value, as the structure that it is to be.
 * @throws AsnFault
 */
export function readAs<Structure>(
  bytes: Uint8Array,
  Type: new (parameters: { schema: BaseBlock }) => Structure,
): { value: BaseBlock; structure: Structure } {
  const { value } = readFirst(bytes)
  // The library also reads values that reach beyond the value around them.
  if (!Buffer.from(value.toBER()).equals(bytes)) throw new AsnFault('its lengths do not agree')
  return { value, structure: attempt(() => new Type({ schema: value })) }
}

/** What the library throws at bytes that it does not expect is of many types. */
export function attempt<Value>(read: () => Value): Value {
  try {
    return read()
  } catch (error) {
    throw new AsnFault((error as Error).message, { cause: error })
  }
}

export function partsOf(value: BaseBlock | undefined): BaseBlock[] {
  if (!(value instanceof Constructed)) throw new AsnFault('a value that holds no others')
  return value.valueBlock.value
}

/** A value as it was written. */
export const rawOf = (value: BaseBlock): Buffer => Buffer.from(value.valueBeforeDecodeView)
