import { mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { folderStore, markerName } from '../../../outside/document-store/folder-store.ts'
import { startS3Server } from '../../../outside/document-store/testing/s3-server.ts'
import { keyOf } from '../contents.ts'

/** A place of documents outside the database that a test can break. */
export type TestPlace = {
  name: 'folder' | 's3'
  settings: Record<string, string>
  /** Makes the store unreachable, and reachable again. */
  leave(): void
  comeBack(): void
  /** The stored bytes of a document; undefined if there are none. */
  bytesOf(sha256: Buffer): Buffer | undefined
  /** Puts other bytes in the place of a document's; null removes them. */
  damage(sha256: Buffer, bytes: Buffer | null): void
  close(): Promise<void>
}

export async function aFolder(): Promise<TestPlace> {
  const root = mkdtempSync(join(tmpdir(), 'document-place-'))
  await folderStore({ folder: root, timeoutMs: 5_000 }).prepare()
  const pathOf = (sha256: Buffer) => join(root, keyOf(sha256))
  const marker = join(root, markerName)
  return {
    name: 'folder',
    settings: { DOCUMENT_FOLDER: root },
    leave: () => renameSync(marker, `${marker}.away`),
    comeBack: () => renameSync(`${marker}.away`, marker),
    bytesOf(sha256) {
      try {
        return readFileSync(pathOf(sha256))
      } catch {
        return undefined
      }
    },
    damage: (sha256, bytes) =>
      bytes === null ? rmSync(pathOf(sha256)) : writeFileSync(pathOf(sha256), bytes),
    close: async () => rmSync(root, { recursive: true, force: true }),
  }
}

export async function anS3(): Promise<TestPlace> {
  const server = await startS3Server()
  const { config, objects } = server
  const keyIn = (sha256: Buffer) => `${config.prefix}${keyOf(sha256)}`
  return {
    name: 's3',
    settings: {
      DOCUMENT_S3_ENDPOINT: config.endpoint,
      DOCUMENT_S3_REGION: config.region,
      DOCUMENT_S3_BUCKET: config.bucket,
      DOCUMENT_S3_PREFIX: config.prefix,
      DOCUMENT_S3_CREDENTIALS_FILE: config.credentialsFile,
      DOCUMENT_S3_ATTEMPTS: '2',
    },
    leave: () => {
      server.always = 'cut'
    },
    comeBack: () => {
      server.always = null
    },
    bytesOf: (sha256) => objects.get(keyIn(sha256))?.bytes,
    damage(sha256, bytes) {
      if (bytes === null) objects.delete(keyIn(sha256))
      else objects.set(keyIn(sha256), { bytes, modifiedAt: new Date() })
    },
    close: () => server.close(),
  }
}
