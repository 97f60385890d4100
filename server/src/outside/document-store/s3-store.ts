import { randomBytes } from 'node:crypto'
import { checkKey, type ObjectStore, StoreUnavailable } from './port.ts'
import { readListing } from './s3-listing.ts'
import { callS3, type S3Answer, type S3Config } from './s3-request.ts'

/** Largest page of a listing, bytes; a page has at most a thousand objects. */
const largestListing = 4 * 1024 * 1024

/** The object that `prepare` writes, reads and deletes to check its permissions. */
const probeKey = 'probe/'

/** Stores each object in a bucket of a store that speaks S3. */
export function s3Store(config: S3Config): ObjectStore {
  const { bucket, prefix } = config
  const path = (key: string) => `${prefix}${checkKey(key)}`
  const store: ObjectStore = {
    async put(key, body) {
      const answer = await callS3(config, { method: 'PUT', path: path(key), body, largest: 64 * 1024 })
      if (answer.status === 404) throw missingBucket(bucket, answer)
    },
    async get(key, largest) {
      const answer = await callS3(config, { method: 'GET', path: path(key), largest })
      if (answer.status !== 404) return answer.body
      // A proxy or a bucket of another name also answers 404; only the store's own code says that the object is missing.
      if (answer.code !== 'NoSuchKey') throw missingBucket(bucket, answer)
      return null
    },
    async has(key) {
      const { status } = await callS3(config, { method: 'HEAD', path: path(key), largest: 0 })
      if (status !== 404) return true
      // The answer to HEAD has no body with a code.
      return (await store.get(key, Number.MAX_SAFE_INTEGER)) !== null
    },
    async delete(key) {
      const answer = await callS3(config, { method: 'DELETE', path: path(key), largest: 64 * 1024 })
      if (answer.status === 404 && answer.code !== 'NoSuchKey') throw missingBucket(bucket, answer)
    },
    async *list(keyPrefix) {
      let token: string | null = null
      do {
        const query: Record<string, string> = {
          'list-type': '2',
          'max-keys': '1000',
          prefix: `${prefix}${keyPrefix}`,
          ...(token === null ? {} : { 'continuation-token': token }),
        }
        const answer: S3Answer = await callS3(config, {
          method: 'GET',
          path: '',
          query,
          largest: largestListing,
        })
        if (answer.status === 404) throw missingBucket(bucket, answer)
        const page = readListing(answer.body.toString('utf8'))
        for (const found of page.objects)
          if (found.key.startsWith(prefix)) yield { ...found, key: found.key.slice(prefix.length) }
        token = page.next
      } while (token !== null)
    },
    async prepare() {
      const key = `${probeKey}${randomBytes(16).toString('hex')}`
      const bytes = randomBytes(32)
      await store.put(key, bytes)
      const read = await store.get(key, bytes.length)
      let isListed = false
      for await (const found of store.list(probeKey)) isListed ||= found.key === key
      await store.delete(key)
      if (!read?.equals(bytes) || !isListed)
        throw new StoreUnavailable(`document store ${bucket}: what was written is not read or listed`)
    },
  }
  return store
}

const missingBucket = (bucket: string, { code }: S3Answer): StoreUnavailable =>
  new StoreUnavailable(`document store ${bucket} is answered with 404 ${code ?? 'and no code'}`)
