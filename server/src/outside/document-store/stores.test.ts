import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { parseCredentials } from './credentials.ts'
import { folderStore, markerName } from './folder-store.ts'
import { ObjectTooLarge, type ObjectStore, StoreUnavailable } from './port.ts'
import { readListing } from './s3-listing.ts'
import { urlOf } from './s3-request.ts'
import { s3Store } from './s3-store.ts'
import { type S3Server, startS3Server } from './testing/s3-server.ts'
import { LimitedCalls } from './time-limit.ts'

let folder: string
let s3: S3Server
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'documents-'))
  s3 = await startS3Server()
})
beforeEach(() => {
  s3.faults = []
  s3.always = null
  s3.requests = []
})
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true })
  await s3.close()
})

const keyFor = (bytes: Buffer): string => {
  const name = createHash('sha256').update(bytes).digest('hex')
  return `documents/${name.slice(0, 2)}/${name}`
}

const listed = async (store: ObjectStore, prefix: string) => {
  const found = []
  for await (const object of store.list(prefix)) found.push(object)
  return found
}

describe.each([
  ['folder', () => folderStore({ folder: join(folder, 'shared'), timeoutMs: 5_000 })],
  ['S3', () => s3Store(s3.config)],
] as const)('a store: %s', (_, open) => {
  let store: ObjectStore
  beforeAll(async () => {
    store = open()
    await store.prepare()
  })

  test('returns the bytes of an object unchanged, and lists an object once although it was stored twice', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ minLength: 1, maxLength: 3_000 }), async (input) => {
        const bytes = Buffer.from(input)
        const key = keyFor(bytes)
        await store.put(key, bytes)
        await store.put(key, bytes)
        expect(await store.has(key)).toBe(true)
        expect(await store.get(key, bytes.length)).toEqual(bytes)
        const found = (await listed(store, 'documents/')).filter((one) => one.key === key)
        expect(found).toMatchObject([{ size: bytes.length }])
        expect(Math.abs((found[0]?.modifiedAt.getTime() ?? 0) - Date.now())).toBeLessThan(60_000)
      }),
      { numRuns: 15 },
    )
  })

  test('finds no object before it is stored or after it is deleted', async () => {
    const bytes = Buffer.from('to be deleted')
    const key = keyFor(bytes)
    expect(await store.get(key, 100)).toBeNull()
    expect(await store.has(key)).toBe(false)
    await store.put(key, bytes)
    await store.delete(key)
    await store.delete(key)
    expect(await store.get(key, 100)).toBeNull()
    expect((await listed(store, 'documents/')).some((one) => one.key === key)).toBe(false)
  })

  test('refuses to read an object that is larger than the given limit', async () => {
    const bytes = Buffer.from('eleven and more')
    await store.put(keyFor(bytes), bytes)
    await expect(store.get(keyFor(bytes), bytes.length - 1)).rejects.toThrow(ObjectTooLarge)
  })

  test.each(['../other', 'documents/../../x', '/etc/passwd', 'documents/.hidden', ''])(
    'refuses to store an object under the invalid key %j',
    async (key) => {
      await expect(async () => store.put(key, Buffer.from('x'))).rejects.toThrow('is not the key')
    },
  )
})

describe('a folder store', () => {
  const bytes = Buffer.from('in a folder')

  test('refuses reads and writes while the marker file of a prepared folder is missing', async () => {
    mkdirSync(join(folder, 'not-mounted'))
    const store = folderStore({ folder: join(folder, 'not-mounted'), timeoutMs: 5_000 })
    await expect(store.put(keyFor(bytes), bytes)).rejects.toThrow(StoreUnavailable)
    await expect(store.get(keyFor(bytes), 100)).rejects.toThrow(/pematang-documents is not there/)
    expect(readdirSync(join(folder, 'not-mounted'))).toEqual([])
  })

  test('reports that the store is unavailable when the disk refuses a write, and leaves no temporary file', async () => {
    const store = folderStore({ folder: join(folder, 'refusing'), timeoutMs: 5_000 })
    await store.prepare()
    // A file where a folder has to be: the error that no user, not even the superuser, is exempt from.
    writeFileSync(join(folder, 'refusing', 'documents'), '')
    await expect(store.put(keyFor(bytes), bytes)).rejects.toThrow(StoreUnavailable)
    expect(readdirSync(join(folder, 'refusing')).sort()).toEqual(['documents', markerName])
  })

  test('leaves temporary files out of a listing, and deletes those older than a day', async () => {
    const root = join(folder, 'unfinished')
    const store = folderStore({ folder: root, timeoutMs: 5_000 })
    await store.prepare()
    await store.put(keyFor(bytes), bytes)
    const parent = join(root, keyFor(bytes), '..')
    const name = keyFor(bytes).split('/').at(-1) ?? ''
    const [fresh, old] = [`.${name}.${'0'.repeat(16)}`, `.${name}.${'1'.repeat(16)}`]
    for (const one of [fresh, old]) writeFileSync(join(parent, one), 'half')
    const longAgo = new Date(Date.now() - 2 * 86_400_000)
    utimesSync(join(parent, old), longAgo, longAgo)
    expect((await listed(store, 'documents/')).map(({ key }) => key)).toEqual([keyFor(bytes)])
    expect(readdirSync(parent).sort()).toEqual([fresh, name].sort())
  })

  test('writes files that only their owner and group can read', async () => {
    const store = folderStore({ folder: join(folder, 'shared'), timeoutMs: 5_000 })
    await store.put(keyFor(bytes), bytes)
    const path = join(folder, 'shared', keyFor(bytes))
    expect(statSync(path).mode & 0o007).toBe(0)
  })
})

test('a call to the folder that hangs fails at its time limit, and a call queued behind it fails without being started', async () => {
  const calls = new LimitedCalls('folder', { limitMs: 50, atOnce: 1 })
  let begun = 0
  const hang = () =>
    calls.run(() => {
      begun += 1
      return new Promise<never>(() => {})
    })
  await expect(hang()).rejects.toThrow('no answer within 50 ms')
  await expect(hang()).rejects.toThrow(StoreUnavailable)
  expect(begun).toBe(1)
})

describe('an S3 store', () => {
  const bytes = Buffer.from('in a bucket')
  const key = keyFor(bytes)
  const put = () => s3Store(s3.config).put(key, bytes)
  const get = () => s3Store(s3.config).get(key, 100)
  beforeEach(async () => {
    await put()
    s3.requests = []
  })

  test.each([500, 503, 429, 'cut', 'half'] as const)(
    'repeats a request after the fault %j until it succeeds',
    async (fault) => {
      s3.faults = [fault, fault]
      expect(await get()).toEqual(bytes)
      expect(s3.requests).toHaveLength(3)
    },
  )

  test.each([500, 'cut', 'half'] as const)(
    'reports that the store is unavailable after three requests ended with the fault %j',
    async (fault) => {
      s3.always = fault
      await expect(get()).rejects.toThrow(StoreUnavailable)
      expect(s3.requests).toHaveLength(3)
    },
  )

  test('does not repeat a request that the server refused with 403', async () => {
    s3.always = 403
    await expect(put()).rejects.toThrow('403 InternalError')
    expect(s3.requests).toHaveLength(1)
  })

  test('repeats a write whose connection was cut after the server had stored the object', async () => {
    s3.objects.clear()
    s3.faults = ['cut after storing']
    await put()
    expect(s3.requests).toHaveLength(2)
    expect(s3.objects.get(`pematang/${key}`)?.bytes).toEqual(bytes)
  })

  test('reports that the store is unavailable when no attempt is answered within the time limit', async () => {
    s3.always = 'hang'
    const store = s3Store({ ...s3.config, timeoutMs: 100, attempts: 2 })
    await expect(store.get(key, 100)).rejects.toThrow(StoreUnavailable)
    expect(s3.requests).toHaveLength(2)
  })

  test('reports the error of the server when the secret key or the region is wrong', async () => {
    const file = `${s3.config.credentialsFile}-other`
    writeFileSync(file, 'aws_access_key_id=TESTKEY\naws_secret_access_key=another\n')
    const other = s3Store({ ...s3.config, credentialsFile: file })
    await expect(other.get(key, 100)).rejects.toThrow('403 SignatureDoesNotMatch')
    await expect(s3Store({ ...s3.config, region: 'eu-west-1' }).put(key, bytes)).rejects.toThrow(
      '403 AuthorizationHeaderMalformed',
    )
  })

  test('reports a missing bucket as an unavailable store, not as a missing object', async () => {
    const store = s3Store({ ...s3.config, bucket: 'another' })
    await expect(store.get(key, 100)).rejects.toThrow('404 NoSuchBucket')
    await expect(store.has(key)).rejects.toThrow(StoreUnavailable)
    await expect(store.put(key, bytes)).rejects.toThrow(StoreUnavailable)
    await expect(store.delete(key)).rejects.toThrow(StoreUnavailable)
  })

  test('names the credentials file in the error when the file is missing or lacks a key', async () => {
    const store = (file: string) => s3Store({ ...s3.config, credentialsFile: file })
    await expect(store('/missing/file').get(key, 100)).rejects.toThrow('/missing/file cannot be read')
    const file = `${s3.config.credentialsFile}-half`
    writeFileSync(file, 'aws_access_key_id=TESTKEY\n')
    await expect(store(file).get(key, 100)).rejects.toThrow(/does not contain .*aws_secret_access_key/)
  })
})

test.each([
  [true, 'https://s3.example:9000/', 'https://s3.example:9000/documents/pematang/a'],
  [true, 'https://example/s3', 'https://example/s3/documents/pematang/a'],
  [false, 'https://s3.example', 'https://documents.s3.example/pematang/a'],
])(
  'with the bucket in the path: %s, the URL of an object at the endpoint %s is %s',
  (pathStyle, endpoint, address) => {
    expect(urlOf({ ...s3.config, endpoint, pathStyle, bucket: 'documents' }, 'pematang/a').href).toBe(address)
  },
)

test('credentials are read from the section “default” of the file', () => {
  expect(
    parseCredentials(
      '[other]\naws_access_key_id=no\n[default]\naws_access_key_id = id\naws_secret_access_key=s/e+c=\naws_session_token=t\n',
    ),
  ).toEqual({ accessKeyId: 'id', secretAccessKey: 's/e+c=', sessionToken: 't' })
  expect(parseCredentials('[other]\naws_access_key_id=a\naws_secret_access_key=b\n')).toBeNull()
})

test('an S3 listing that is cut off or lacks an element is an error, not a shorter list', () => {
  const object =
    '<Contents><Key>a&amp;&#98;</Key><LastModified>2026-01-01T00:00:00Z</LastModified><Size>3</Size></Contents>'
  const page = (inner: string) => `<ListBucketResult>${inner}</ListBucketResult>`
  expect(readListing(page(object))).toEqual({
    objects: [{ key: 'a&b', size: 3, modifiedAt: new Date('2026-01-01T00:00:00Z') }],
    next: null,
  })
  expect(() => readListing(`<ListBucketResult>${object}`)).toThrow(StoreUnavailable)
  expect(() => readListing(page('<Contents><Key>a</Key></Contents>'))).toThrow(StoreUnavailable)
  expect(() => readListing(page('<IsTruncated>true</IsTruncated>'))).toThrow(StoreUnavailable)
  expect(() => readListing('<html></html>')).toThrow(StoreUnavailable)
})
