import { createHash } from 'node:crypto'

/**
 * Remembers which keys a file has named, in 16 bytes a key however long it is: 64 bits of the key's SHA-256, 32 of the
 * content's and the number of the first line with it. Among a million keys, the chance that two different ones are
 * confused is below one in ten million.
 */
export class SeenLines {
  #slots = 1024
  #count = 0
  #table = new Uint32Array(4 * 1024)

  /** Whether the file has named this key before, and with the same content. The first content is the one remembered. */
  see(key: string, content: string, line = 0): 'new' | 'same' | 'other' {
    const { high, low } = hashOf(key)
    const told = createHash('sha256').update(content).digest().readUInt32LE(0)
    const at = this.#find(high, low)
    if (this.#table[at + 1] !== 0) return this.#table[at + 2] === told ? 'same' : 'other'
    this.#table.set([high, low, told, line], at)
    this.#count += 1
    if (2 * this.#count > this.#slots) this.#grow()
    return 'new'
  }

  /** The first line that named this key, or 0. */
  lineOf(key: string): number {
    const { high, low } = hashOf(key)
    return this.#table[this.#find(high, low) + 3] ?? 0
  }

  /** The position of the key, or the free slot where it belongs. */
  #find(high: number, low: number): number {
    for (let slot = high % this.#slots; ; slot = (slot + 1) % this.#slots) {
      const at = 4 * slot
      if (this.#table[at + 1] === 0 || (this.#table[at] === high && this.#table[at + 1] === low)) return at
    }
  }

  #grow(): void {
    const before = this.#table
    this.#slots *= 2
    this.#table = new Uint32Array(4 * this.#slots)
    for (let at = 0; at < before.length; at += 4) {
      const [high = 0, low = 0, told = 0, line = 0] = before.subarray(at, at + 4)
      if (low !== 0) this.#table.set([high, low, told, line], this.#find(high, low))
    }
  }
}

function hashOf(key: string): { high: number; low: number } {
  const hash = createHash('sha256').update(key).digest()
  // A free slot is marked by zero.
  return { high: hash.readUInt32LE(0), low: hash.readUInt32LE(4) || 1 }
}
