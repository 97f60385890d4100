import { createHash } from 'node:crypto'

/**
 * Remembers which keys a file contains, in 16 bytes each: 64 bits of the key's SHA-256, 32 bits of the content's, and
 * the number of the first line. With a million keys, the chance of confusing two of them is below one in ten million.
 */
export class SeenLines {
  #slots = 1024
  #count = 0
  #table = new Uint32Array(4 * 1024)

  /**
   * Whether the key is new, repeated with the same content, or repeated with other content. The first content is
   * remembered.
   */
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

  /** The number of the first line with this key; 0 if there is none. */
  lineOf(key: string): number {
    const { high, low } = hashOf(key)
    return this.#table[this.#find(high, low) + 3] ?? 0
  }

  /** The slot of the key, or the free slot for it. */
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
  // Zero marks a free slot, so a hash never has it.
  return { high: hash.readUInt32LE(0), low: hash.readUInt32LE(4) || 1 }
}
