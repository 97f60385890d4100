import { type ObjectStore, ObjectTooLarge } from '../../../outside/document-store/port.ts'

/** A store in memory whose clock is the test's. */
export function memoryStore(now: () => Date): { store: ObjectStore; keys(): string[] } {
  const objects = new Map<string, { bytes: Buffer; modifiedAt: Date }>()
  return {
    keys: () => [...objects.keys()].sort(),
    store: {
      async put(key, bytes) {
        objects.set(key, { bytes, modifiedAt: now() })
      },
      async get(key, largest) {
        const bytes = objects.get(key)?.bytes ?? null
        if (bytes && bytes.length > largest) throw new ObjectTooLarge(`${key} has ${bytes.length} bytes`)
        return bytes
      },
      has: async (key) => objects.has(key),
      async delete(key) {
        objects.delete(key)
      },
      async *list(prefix) {
        for (const [key, { bytes, modifiedAt }] of [...objects])
          if (key.startsWith(prefix)) yield { key, size: bytes.length, modifiedAt }
      },
      prepare: async () => {},
    },
  }
}
