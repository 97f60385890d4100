import type { Logger } from 'pino'
import type { TimestampAuthority } from '../outside/tsa/port.ts'
import type { AuditKeySource } from '../platform/audit/keys.ts'
import type { Clock } from '../platform/clock.ts'
import type { Database } from '../platform/db/database.ts'
import type { Replica } from '../platform/db/replica.ts'
import type { Metrics } from '../platform/metrics/metrics.ts'
import type { PasswordHasher } from '../platform/password-hasher.ts'
import type { Random } from '../platform/random.ts'
import type { SecurityLog } from '../platform/audit/security-log.ts'
import type { Config } from '../platform/settings/config.ts'
import type { AgreementRenderer } from './rendering/agreement-renderer.ts'
import type { PlatformCertificate } from './signature/platform-certificate.ts'
import type { DocumentContents } from './store/index.ts'

/** The dependencies of documents: those of every operation, what documents are made with, and the time stamps. */
export type DocumentContext = {
  config: Config
  db: Database
  /** Serves reads whose data may be slightly old; null where everything is read from the primary. */
  replica: Replica | null
  clock: Clock
  random: Random
  log: Logger
  security: SecurityLog
  metrics: Metrics
  passwords: PasswordHasher
  renderer: AgreementRenderer
  /** The bytes of documents, in the database or outside. */
  contents: DocumentContents
  certificate: PlatformCertificate
  /** The keys that seal the audit trail; read anew each time, so that an added key takes effect. */
  auditKeys: AuditKeySource
  /** The time-stamping authority for signed documents; null if none is configured. */
  tsa: TimestampAuthority | null
}
