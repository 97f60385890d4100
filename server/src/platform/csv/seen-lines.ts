import { createHash } from 'node:crypto'

/**
 * Remembers which keys a file has named, in 12 bytes a key however long it is: 64 bits of the key's SHA-256 and 32
 * of the content's. Two different keys of a million are taken for one with a chance below one in ten million.
 */
export class SeenLines {
  #slots = 1024
  #count = 0
  #table = new Uint32Array(3 * 1024)

  /** Whether the file has named this key before, and with the same content. The first content is what is kept. */
  see(key: string, content: string): 'new' | 'same' | 'other' {
    const keyHash = createHash('sha256').update(key).digest()
    const high = keyHash.readUInt32LE(0)
    // Zero marks a slot that is free.
    const low = keyHash.readUInt32LE(4) || 1
    const told = createHash('sha256').update(content).digest().readUInt32LE(0)
    const at = this.#find(high, low)
    if (this.#table[at + 1] !== 0) return this.#table[at + 2] === told ? 'same' : 'other'
    this.#table.set([high, low, told], at)
    this.#count += 1
    if (2 * this.#count > this.#slots) this.#grow()
    return 'new'
  }

  /** Where the key stands, or the free slot in which it belongs. */
  #find(high: number, low: number): number {
    for (let slot = high % this.#slots; ; slot = (slot + 1) % this.#slots) {
      const at = 3 * slot
      if (this.#table[at + 1] === 0 || (this.#table[at] === high && this.#table[at + 1] === low)) return at
    }
  }

  #grow(): void {
    const before = this.#table
    this.#slots *= 2
    this.#table = new Uint32Array(3 * this.#slots)
    for (let at = 0; at < before.length; at += 3) {
      const [high = 0, low = 0, told = 0] = before.subarray(at, at + 3)
      if (low !== 0) this.#table.set([high, low, told], this.#find(high, low))
    }
  }
}
