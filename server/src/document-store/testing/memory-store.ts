import type { ObjectStore } from '../../outside/document-store/port.ts'

/** A store in memory whose clock is the test's. */
export function memoryStore(now: () => Date): { store: ObjectStore; keys(): string[] } {
  const objects = new Map<string, { bytes: Buffer; modifiedAt: Date }>()
  return {
    keys: () => [...objects.keys()].sort(),
    store: {
      async put(key, bytes) {
        objects.set(key, { bytes, modifiedAt: now() })
      },
      get: async (key) => objects.get(key)?.bytes ?? null,
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
