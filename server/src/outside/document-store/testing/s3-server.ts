import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { S3Config } from '../s3-request.ts'
import { signatureFault, type TestKeys } from './signature-v4.ts'

/**
 * What the server does to a request instead of answering it: fails with a status, does not answer, answers half, cuts
 * the connection, or answers other bytes of the same length.
 */
export type Fault = number | 'hang' | 'half' | 'cut' | 'other bytes' | 'cut after storing'

export type S3Server = {
  config: S3Config
  /** The objects by key, with the prefix. */
  objects: Map<string, { bytes: Buffer; modifiedAt: Date }>
  requests: { method: string; path: string }[]
  /** The faults of the next requests, in order. */
  faults: Fault[]
  /** The fault of all requests after those of `faults`; null for none. */
  always: Fault | null
  close(): Promise<void>
}

const keys: TestKeys = {
  accessKeyId: 'TESTKEY',
  secretAccessKey: 'a-secret/of+the=test',
  region: 'ap-southeast-3',
}
const bucket = 'documents-of-tests'
const pageSize = 3

/** A small store that speaks S3, for tests: verifies signatures and hashes, and can be made to fail. */
export async function startS3Server(overrides: Partial<S3Config> = {}): Promise<S3Server> {
  const folder = mkdtempSync(join(tmpdir(), 's3-keys-'))
  const credentialsFile = join(folder, 'credentials')
  writeFileSync(
    credentialsFile,
    `[default]\naws_access_key_id = ${keys.accessKeyId}\naws_secret_access_key = ${keys.secretAccessKey}\n`,
  )
  const http = createServer((request, response) => {
    const pieces: Buffer[] = []
    request.on('data', (piece: Buffer) => pieces.push(piece))
    request.on('end', () => answer(server, request, response, Buffer.concat(pieces)))
  })
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  const { port } = http.address() as AddressInfo
  const server: S3Server = {
    config: {
      endpoint: `http://127.0.0.1:${port}`,
      region: keys.region,
      bucket,
      prefix: 'pematang/',
      pathStyle: true,
      credentialsFile,
      timeoutMs: 2_000,
      attempts: 3,
      ...overrides,
    },
    objects: new Map(),
    requests: [],
    faults: [],
    always: null,
    async close() {
      rmSync(folder, { recursive: true, force: true })
      http.closeAllConnections()
      await new Promise((resolve) => http.close(resolve))
    },
  }
  return server
}

function answer(server: S3Server, request: IncomingMessage, response: ServerResponse, body: Buffer): void {
  const url = new URL(request.url ?? '', 'http://any')
  const { method = '' } = request
  server.requests.push({ method, path: url.pathname })
  const fault = server.faults.shift() ?? server.always
  if (fault === 'hang') return
  if (fault === 'cut') return void request.socket.destroy()
  if (typeof fault === 'number') return refuse(response, fault, 'InternalError')
  const wrong = signatureFault(request, body, keys)
  if (wrong) return refuse(response, wrong === 'XAmzContentSHA256Mismatch' ? 400 : 403, wrong)
  if (!url.pathname.startsWith(`/${bucket}/`)) return refuse(response, 404, 'NoSuchBucket')
  const key = decodeURIComponent(url.pathname.slice(bucket.length + 2))
  if (key === '' && method === 'GET') return list(server, url, response)
  const found = server.objects.get(key)
  if (method === 'PUT') {
    server.objects.set(key, { bytes: body, modifiedAt: new Date() })
    if (fault === 'cut after storing') return void request.socket.destroy()
    response.writeHead(200).end()
  } else if (method === 'DELETE') {
    server.objects.delete(key)
    response.writeHead(204).end()
  } else if (!found) refuse(response, 404, 'NoSuchKey')
  else send(response, found.bytes, fault)
}

function send(response: ServerResponse, bytes: Buffer, fault: Fault | null): void {
  response.writeHead(200, { 'content-length': bytes.length })
  if (fault === 'half') {
    response.write(bytes.subarray(0, bytes.length / 2))
    setTimeout(() => response.destroy(), 20)
  } else response.end(fault === 'other bytes' ? Buffer.alloc(bytes.length, 'x') : bytes)
}

function list({ objects }: S3Server, { searchParams }: URL, response: ServerResponse): void {
  const prefix = searchParams.get('prefix') ?? ''
  const after = searchParams.get('continuation-token')?.replace(/^after&/, '') ?? ''
  const all = [...objects].filter(([key]) => key.startsWith(prefix) && key > after)
  all.sort(([one], [other]) => (one < other ? -1 : 1))
  const page = all.slice(0, pageSize)
  const contents = page.map(
    ([key, { bytes, modifiedAt }]) =>
      `<Contents><Key>${key}</Key><LastModified>${modifiedAt.toISOString()}</LastModified><ETag>&quot;x&quot;</ETag><Size>${bytes.length}</Size></Contents>`,
  )
  const more = all.length > page.length
  const next = more ? `<NextContinuationToken>after&amp;${page.at(-1)?.[0]}</NextContinuationToken>` : ''
  response
    .writeHead(200, { 'content-type': 'application/xml' })
    .end(
      `<?xml version="1.0" encoding="UTF-8"?>\n<ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><Name>${bucket}</Name><IsTruncated>${more}</IsTruncated>${next}${contents.join('')}</ListBucketResult>`,
    )
}

function refuse(response: ServerResponse, status: number, code: string): void {
  response.writeHead(status, { 'content-type': 'application/xml' }).end(`<Error><Code>${code}</Code></Error>`)
}
