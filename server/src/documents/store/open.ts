import type { Logger } from 'pino'
import type { Config } from '../../platform/settings/config.ts'
import { folderStore } from '../../outside/document-store/folder-store.ts'
import type { ObjectStore } from '../../outside/document-store/port.ts'
import { s3Store } from '../../outside/document-store/s3-store.ts'
import { calling, type FailPoints } from '../../platform/fail-points.ts'
import type { Metrics } from '../../platform/metrics/metrics.ts'
import { DocumentContents, type Place, places } from './contents.ts'

/** Opens the configured stores, also those that are not reachable. */
export function openDocumentContents(
  config: Config,
  { failPoints, ...parts }: { log: Logger; metrics: Metrics; failPoints?: FailPoints | undefined },
): DocumentContents {
  const stores = configuredStores(config)
  for (const [place, store] of stores) stores.set(place, calling(failPoints, 'documents', store))
  return new DocumentContents({ stores, place: places[config.DOCUMENT_STORE] }, parts)
}

/** The stores outside the database that the settings name. */
export function configuredStores(config: Config): Map<Place, ObjectStore> {
  const stores = new Map<Place, ObjectStore>()
  if (config.DOCUMENT_FOLDER !== null)
    stores.set(
      'FOLDER',
      folderStore({ folder: config.DOCUMENT_FOLDER, timeoutMs: config.DOCUMENT_FOLDER_TIMEOUT_MS }),
    )
  const {
    DOCUMENT_S3_ENDPOINT: endpoint,
    DOCUMENT_S3_REGION: region,
    DOCUMENT_S3_BUCKET: bucket,
    DOCUMENT_S3_CREDENTIALS_FILE: credentialsFile,
  } = config
  if (endpoint !== null && region !== null && bucket !== null && credentialsFile !== null)
    stores.set(
      'S3',
      s3Store({
        endpoint,
        region,
        bucket,
        credentialsFile,
        prefix: config.DOCUMENT_S3_PREFIX,
        pathStyle: config.DOCUMENT_S3_PATH_STYLE,
        timeoutMs: config.DOCUMENT_S3_TIMEOUT_MS,
        attempts: config.DOCUMENT_S3_ATTEMPTS,
      }),
    )
  return stores
}
